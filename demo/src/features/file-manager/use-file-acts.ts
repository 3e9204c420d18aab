import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { download } from '@rise/shell/files';
import { call } from '../../client/client.ts';
import { useFailureDialog } from '../../client/use-failure-dialog.ts';
import { dataUrlOf } from '../../components/read-file.ts';
import { offerUndo } from '../../components/undo.ts';
import { decoded, deleteItems, downloadName, type Item, mediaOf, moveItems, typeOfName } from './item.ts';
import { useFilesTexts } from './file-manager.texts.ts';

/** As in the contract, whose schemas are loaded later. */
const MOST_BYTES = 5 * 1024 * 1024;

export interface FileActs {
  upload(files: readonly File[], folderId: string | null): void;
  addFolder(folderId: string | null): void;
  remove(items: readonly Item[]): void;
  move(items: readonly Item[], folderId: string | null, folderName: string): void;
  save(items: readonly Item[]): void;
  /** Files that are being stored. */
  readonly pending: number;
  /** Names of files that were not stored: too large, or refused. */
  readonly tooLarge: readonly string[];
  readonly notStored: readonly string[];
  readonly clearNotices: () => void;
}

/** What a browser makes of a file without a type is no data URL of the contract. */
const withMedia = (url: string) => url.replace(/^data:(?=;|,)/, 'data:application/octet-stream');

/** Stores files one after the other. */
function useUpload() {
  const [pending, setPending] = useState(0);
  const [tooLarge, setTooLarge] = useState<readonly string[]>([]);
  const [notStored, setNotStored] = useState<readonly string[]>([]);
  const upload = async (files: readonly File[], folderId: string | null) => {
    const fitting = files.filter(({ size }) => size <= MOST_BYTES);
    setTooLarge(files.filter(({ size }) => size > MOST_BYTES).map(({ name }) => name));
    setNotStored([]);
    setPending(fitting.length);
    for (const file of fitting) {
      try {
        const dataUrl = withMedia(await dataUrlOf(file));
        const { name } = file;
        const type = typeOfName(name);
        await call('POST /api/apps/file-manager/item', {
          body: { item: { folderId, name, type, ...(file.size > 0 && { dataUrl }) } },
        });
      } catch {
        setNotStored((before) => [...before, file.name]);
      }
      setPending((count) => count - 1);
    }
  };
  const clearNotices = () => {
    setTooLarge([]);
    setNotStored([]);
  };
  return { pending, tooLarge, notStored, upload, clearNotices };
}

async function saveFile(item: Item): Promise<void> {
  const content = await call('GET /api/apps/file-manager/content', { query: { id: item.id } });
  if (content !== null) download(new Blob([decoded(content)], { type: mediaOf(content) }), downloadName(item));
}

/** What a reader does to files. `hrefOf` is the address of the details. */
export function useFileActs(hrefOf: (id: string) => string): FileActs {
  const t = useFilesTexts();
  const router = useRouter();
  const cache = useQueryClient();
  const fail = useFailureDialog();
  const { upload, ...uploads } = useUpload();
  const addFolder = async (folderId: string | null) => {
    const { id } = await call('POST /api/apps/file-manager/item', {
      body: { item: { folderId, name: t('newFolder'), type: 'folder' } },
    });
    // The list has to know it: an address of an unknown one leads back to the list.
    await cache.invalidateQueries({ queryKey: ['fileManager'] });
    await router.navigate({ href: hrefOf(id), resetScroll: false });
  };
  const named = (items: readonly Item[]) =>
    items.length === 1 ? t('one', { name: items[0]!.name }) : t('items', { count: items.length });
  return {
    ...uploads,
    upload: (files, folderId) => void upload(files, folderId),
    addFolder: (folderId) => void addFolder(folderId).catch(fail),
    remove: (items) => {
      deleteItems(items).then((undo) => offerUndo(t('deleted', { what: named(items) }), undo), fail);
    },
    move: (items, folderId, folder) => {
      const moved = items.filter((item) => item.folderId !== folderId && item.id !== folderId);
      if (moved.length === 0) return;
      moveItems(moved, folderId).then((undo) => offerUndo(t('moved', { what: named(moved), folder }), undo), fail);
    },
    save: (items) => {
      const files = items.filter(({ type }) => type !== 'folder');
      void files.reduce((before, file) => before.then(() => saveFile(file)), Promise.resolve()).catch(fail);
    },
  };
}
