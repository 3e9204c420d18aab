import { Button, Textarea, TextInput } from '@mantine/core';
import { DetailList, formatDate, formatInteger, useUiContext } from '@rise/ui';
import { useAddress } from '@rise/shell/routing';
import { IconDownload, IconFolderFilled, IconFolderOpen, IconFolderSymlink, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useDemoQuery } from '../../client/queries.ts';
import { SaveLine } from '../../components/save-line.tsx';
import { useAutosave } from '../../components/use-autosave.ts';
import { useRouter } from '@tanstack/react-router';
import { AppLink } from '../../routing/link.tsx';
import { conflictsOf } from './conflict.rules.ts';
import { FilePreview } from './file-preview.tsx';
import { folderHref, isFolder, type Item, saveItem } from './item.ts';
import { useFileContext } from './file-context.ts';
import { useFilesTexts } from './file-manager.texts.ts';
import classes from './file-manager.module.css';

/** A file or folder: what is in it, and its name and description, which save themselves. */
export function FileDetail({ record }: { record: Item }) {
  return <Fields key={record.id} item={record} />;
}

const saverOf =
  (id: string) =>
  ({ name, description }: Partial<Item>) =>
    saveItem(id, { ...(name !== undefined && { name }), ...(description !== undefined && { description }) });

function Fields({ item }: { item: Item }) {
  const t = useFilesTexts();
  const { locale } = useUiContext();
  const [save] = useState(() => saverOf(item.id));
  const { value, change, state, retry } = useAutosave<Item>(item, save);
  const name = useName(item, value.name, (changed) => change({ name: changed }));
  const bytes = t('bytes', { count: item.bytes, bytes: formatInteger(item.bytes, locale) });
  return (
    <div className={classes['form']}>
      {isFolder(item) ? (
        <div className={classes['preview']}>
          <IconFolderFilled size={72} className={classes['folder']} aria-hidden />
        </div>
      ) : (
        <FilePreview item={item} />
      )}
      <NameField {...name} />
      <Textarea
        label={t('description')}
        rows={2}
        maxLength={2000}
        value={value.description ?? ''}
        onChange={({ currentTarget }) => change({ description: currentTarget.value || null })}
      />
      {(name.issue === null || state !== 'saved') && <SaveLine state={state} retry={retry} />}
      <DetailList
        items={[
          { name: t('kind'), value: isFolder(item) ? t('folder') : item.type },
          { name: t('size'), value: item.bytes < 1024 ? bytes : `${item.size} (${bytes})` },
          ...(item.contents === null ? [] : [{ name: t('contents'), value: item.contents }]),
          { name: t('createdBy'), value: item.createdBy },
          { name: t('createdAt'), value: formatDate(item.createdAt, locale) },
          { name: t('modifiedAt'), value: formatDate(item.modifiedAt, locale) },
        ]}
      />
      <Acts item={item} />
    </div>
  );
}

interface EnteredName {
  readonly name: string;
  /** Why it can't be the name; the last one that could is saved. */
  readonly issue: string | null;
  readonly onChange: (name: string) => void;
  readonly onBlur: () => void;
}

/** The name as it is entered. One that is blank, or that a sibling has, stays in the field and is not saved. */
function useName(item: Item, name: string, save: (name: string) => void): EnteredName {
  const t = useFilesTexts();
  const { data: folder } = useDemoQuery('fileManager', 'GET /api/apps/file-manager', {
    query: { folderId: item.folderId ?? 'null' },
  });
  const [refused, setRefused] = useState<string | null>(null);
  const issueOf = (entered: string) => {
    const trimmed = entered.trim();
    if (trimmed === '') return t('nameIssue');
    const siblings = folder ? [...folder.folders, ...folder.files].filter(({ id }) => id !== item.id) : [];
    const isTaken = entered !== item.name && conflictsOf([{ ...item, name: trimmed }], siblings).length > 0;
    return isTaken ? t('nameTaken', { name: trimmed }) : null;
  };
  const onChange = (entered: string) => {
    const isRefused = issueOf(entered) !== null;
    setRefused(isRefused ? entered : null);
    if (!isRefused) save(entered);
    // What was entered on the way to it is not the name either.
    else if (name !== item.name) save(item.name);
  };
  return {
    name: refused ?? name,
    issue: refused === null ? null : issueOf(refused),
    onChange,
    // The sibling may have been renamed or deleted meanwhile.
    onBlur: () => refused !== null && onChange(refused),
  };
}

/** Gets the focus where a new folder or F2 led here. */
function NameField({ name, issue, onChange, onBlur }: EnteredName) {
  const t = useFilesTexts();
  const { search, setSearch } = useAddress();
  const field = useRef<HTMLInputElement>(null);
  const isRenaming = search['rename'] !== undefined;
  const [wasRenaming] = useState(isRenaming);
  useEffect(() => {
    if (!isRenaming) return;
    field.current?.focus({ preventScroll: true });
    field.current?.select();
    setSearch({ rename: null });
  }, [isRenaming, setSearch]);
  return (
    <TextInput
      ref={field}
      data-autofocus={wasRenaming || undefined}
      label={t('name')}
      maxLength={200}
      error={issue}
      value={name}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onBlur={onBlur}
    />
  );
}

function Acts({ item }: { item: Item }) {
  const t = useFilesTexts();
  const router = useRouter();
  const { acts, startMove, listHref } = useFileContext();
  return (
    <div className={classes['acts']}>
      {isFolder(item) ? (
        <Button
          component={AppLink}
          href={folderHref(item.id)}
          variant="default"
          leftSection={<IconFolderOpen size={16} />}
        >
          {t('openFolder')}
        </Button>
      ) : (
        <Button leftSection={<IconDownload size={16} />} onClick={() => acts.save([item])}>
          {t('download')}
        </Button>
      )}
      <Button variant="default" leftSection={<IconFolderSymlink size={16} />} onClick={() => startMove([item])}>
        {t('move')}
      </Button>
      <Button
        variant="subtle"
        color="red"
        leftSection={<IconTrash size={16} />}
        onClick={() => {
          acts.remove([item]);
          void router.navigate({ href: listHref, resetScroll: false });
        }}
      >
        {t('delete')}
      </Button>
    </div>
  );
}
