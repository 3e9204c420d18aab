import { useState } from 'react';
import { call } from '../../client/client.ts';
import { dataUrlOf } from '../../components/read-file.ts';
import { offerUndo, withdrawUndo } from '../../components/undo.ts';
import { placementsOf, type ResolveConflicts } from './conflict.rules.ts';
import { deleteItems, type Item, type Placement, typeOfName } from './item.ts';
import { useFilesTexts } from './file-manager.texts.ts';

/** As in the contract, whose schemas are loaded later. */
const MOST_BYTES = 5 * 1024 * 1024;

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
  const [notStored, setNotStored] = useState<readonly string[]>([]);
  const upload = async (files: readonly File[], folderId: string | null) => {
    const fitting = files.filter(({ size }) => size <= MOST_BYTES);
    setTooLarge(files.filter(({ size }) => size > MOST_BYTES).map(({ name }) => name));
    setNotStored([]);
    const incoming = fitting.map((file): Incoming => ({ file, name: file.name, type: typeOfName(file.name) }));
    const { present, resolution } = await resolveConflicts(incoming, folderId);
    const placements = placementsOf(incoming, present, resolution);
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
      } catch {
        setNotStored((before) => [...before, placement.incoming.name]);
      }
      setPending((count) => count - 1);
    }
    if (replaced.length === 0) return;
    // All at once, so that Undo brings all of them back; until then both are there.
    const restore = await deleteItems(replaced);
    offerUndo(t('replaced', { count: replaced.length }), async () => {
      await deleteItems(replacing);
      await restore();
    });
  };
  const clearNotices = () => {
    setTooLarge([]);
    setNotStored([]);
  };
  return { pending, tooLarge, notStored, upload, clearNotices };
}
