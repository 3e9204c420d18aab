import { invalidRequest, type Group, type StateOf } from '../../group.ts';
import { byIdIn, byTitle, danglingReferences, duplicates } from '../../records.ts';
import { merge } from '../../text.ts';
import { seedFiles } from './file-manager.seed.ts';

type Item = StateOf<'fileManager'>['items'][number];

/** An item with everything it contains, at any depth. */
function within(items: readonly Item[], item: Item): Item[] {
  return [item, ...items.filter(({ folderId }) => folderId === item.id).flatMap((inner) => within(items, inner))];
}

/** The path from the root to the folder itself. */
function pathTo(items: readonly Item[], folder: Item | null): Item[] {
  if (!folder) return [];
  return [...pathTo(items, folder.folderId === null ? null : byIdIn(items, folder.folderId)), folder];
}

function sizeOf(bytes: number) {
  const [amount, unit] = bytes < 1024 * 1024 ? [bytes / 1024, 'kilobyte'] : [bytes / 1024 / 1024, 'megabyte'];
  const text = (language: string) =>
    new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 }).format(amount);
  return { en: text('en'), tr: text('tr') };
}

function contentsOf(items: readonly Item[], folder: Item) {
  const inner = items.filter(({ folderId }) => folderId === folder.id);
  const folders = inner.filter(({ type }) => type === 'folder').length;
  const files = inner.length - folders;
  const en = [
    folders && `${folders} ${folders === 1 ? 'folder' : 'folders'}`,
    files && `${files} ${files === 1 ? 'file' : 'files'}`,
  ];
  const tr = [folders && `${folders} klasör`, files && `${files} dosya`];
  return { en: en.filter(Boolean).join(', ') || 'Empty', tr: tr.filter(Boolean).join(', ') || 'Boş' };
}

function output(items: readonly Item[], item: Item) {
  const { bytes: _, ...rest } = item;
  const bytes = within(items, item).reduce((sum, inner) => sum + inner.bytes, 0);
  return { ...rest, size: sizeOf(bytes), contents: item.type === 'folder' ? contentsOf(items, item) : null };
}

/** Issues of moving an item into a folder: it does not exist, or is inside the item itself. */
function validateFolder(items: readonly Item[], folderId: string | null | undefined, item: Item | null) {
  if (folderId == null) return [];
  const folder = byIdIn(items, folderId);
  if (folder?.type !== 'folder') return [{ field: 'item.folderId', message: `No folder is called ${folderId}` }];
  if (item && within(items, item).includes(folder))
    return [{ field: 'item.folderId', message: 'A folder can’t contain itself' }];
  return [];
}

export const fileManager: Group<'fileManager', 'user'> = {
  name: 'fileManager',
  reads: ['user'],
  seed: seedFiles,
  findIssues: ({ items }) => {
    const folders = items.filter(({ type }) => type === 'folder');
    const reached = items.filter(({ folderId }) => folderId === null).flatMap((item) => within(items, item));
    return [
      ...duplicates('file', items),
      ...items.flatMap((item) => danglingReferences(`file ${item.id}`, [item.folderId], folders)),
      ...(reached.length === items.length ? [] : ['some files can’t be reached from the root']),
    ];
  },
  handlers: {
    'GET /api/apps/file-manager': {
      read: ({ items }, { query, localize, language }) => {
        const folder = query.folderId === 'null' ? null : byIdIn(items, query.folderId);
        const children =
          query.folderId !== 'null' && !folder ? [] : items.filter(({ folderId }) => folderId === (folder?.id ?? null));
        const sorted = byTitle(children, ({ name }) => localize(name), language).map((item) => output(items, item));
        return {
          folders: sorted.filter(({ type }) => type === 'folder'),
          files: sorted.filter(({ type }) => type !== 'folder'),
          path: pathTo(items, folder).map((item) => output(items, item)),
        };
      },
    },
    'POST /api/apps/file-manager/item': {
      write: ({ items }, { body, id, now, others }) => {
        const issues = validateFolder(items, body.item.folderId, null);
        if (issues.length > 0) return invalidRequest(id(), issues);
        const { type, bytes } = body.item;
        const item: Item = {
          ...body.item,
          id: id(),
          createdBy: others.user.user.name as string,
          createdAt: now.toISOString(),
          modifiedAt: now.toISOString(),
          bytes: type === 'folder' ? 0 : bytes,
          description: body.item.description ?? null,
        };
        items.push(item);
        return output(items, item);
      },
    },
    'PATCH /api/apps/file-manager/item': {
      write: ({ items }, { body, id, now, language }) => {
        const item = byIdIn(items, body.id);
        if (!item) return null;
        const issues = validateFolder(items, body.item.folderId, item);
        if (issues.length > 0) return invalidRequest(id(), issues);
        return output(items, merge(item, { ...body.item, modifiedAt: now.toISOString() }, language));
      },
    },
    'DELETE /api/apps/file-manager/item': {
      write: (draft, { query }) => {
        const item = byIdIn(draft.items, query.id);
        if (!item) return null;
        const deletedIds = new Set(within(draft.items, item).map(({ id }) => id));
        draft.items = draft.items.filter(({ id }) => !deletedIds.has(id));
        return true;
      },
    },
  },
};
