import { ActionIcon, Button, Menu } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { DropdownMenu, EmptyState, FilterChip, FilterRow, ListSkeleton, Notice, Page, PageHeader } from '@rise/ui';
import { useAddress, usePageTitle } from '@rise/shell/routing';
import { IconAddressBook, IconDots, IconPlus, IconPrinter, IconTable, IconUpload } from '@tabler/icons-react';
import { useDeferredValue, useMemo } from 'react';
import { useDemoQuery } from '../../client/queries.ts';
import { useFailureDialog } from '../../client/use-failure-dialog.ts';
import { ListWithDetail } from '../../components/list-with-detail.tsx';
import { QueryContent } from '../../components/query-content.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { useRecord } from '../../components/use-record.ts';
import type { Contact } from './contact.ts';
import { ContactDetail } from './contact-detail.tsx';
import { type ContactFilter, isNarrowed, narrowed, readFilter } from './contact-filter.rules.ts';
import { ContactList } from './contact-list.tsx';
import { DuplicatesDrawer } from './duplicates-drawer.tsx';
import { findDuplicates } from './duplicates.rules.ts';
import { ImportDrawer } from './import-drawer.tsx';
import { PrintedContacts } from './printed-contacts.tsx';
import { useContactAddress } from './use-contact-address.ts';
import { useContactsTexts } from './contacts.texts.ts';
import { useContactActs } from './use-contact-acts.ts';
import { type FileFormat, useContactFiles } from './use-contact-files.ts';
import classes from './contacts.module.css';

/** All contacts by initial letter, with one contact next to the list. */
export default function ContactsPage() {
  const t = useContactsTexts();
  const { search, setSearch } = useAddress();
  const contacts = useDemoQuery('contacts', 'GET /api/apps/contacts/all');
  const address = useContactAddress();
  const open = useRecord(contacts.data, address);
  const acts = useContactActs();
  usePageTitle(open?.name);
  useHotkeys([['mod+/', acts.add]]);
  // What is typed shows before the contacts that it finds.
  const filter = useDeferredValue(useMemo(() => readFilter(search), [search]));
  const shown = useMemo(() => narrowed(contacts.data ?? [], filter), [contacts.data, filter]);
  const compared = useDeferredValue(contacts.data);
  const duplicates = useMemo(() => findDuplicates(compared ?? []), [compared]);
  const close = (drawer: 'import' | 'duplicates') => setSearch({ [drawer]: null });
  return (
    <Page>
      <Header total={contacts.data?.length} shown={shown} filter={filter} onAdd={acts.add} />
      <Filters filter={filter} />
      {duplicates.length > 0 && (
        <Notice tone="info">
          {t('duplicates', { count: duplicates.length })}{' '}
          <Button size="compact-sm" variant="default" onClick={() => setSearch({ duplicates: 'yes' }, 'push')}>
            {t('showDuplicates')}
          </Button>
        </Notice>
      )}
      <ListWithDetail record={open} titleOf={({ name }) => name} listHref={address.listHref} Detail={ContactDetail}>
        <QueryContent query={contacts} fallback={<ListSkeleton rows={8} />}>
          {(all) =>
            all.length === 0 ? (
              <EmptyState art="list" title={t('none')} text={t('noneText')} />
            ) : shown.length === 0 ? (
              <EmptyState art="search" title={t('nothing')} text={t('nothingText')} />
            ) : (
              <ContactList contacts={shown} query={filter.query} open={open?.id} hrefOf={address.hrefOf} />
            )
          }
        </QueryContent>
      </ListWithDetail>
      <PrintedContacts open={open} shown={shown} />
      <ImportDrawer
        isOpen={search['import'] === 'yes'}
        contacts={contacts.data ?? []}
        onClose={() => close('import')}
      />
      <DuplicatesDrawer
        isOpen={search['duplicates'] === 'yes'}
        groups={duplicates}
        onClose={() => close('duplicates')}
      />
    </Page>
  );
}

interface HeaderProps {
  /** Undefined while they are read. */
  total: number | undefined;
  shown: readonly Contact[];
  filter: ContactFilter;
  onAdd: () => void;
}

function Header({ total, shown, filter, onAdd }: HeaderProps) {
  const t = useContactsTexts();
  return (
    <PageHeader
      title={t('title')}
      {...(total !== undefined && {
        purpose: isNarrowed(filter) ? t('found', { count: shown.length, total }) : t('count', { count: total }),
      })}
      actions={
        <>
          <SearchField label={t('search')} className={classes['search']} />
          <FileMenu shown={shown} />
          <Button leftSection={<IconPlus size={16} />} aria-keyshortcuts="Control+/ Meta+/" onClick={onAdd}>
            {t('add')}
          </Button>
        </>
      }
    />
  );
}

/** Imports, and exports or prints the contacts that show. */
function FileMenu({ shown }: { shown: readonly Contact[] }) {
  const t = useContactsTexts();
  const fail = useFailureDialog();
  const { setSearch } = useAddress();
  const { save } = useContactFiles();
  const write = (format: FileFormat) => void save(shown, format).catch(fail);
  return (
    <DropdownMenu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={32} aria-label={t('more')}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconUpload size={16} />} onClick={() => setSearch({ import: 'yes' }, 'push')}>
          {t('import')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconAddressBook size={16} />}
          disabled={shown.length === 0}
          onClick={() => write('vcf')}
        >
          {t('exportVCard')}
        </Menu.Item>
        <Menu.Item leftSection={<IconTable size={16} />} disabled={shown.length === 0} onClick={() => write('csv')}>
          {t('exportCsv')}
        </Menu.Item>
        <Menu.Item leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
          {t('print')}
        </Menu.Item>
      </Menu.Dropdown>
    </DropdownMenu>
  );
}

function Filters({ filter }: { filter: ContactFilter }) {
  const t = useContactsTexts();
  const { setSearch } = useAddress();
  const { data: tags = [] } = useDemoQuery('contacts', 'GET /api/apps/contacts/tags');
  return (
    <FilterRow>
      <FilterChip
        label={t('tags')}
        options={tags.map(({ id, title }) => ({ value: id, label: title }))}
        selected={filter.tags}
        onChange={(chosen) => setSearch({ tag: chosen.join(',') || null })}
      />
    </FilterRow>
  );
}
