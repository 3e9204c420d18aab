import { ActionIcon, Button, NativeSelect } from '@mantine/core';
import { SegmentedChoice } from '@rise/ui';
import { useAddress } from '@rise/shell/routing';
import { IconDownload, IconFolderPlus, IconFolderSymlink, IconSortAscending, IconSortDescending, IconTrash, IconUpload } from '@tabler/icons-react'; // prettier-ignore
import { useRef } from 'react';
import { SearchField } from '../../components/search-field.tsx';
import { SelectionBar } from '../../components/selection-bar.tsx';
import { useFileContext } from './file-context.ts';
import { isFolder } from './item.ts';
import type { FileSelection } from './use-file-selection.ts';
import { SORTS, type View } from './view.rules.ts';
import { useFilesTexts } from './file-manager.texts.ts';
import classes from './file-manager.module.css';

const SORT_TEXTS = { name: 'by-name', modified: 'by-modified', size: 'by-size', type: 'by-type' } as const;

/** Search, a new folder, and files from the visitor's computer. */
export function HeaderTools() {
  const t = useFilesTexts();
  const { acts, folderId } = useFileContext();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={classes['tools']}>
      <SearchField label={t('search')} className={classes['search']} />
      <Button variant="default" leftSection={<IconFolderPlus size={16} />} onClick={() => acts.addFolder(folderId)}>
        {t('newFolder')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label={t('chooseFiles')}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          currentTarget.value = '';
          acts.upload(files, folderId);
        }}
      />
      <Button leftSection={<IconUpload size={16} />} onClick={() => input.current?.click()}>
        {t('upload')}
      </Button>
    </div>
  );
}

/** Order and layout, in the address. */
export function ViewTools({ view: { sort, order, layout } }: { view: View }) {
  const t = useFilesTexts();
  const { setSearch } = useAddress();
  const Order = order === 'asc' ? IconSortAscending : IconSortDescending;
  return (
    <div className={classes['view']}>
      <NativeSelect
        aria-label={t('sort')}
        value={sort}
        data={SORTS.map((value) => ({ value, label: t(SORT_TEXTS[value]) }))}
        onChange={({ currentTarget }) => setSearch({ sort: currentTarget.value })}
      />
      <ActionIcon
        variant="default"
        size={32}
        aria-label={t(order === 'asc' ? 'sortDescending' : 'sortAscending')}
        onClick={() => setSearch({ order: order === 'asc' ? 'desc' : null })}
      >
        <Order size={18} />
      </ActionIcon>
      <SegmentedChoice
        label={t('layout')}
        value={layout}
        options={[
          { value: 'grid', label: t('grid') },
          { value: 'list', label: t('asList') },
        ]}
        onChange={(next) => setSearch({ view: next === 'list' ? next : null })}
      />
    </div>
  );
}

/** What is done to all selected items, in place of order and layout. */
export function SelectedItems({ selection }: { selection: FileSelection }) {
  const t = useFilesTexts();
  const { acts, startMove } = useFileContext();
  const { items, clear } = selection;
  return (
    <SelectionBar label={t('bulk')} text={t('selected', { count: items.length })} onClear={clear}>
      {!items.every(isFolder) && (
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconDownload size={16} />}
          onClick={() => acts.save(items)}
        >
          {t('download')}
        </Button>
      )}
      <Button
        size="compact-md"
        variant="default"
        leftSection={<IconFolderSymlink size={16} />}
        onClick={() => startMove(items)}
      >
        {t('move')}
      </Button>
      <Button
        size="compact-md"
        variant="subtle"
        color="red"
        leftSection={<IconTrash size={16} />}
        onClick={() => {
          acts.remove(items);
          clear();
        }}
      >
        {t('delete')}
      </Button>
    </SelectionBar>
  );
}
