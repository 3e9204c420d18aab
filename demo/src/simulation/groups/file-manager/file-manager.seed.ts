import { COLLEAGUES } from '../../generate/cast.ts';
import { dayFrom } from '../../generate/days.ts';
import type { Seeding, StateOf } from '../../group.ts';
import type { LocalizedText } from '../../text.ts';
import files from './data/files.json';

type Item = StateOf<'fileManager'>['items'][number];
interface Folder {
  /** English folder names from the root, separated by slashes. */
  readonly folder: string;
  readonly items: readonly FileEntry[];
}
interface FileEntry {
  readonly name: LocalizedText;
  /** Missing for folders. */
  readonly type?: Item['type'];
  readonly kilobytes?: number;
  readonly description?: LocalizedText;
}

export function seedFiles({ random, now }: Seeding): StateOf<'fileManager'> {
  const folders = new Map<string, string>();
  const items: Item[] = (files as Folder[]).flatMap(({ folder, items: entries }) =>
    entries.map(({ name, type = 'folder', kilobytes = 0, description }): Item => {
      const id = random.uuid();
      if (type === 'folder') folders.set(folder === '' ? name.en : `${folder}/${name.en}`, id);
      const created = random.int(20, 300);
      return {
        id,
        folderId: folders.get(folder) ?? null,
        name,
        createdBy: random.pick(COLLEAGUES).name,
        createdAt: dayFrom(now, -created, random.int(8, 17)),
        modifiedAt: dayFrom(now, -random.int(1, created), random.int(8, 17)),
        bytes: kilobytes === 0 ? 0 : kilobytes * 1024 - random.int(0, 900),
        type,
        description: description ?? null,
      };
    }),
  );
  return { items, removed: [] };
}
