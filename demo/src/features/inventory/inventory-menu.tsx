import { Button, Menu } from '@mantine/core';
import { DropdownMenu, MenuActions } from '@rise/ui';
import { useLanguage } from '@rise/shell/language';
import { useAddress } from '@rise/shell/routing';
import { IconChevronDown, IconDownload, IconPrinter, IconUpload } from '@tabler/icons-react';
import { useFailureDialog } from '../../client/use-failure-dialog.ts';
import { saveAsCsv } from '../../dashboards/save-as-csv.ts';
import type { ListAddress } from './inventory-address.ts';
import { productTable } from './product-csv.rules.ts';
import { allProducts, useCatalog } from './use-catalog.ts';
import { useInventoryTexts } from './inventory.texts.ts';

export const IMPORT = 'import';

/** What concerns the whole list. */
export function InventoryMenu({ list }: { list: ListAddress }) {
  const t = useInventoryTexts();
  const language = useLanguage() === 'tr' ? 'tr' : 'en';
  const { setSearch } = useAddress();
  const fail = useFailureDialog();
  const catalog = useCatalog();
  const save = async () => saveAsCsv(t('fileName'), productTable(await allProducts(list), catalog, language));
  return (
    <DropdownMenu position="bottom-end" width={240}>
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={16} />}>
          {t('more')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <MenuActions
          actions={[
            { id: 'export', label: t('export'), icon: IconDownload, onClick: () => void save().catch(fail) },
            {
              id: 'import',
              label: t('import'),
              icon: IconUpload,
              onClick: () => setSearch({ dialog: IMPORT }, 'push'),
            },
            { id: 'print', label: t('print'), icon: IconPrinter, onClick: () => print() },
          ]}
        />
      </Menu.Dropdown>
    </DropdownMenu>
  );
}
