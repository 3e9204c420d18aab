import { Button, Menu } from '@mantine/core';
import { DropdownMenu, MenuActions, useConfirm } from '@rise/ui';
import { useLanguage } from '@rise/shell/language';
import { IconChevronDown, IconDownload, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { differs, makeChange } from '../../client/changes.ts';
import { useFailureDialog } from '../../client/use-failure-dialog.ts';
import { SelectionBar } from '../../components/selection-bar.tsx';
import { offerUndo, offerUndoOf, withdrawUndo } from '../../components/undo.ts';
import { saveAsCsv } from '../../dashboards/save-as-csv.ts';
import { changeProducts, deleteProducts, type Product, type ProductChange } from './product.ts';
import { productTable } from './product-csv.rules.ts';
import { allProducts, useCatalog } from './use-catalog.ts';
import type { Selection } from './use-selection.ts';
import { useInventoryTexts } from './inventory.texts.ts';

interface ChoiceProps {
  label: string;
  options: readonly { readonly id: string; readonly label: string }[];
  onChoose: (id: string) => void;
}

function Choice({ label, options, onChoose }: ChoiceProps) {
  return (
    <DropdownMenu position="bottom-start" width={220}>
      <Menu.Target>
        <Button size="compact-md" variant="default" rightSection={<IconChevronDown size={14} />}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <MenuActions actions={options.map((option) => ({ ...option, onClick: () => onChoose(option.id) }))} />
      </Menu.Dropdown>
    </DropdownMenu>
  );
}

/** What is done to all selected products, in place of the filters. */
export function BulkBar({ selection }: { selection: Selection }) {
  const t = useInventoryTexts();
  const { categories, brands, vendors, tags } = useCatalog();
  const { isBusy, change, remove, save } = useBulkActs(selection);
  const named = (all: readonly { id: string; name: string }[]) => all.map(({ id, name }) => ({ id, label: name }));
  return (
    <SelectionBar
      label={t('bulk')}
      text={t('selected', { count: selection.ids.size })}
      onClear={selection.clear}
      isBusy={isBusy}
    >
      <Choice
        label={t('active')}
        options={[
          { id: 'yes', label: t('putOnSale') },
          { id: 'no', label: t('takeOffSale') },
        ]}
        onChoose={(id) => change('active', () => ({ active: id === 'yes' }))}
      />
      <Choice
        label={t('category')}
        options={named(categories)}
        onChoose={(category) => change('category', () => ({ category }))}
      />
      <Choice label={t('brand')} options={named(brands)} onChoose={(brand) => change('brand', () => ({ brand }))} />
      <Choice
        label={t('vendor')}
        options={named(vendors)}
        onChoose={(vendor) => change('vendor', () => ({ vendor }))}
      />
      <Choice
        label={t('addTag')}
        options={tags.map(({ id, title }) => ({ id, label: title }))}
        onChoose={(tag) => change(`tag ${tag}`, (product) => ({ tags: [...new Set([...product.tags, tag])] }))}
      />
      <Button size="compact-md" variant="default" leftSection={<IconDownload size={16} />} onClick={save}>
        {t('exportSelected')}
      </Button>
      <Button size="compact-md" variant="subtle" color="red" leftSection={<IconTrash size={16} />} onClick={remove}>
        {t('delete')}
      </Button>
    </SelectionBar>
  );
}

function useBulkActs(selection: Selection) {
  const t = useInventoryTexts();
  const fail = useFailureDialog();
  const confirm = useConfirm();
  const catalog = useCatalog();
  const language = useLanguage() === 'tr' ? 'tr' : 'en';
  const [isBusy, setBusy] = useState(false);
  const ids = [...selection.ids];
  const run = (work: () => Promise<void>) => {
    if (isBusy) return;
    setBusy(true);
    void work()
      .catch(fail)
      .finally(() => setBusy(false));
  };
  /** As they are stored now; those that are gone are left out. */
  const selected = async () => (await allProducts()).filter(({ id }) => selection.ids.has(id));
  const what = t('count', { count: ids.length });
  return {
    isBusy,
    change: (aspect: string, changeOf: (product: Product) => ProductChange) =>
      run(() =>
        makeChange({
          kind: 'change',
          what,
          target: `${ids.join(' ')} ${aspect}`,
          isPending: async () => (await selected()).some((product) => differs(product, changeOf(product))),
          make: async () => {
            const changed = (await selected()).map((product) => ({ product, change: changeOf(product) }));
            await offerUndoOf(t('changed', { count: changed.length }), changeProducts(changed));
          },
        }),
      ),
    remove: () =>
      run(async () => {
        const answer = await confirm({
          title: t('deleteTitle', { count: ids.length }),
          message: t('deleteText'),
          actions: { confirm: { label: t('delete'), color: 'warn' }, cancel: { label: t('cancel') } },
        });
        if (answer !== 'confirmed') return;
        await makeChange({
          kind: 'delete',
          what,
          target: `${ids.join(' ')} deleted`,
          isPending: async () => (await selected()).length > 0,
          make: async () => {
            withdrawUndo();
            const undo = await deleteProducts(ids);
            selection.clear();
            offerUndo(t('deletedMany', { count: ids.length }), undo);
          },
        });
      }),
    save: () => run(async () => saveAsCsv(t('fileName'), productTable(await selected(), catalog, language))),
  };
}
