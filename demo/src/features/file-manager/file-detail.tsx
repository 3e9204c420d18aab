import { Button, Textarea, TextInput } from '@mantine/core';
import { DetailList, formatDate, formatInteger, useUiContext } from '@rise/ui';
import { useAddress } from '@rise/shell/routing';
import { IconDownload, IconFolderFilled, IconFolderOpen, IconFolderSymlink, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { SaveLine } from '../../components/save-line.tsx';
import { useAutosave } from '../../components/use-autosave.ts';
import { useRouter } from '@tanstack/react-router';
import { AppLink } from '../../routing/link.tsx';
import { FilePreview } from './file-preview.tsx';
import { folderHref, isFolder, type Item, saveItem } from './item.ts';
import { useFileContext } from './file-context.ts';
import { useFilesTexts } from './file-manager.texts.ts';
import classes from './file-manager.module.css';

/** A file or folder: what is in it, and its name and description, which save themselves. */
export function FileDetail({ record }: { record: Item }) {
  return <Fields key={record.id} item={record} />;
}

/** A blank name is not saved. */
const saverOf =
  (id: string) =>
  ({ name, description }: Partial<Item>) =>
    saveItem(id, { ...(name?.trim() && { name }), ...(description !== undefined && { description }) });

function Fields({ item }: { item: Item }) {
  const t = useFilesTexts();
  const { locale } = useUiContext();
  const [save] = useState(() => saverOf(item.id));
  const { value, change, state, retry } = useAutosave<Item>(item, save);
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
      <NameField name={value.name} onChange={(name) => change({ name })} />
      <Textarea
        label={t('description')}
        rows={2}
        maxLength={2000}
        value={value.description ?? ''}
        onChange={({ currentTarget }) => change({ description: currentTarget.value || null })}
      />
      <SaveLine state={state} retry={retry} />
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

/** Gets the focus where a new folder or F2 led here. */
function NameField({ name, onChange }: { name: string; onChange: (name: string) => void }) {
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
      error={name.trim() === '' && t('nameIssue')}
      value={name}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
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
