import { call, type CallResult } from '../../client/client.ts';
import { doAll, type Undo } from '../../components/do-all.ts';
import { requireRestored } from '../../components/undo.ts';
import { saveEntered } from '../../components/unsaved-edits.ts';

export const ROOT = '/apps/file-manager';

/** A folder or a file. */
export type Item = CallResult<'GET /api/apps/file-manager'>['files'][number];
export type ItemType = Item['type'];
export type Folder = CallResult<'GET /api/apps/file-manager'>;

export const folderHref = (id: string | null): string => (id === null ? ROOT : `${ROOT}/folders/${id}`);

export const isFolder = ({ type }: Pick<Item, 'type'>): boolean => type === 'folder';

export const saveItem = (id: string, item: { name?: string; folderId?: string | null; description?: string | null }) =>
  call('PATCH /api/apps/file-manager/item', { body: { id, item } });

/** Where something that comes into a folder is put. */
export interface Placement<T> {
  readonly incoming: T;
  /** The name that it gets. */
  readonly name: string;
  /** What is deleted for it. */
  readonly replaced: Pick<Item, 'id'> | null;
}

/** Deletes items, all in one call; what is returned brings all of them back. */
export async function deleteItems(items: readonly Pick<Item, 'id'>[]): Promise<Undo> {
  await Promise.all(items.map(({ id }) => saveEntered(id)));
  const deletion = await call('DELETE /api/apps/file-manager/items', { body: { ids: items.map(({ id }) => id) } });
  // Those that were gone before are none to bring back.
  if (deletion === null) return async () => {};
  const { id } = deletion;
  return async () => requireRestored(id, await call('POST /api/apps/file-manager/restore', { body: { id } }));
}

/** Moves items under the names of a plan. What they replace is deleted after, since they may come from it. */
export function moveItems(plan: readonly Placement<Item>[], folderId: string | null): Promise<Undo> {
  const replaced = plan.flatMap((placement) => placement.replaced ?? []);
  const moves = plan.map(({ incoming, name }) => async () => {
    const { id, folderId: former } = incoming;
    const isRenamed = name !== incoming.name;
    await saveItem(id, { folderId, ...(isRenamed && { name }) });
    return () => saveItem(id, { folderId: former, ...(isRenamed && { name: incoming.name }) });
  });
  return doAll(replaced.length === 0 ? moves : [...moves, () => deleteItems(replaced)]);
}

/** The address of an item's details with its name to be changed. */
export const renameHref = (href: string): string => `${href}${href.includes('?') ? '&' : '?'}rename=1`;

/** The text of a file with its ending, which the names of the sample do not have. */
const ENDINGS: Readonly<Partial<Record<ItemType, string>>> = {
  PDF: 'pdf',
  DOC: 'doc',
  XLS: 'xls',
  PPT: 'ppt',
  TXT: 'txt',
  CSV: 'csv',
  JPG: 'jpg',
  PNG: 'png',
  ZIP: 'zip',
};
export function downloadName({ name, type }: Pick<Item, 'name' | 'type'>): string {
  const ending = ENDINGS[type];
  return ending === undefined || /\.[a-z0-9]{2,5}$/i.test(name) ? name : `${name}.${ending}`;
}

const TYPES: Readonly<Record<string, ItemType>> = {
  pdf: 'PDF', doc: 'DOC', docx: 'DOC', odt: 'DOC', rtf: 'DOC', xls: 'XLS', xlsx: 'XLS', ods: 'XLS', ppt: 'PPT', pptx: 'PPT',
  txt: 'TXT', md: 'TXT', log: 'TXT', json: 'TXT', csv: 'CSV', tsv: 'CSV', jpg: 'JPG', jpeg: 'JPG', png: 'PNG', gif: 'PNG',
  webp: 'PNG', svg: 'PNG', zip: 'ZIP', gz: 'ZIP',
}; // prettier-ignore

/** The type of an uploaded file, by the ending of its name. */
export const typeOfName = (name: string): ItemType => TYPES[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'FILE';

/** A stored content as bytes. */
export function decoded(dataUrl: string): Uint8Array<ArrayBuffer> {
  const text = atob(dataUrl.slice(dataUrl.indexOf(',') + 1));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

export const mediaOf = (dataUrl: string): string => dataUrl.slice(5, dataUrl.indexOf(';base64,'));
