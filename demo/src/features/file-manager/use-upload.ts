import { useState } from 'react';
import { makeChange, offerRetry, quoted } from '../../client/changes.ts';
import { call } from '../../client/client.ts';
import { dataUrlOf } from '../../components/read-file.ts';
import { offerUndo, withdrawUndo } from '../../components/undo.ts';
import { placementsOf, type ResolveConflicts } from './conflict.rules.ts';
import { deleteItems, type Item, type Placement, typeOfName } from './item.ts';
import { useFilesTexts } from './file-manager.texts.ts';

/** As in the contract, whose schemas are loaded later. */
const MOST_BYTES = 5 * 1024 * 1024;

/** Most names in a sentence; of more files, their count. */
const MOST_NAMES = 3;

/** What a browser makes of a file without a type is no data URL of the contract. */
const withMedia = (url: string) => url.replace(/^data:(?=;|,)/, 'data:application/octet-stream');

interface Incoming extends Pick<Item, 'name' | 'type'> {
  readonly file: File;
}

/** Stores a file; returns its id. */
async function store({ incoming, name }: Placement<Incoming>, folderId: string | null): Promise<string> {
  const { file, type } = incoming;
  const dataUrl = withMedia(await dataUrlOf(file));
  const { id } = await call('POST /api/apps/file-manager/item', {
    body: { item: { folderId, name, type, ...(file.size > 0 && { dataUrl }) } },
  });
  return id;
}

/** Stores files one after the other. */
export function useUpload(resolveConflicts: ResolveConflicts) {
  const t = useFilesTexts();
  const [pending, setPending] = useState(0);
  const [tooLarge, setTooLarge] = useState<readonly string[]>([]);
  const whatOf = (files: readonly File[]) =>
    files.length > MOST_NAMES ? t('items', { count: files.length }) : files.map(({ name }) => quoted(name)).join(', ');
  const upload = (files: readonly File[], folderId: string | null): Promise<void> => {
    const fitting = files.filter(({ size }) => size <= MOST_BYTES);
    setTooLarge(files.filter(({ size }) => size > MOST_BYTES).map(({ name }) => name));
    return makeChange({ kind: 'store', what: whatOf(fitting), make: () => storeAll(fitting, folderId) });
  };
  const storeAll = async (files: readonly File[], folderId: string | null) => {
    const incoming = files.map((file): Incoming => ({ file, name: file.name, type: typeOfName(file.name) }));
    const { present, resolution } = await resolveConflicts(incoming, folderId);
    const placements = placementsOf(incoming, present, resolution);
    const failed: { file: File; error: unknown }[] = [];
    const replacing: Pick<Item, 'id'>[] = [];
    const replaced: Pick<Item, 'id'>[] = [];
    setPending(placements.length);
    withdrawUndo();
    for (const placement of placements) {
      try {
        const id = await store(placement, folderId);
        if (placement.replaced !== null) {
          replacing.push({ id });
          replaced.push(placement.replaced);
        }
      } catch (error) {
        failed.push({ file: placement.incoming.file, error });
      }
      setPending((count) => count - 1);
    }
    if (failed.length > 0) {
      const left = failed.map(({ file }) => file);
      offerRetry({ kind: 'store', what: whatOf(left), make: () => storeAll(left, folderId) }, failed[0]!.error);
    }
    if (replaced.length === 0) return;
    await makeChange({
      kind: 'delete',
      what: t('replacedItems', { count: replaced.length }),
      make: async () => {
        // All at once, so that Undo brings all of them back; until then both are there.
        const restore = await deleteItems(replaced);
        offerUndo(t('replaced', { count: replaced.length }), async () => {
          await deleteItems(replacing);
          await restore();
        });
      },
    });
  };
  return { pending, tooLarge, upload, clearNotice: () => setTooLarge([]) };
}
