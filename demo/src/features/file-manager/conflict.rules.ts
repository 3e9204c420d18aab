import { downloadName, isFolder, type Item, type Placement } from './item.ts';

/** What is done where a name is taken. */
export type Resolution = 'both' | 'replace' | 'skip';

type Named = Pick<Item, 'name' | 'type'>;

/** What is in the folder that items come into, and what to do where their names are taken. */
export type ResolveConflicts = (
  incoming: readonly Named[],
  folderId: string | null,
) => Promise<{ readonly present: readonly Item[]; readonly resolution: Resolution }>;

/** The same for names that readers cannot tell apart. A folder and a file differ by their pictures. */
const keyOf = (item: Named): string =>
  `${isFolder(item) ? 'folder' : 'file'} ${downloadName(item).normalize('NFC').toLowerCase()}`;

/** What has a name that is taken in the folder that it comes into. */
export function conflictsOf<T extends Named>(incoming: readonly T[], present: readonly Item[]): T[] {
  const taken = new Set(present.map(keyOf));
  return incoming.filter((item) => taken.has(keyOf(item)));
}

/** The name with a number that no other has: `Plan (2).pdf`. */
export function freeName({ name, type }: Named, taken: ReadonlySet<string>): string {
  const [, stem = name, ending = ''] = isFolder({ type }) ? [] : (/^(.+?)(\.[a-z0-9]{1,5})?$/i.exec(name) ?? []);
  for (let number = 2; ; number++) {
    const next = `${stem} (${number})${ending}`;
    if (!taken.has(keyOf({ name: next, type }))) return next;
  }
}

/** Where each item is put. Of two that come with one name, the second gets a number. */
export function placementsOf<T extends Named>(
  incoming: readonly T[],
  present: readonly Item[],
  resolution: Resolution,
): Placement<T>[] {
  const items = new Map(present.map((item) => [keyOf(item), item]));
  const taken = new Set(items.keys());
  return incoming.flatMap((item): Placement<T>[] => {
    const key = keyOf(item);
    const existing = items.get(key) ?? null;
    if (existing !== null && resolution === 'skip') return [];
    const isReplacing = existing !== null && resolution === 'replace';
    const name = taken.has(key) && !isReplacing ? freeName(item, taken) : item.name;
    taken.add(keyOf({ name, type: item.type }));
    items.delete(key);
    return [{ incoming: item, name, replaced: isReplacing ? existing : null }];
  });
}

/** The name of a new folder, with a number where it is taken. */
export function newFolderName(name: string, present: readonly Item[]): string {
  return placementsOf([{ name, type: 'folder' as const }], present, 'both')[0]!.name;
}
