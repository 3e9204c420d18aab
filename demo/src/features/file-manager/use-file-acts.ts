import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { download } from '@rise/shell/files';
import { makeChange, once } from '../../client/changes.ts';
import { call } from '../../client/client.ts';
import { useFailureDialog } from '../../client/use-failure-dialog.ts';
import { offerUndoOf } from '../../components/undo.ts';
import type { Conflict } from './conflict-question.tsx';
import { conflictsOf, newFolderName, placementsOf, type Resolution, type ResolveConflicts } from './conflict.rules.ts';
import { decoded, deleteItems, downloadName, type Item, mediaOf, moveItems, renameHref } from './item.ts';
import { useUpload } from './use-upload.ts';
import { useFilesTexts } from './file-manager.texts.ts';

export interface FileActs {
  upload(files: readonly File[], folderId: string | null): void;
  addFolder(folderId: string | null): void;
  remove(items: readonly Item[]): void;
  move(items: readonly Item[], folderId: string | null, folderName: string): void;
  save(items: readonly Item[]): void;
  /** Files that are being stored. */
  readonly pending: number;
  /** Names of files that are too large to be stored. */
  readonly tooLarge: readonly string[];
  readonly clearNotice: () => void;
}

async function saveFile(item: Item): Promise<void> {
  const content = await call('GET /api/apps/file-manager/content', { query: { id: item.id } });
  if (content !== null) download(new Blob([decoded(content)], { type: mediaOf(content) }), downloadName(item));
}

/** Those of some items that are still where they were. */
async function unmoved(items: readonly Item[]): Promise<Item[]> {
  const folders = await Promise.all([...new Set(items.map(({ folderId }) => folderId))].map(itemsIn));
  const present = new Set(folders.flatMap((folder) => folder.items.map(({ id }) => id)));
  return items.filter(({ id }) => present.has(id));
}

async function itemsIn(folderId: string | null) {
  const folder = await call('GET /api/apps/file-manager', { query: { folderId: folderId ?? 'null' } });
  return { name: folder.path.at(-1)?.name, items: [...folder.folders, ...folder.files] };
}

interface FileActsOptions {
  /** The address of an item's details. */
  hrefOf: (id: string) => string;
  resolveConflict: (conflict: Conflict) => Promise<Resolution>;
}

/** What a reader does to files. */
export function useFileActs({ hrefOf, resolveConflict }: FileActsOptions): FileActs {
  const t = useFilesTexts();
  const router = useRouter();
  const cache = useQueryClient();
  const fail = useFailureDialog();
  const resolveConflicts: ResolveConflicts = async (incoming, folderId) => {
    const { name, items: present } = await itemsIn(folderId);
    const names = conflictsOf(incoming, present).map((item) => item.name);
    if (names.length === 0) return { present, resolution: 'both' };
    return { present, resolution: await resolveConflict({ names, folder: name ?? t('home') }) };
  };
  const { upload, ...uploads } = useUpload(resolveConflicts);
  const addFolder = (folderId: string | null) => {
    const create = once(async () => {
      const name = newFolderName(t('newFolder'), (await itemsIn(folderId)).items);
      return call('POST /api/apps/file-manager/item', { body: { item: { folderId, name, type: 'folder' } } });
    });
    void makeChange({
      kind: 'create',
      what: t('aNewFolder'),
      make: async () => {
        const { id } = await create();
        // The list has to know it: an address of an unknown one leads back to the list.
        await cache.invalidateQueries({ queryKey: ['fileManager'] });
        await router.navigate({ href: renameHref(hrefOf(id)), resetScroll: false });
      },
    });
  };
  const idsOf = (items: readonly Item[]) => items.map(({ id }) => id).join(' ');
  const named = (items: readonly Item[]) =>
    items.length === 1 ? t('one', { name: items[0]!.name }) : t('items', { count: items.length });
  const move = async (items: readonly Item[], folderId: string | null, folder: string) => {
    const others = items.filter((item) => item.folderId !== folderId && item.id !== folderId);
    if (others.length === 0) return;
    const { present, resolution } = await resolveConflicts(others, folderId);
    const plan = placementsOf(others, present, resolution);
    if (plan.length === 0) return;
    const what = named(plan.map(({ incoming }) => incoming));
    await offerUndoOf(t('moved', { what, folder }), moveItems(plan, folderId));
  };
  return {
    ...uploads,
    upload: (files, folderId) => void upload(files, folderId),
    addFolder,
    remove: (items) =>
      void makeChange({
        kind: 'delete',
        what: named(items),
        target: `${idsOf(items)} deleted`,
        isPending: async () => (await unmoved(items)).length > 0,
        make: () => offerUndoOf(t('deleted', { what: named(items) }), deleteItems(items)),
      }),
    move: (items, folderId, folder) =>
      void makeChange({
        kind: 'move',
        what: named(items),
        target: `${idsOf(items)} folder`,
        isPending: async () => (await unmoved(items)).length > 0,
        make: () => move(items, folderId, folder),
        repeat: async () => move(await unmoved(items), folderId, folder),
      }),
    save: (items) => {
      const files = items.filter(({ type }) => type !== 'folder');
      void files.reduce((before, file) => before.then(() => saveFile(file)), Promise.resolve()).catch(fail);
    },
  };
}
