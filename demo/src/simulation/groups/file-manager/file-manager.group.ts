import { invalidRequest, type CallContext, type Group, type StateOf } from '../../group.ts';
import { hasWords } from '../../words.ts';
import { byIdIn, byTitle, danglingReferences, duplicates, removeById } from '../../records.ts';
import { merge } from '../../text.ts';
import { bytesOf } from './content/bytes.ts';
import { seedFiles } from './file-manager.seed.ts';

type Item = StateOf<'fileManager'>['items'][number];

/** Deletions that can be undone. */
const MOST_REMOVED = 20;

/** Items by the folder they are in; null is the root. */
type Tree = ReadonlyMap<string | null, readonly Item[]>;

const trees = new WeakMap<readonly Item[], Tree>();

/** Built once for a state: a folder of thousands is listed with the totals of each. */
function treeOf(items: readonly Item[]): Tree {
  const known = trees.get(items);
  if (known) return known;
  const tree = new Map<string | null, Item[]>();
  for (const item of items) {
    const siblings = tree.get(item.folderId);
    if (siblings) siblings.push(item);
    else tree.set(item.folderId, [item]);
  }
  if (Object.isFrozen(items)) trees.set(items, tree);
  return tree;
}

/** An item with everything it contains, at any depth. */
function within(tree: Tree, item: Item): Item[] {
  return [item, ...(tree.get(item.id) ?? []).flatMap((inner) => within(tree, inner))];
}

/** The path from the root to the folder itself. */
function pathTo(items: readonly Item[], folder: Item | null): Item[] {
  if (!folder) return [];
  return [...pathTo(items, folder.folderId === null ? null : byIdIn(items, folder.folderId)), folder];
}

function sizeOf(bytes: number) {
  const unit = bytes < 1024 ? 'byte' : bytes < 1024 * 1024 ? 'kilobyte' : 'megabyte';
  const amount = bytes / { byte: 1, kilobyte: 1024, megabyte: 1024 * 1024 }[unit];
  const text = (language: string) =>
    new Intl.NumberFormat(language, {
      style: 'unit',
      unit,
      unitDisplay: unit === 'byte' ? 'long' : 'short',
      maximumFractionDigits: 1,
    }).format(amount);
  return { en: text('en'), tr: text('tr') };
}

function contentsOf(tree: Tree, folder: Item) {
  const inner = tree.get(folder.id) ?? [];
  const folders = inner.filter(({ type }) => type === 'folder').length;
  const files = inner.length - folders;
  const en = [
    folders && `${folders} ${folders === 1 ? 'folder' : 'folders'}`,
    files && `${files} ${files === 1 ? 'file' : 'files'}`,
  ];
  const tr = [folders && `${folders} klasör`, files && `${files} dosya`];
  return { en: en.filter(Boolean).join(', ') || 'Empty', tr: tr.filter(Boolean).join(', ') || 'Boş' };
}

function output(tree: Tree, item: Item) {
  const { dataUrl: _, ...rest } = item;
  const bytes = within(tree, item).reduce((sum, inner) => sum + inner.bytes, 0);
  return { ...rest, bytes, size: sizeOf(bytes), contents: item.type === 'folder' ? contentsOf(tree, item) : null };
}

/** All folders by their names, each after the one it is in. */
function foldersOf(
  tree: Tree,
  { localize, language }: CallContext,
  parent: string | null = null,
  depth = 0,
): FolderLine[] {
  const folders = (tree.get(parent) ?? []).filter(({ type }) => type === 'folder');
  return byTitle(folders, ({ name }) => localize(name), language).flatMap(({ id, folderId, name }) => [
    { id, folderId, name, depth },
    ...foldersOf(tree, { localize, language } as CallContext, id, depth + 1),
  ]);
}
type FolderLine = Pick<Item, 'id' | 'folderId' | 'name'> & { depth: number };

/** Issues of moving an item into a folder: it does not exist, or is inside the item itself. */
function validateFolder(items: readonly Item[], folderId: string | null | undefined, item: Item | null) {
  if (folderId == null) return [];
  const folder = byIdIn(items, folderId);
  if (folder?.type !== 'folder') return [{ field: 'item.folderId', message: `No folder is called ${folderId}` }];
  if (item && within(treeOf(items), item).includes(folder))
    return [{ field: 'item.folderId', message: 'A folder can’t contain itself' }];
  return [];
}

/** Deletes items with all that is in them, as one deletion that can be undone; returns those that were there. */
function remove(draft: StateOf<'fileManager'>, ids: readonly string[], deletionId: string): Item[] {
  const requested = new Set(ids);
  const tree = treeOf(draft.items);
  const found = draft.items.filter(({ id }) => requested.has(id));
  // What is in another one of them is deleted once.
  const deleted = new Map(found.flatMap((item) => within(tree, item)).map((item) => [item.id, item]));
  if (found.length === 0) return [];
  draft.items = draft.items.filter(({ id }) => !deleted.has(id));
  draft.removed = [...draft.removed, { id: deletionId, items: [...deleted.values()] }].slice(-MOST_REMOVED);
  return found;
}

/** Brings back all that a deletion has removed; returns the items that are in none of the others. */
function restore(draft: StateOf<'fileManager'>, deletionId: string): Item[] | null {
  const deletion = removeById(draft.removed, deletionId);
  if (!deletion) return null;
  const restored = new Set(deletion.items.map(({ id }) => id));
  const roots = deletion.items.filter(({ folderId }) => folderId === null || !restored.has(folderId));
  // Their folder may be gone by now.
  for (const item of roots)
    if (item.folderId !== null && byIdIn(draft.items, item.folderId) === null) item.folderId = null;
  draft.items.push(...deletion.items);
  return roots;
}

export const fileManager: Group<'fileManager', 'user'> = {
  name: 'fileManager',
  reads: ['user'],
  seed: seedFiles,
  findIssues: ({ items, removed }) => {
    const folders = items.filter(({ type }) => type === 'folder');
    const reached = items.filter(({ folderId }) => folderId === null).flatMap((item) => within(treeOf(items), item));
    return [
      ...duplicates('file', [...items, ...removed.flatMap((one) => one.items)]),
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
        const tree = treeOf(items);
        const sorted = byTitle(children, ({ name }) => localize(name), language).map((item) => output(tree, item));
        return {
          folders: sorted.filter(({ type }) => type === 'folder'),
          files: sorted.filter(({ type }) => type !== 'folder'),
          path: pathTo(items, folder).map((item) => output(tree, item)),
        };
      },
    },
    'GET /api/apps/file-manager/search': {
      read: ({ items }, { query: { query }, localize, language }) => {
        if (query.trim() === '') return [];
        const tree = treeOf(items);
        const found = items.filter(({ name, description }) => hasWords([name, description ?? ''].map(localize), query));
        return byTitle(found, ({ name }) => localize(name), language).map((item) => ({
          ...output(tree, item),
          place: pathTo(items, item)
            .slice(0, -1)
            .map(({ name }) => localize(name))
            .join(' / '),
        }));
      },
    },
    'GET /api/apps/file-manager/folders': {
      withoutInput: true,
      read: ({ items }, context) => foldersOf(treeOf(items), context),
    },
    'GET /api/apps/file-manager/content': {
      read: async ({ items }, { query, localize, language }) => {
        const item = byIdIn(items, query.id);
        if (!item || item.type === 'folder') return null;
        if (item.dataUrl !== undefined) return item.dataUrl;
        const { generatedFile } = await import('./content/generated-file.ts');
        const description = item.description === null ? null : localize(item.description);
        return generatedFile({ ...item, name: localize(item.name), description }, language);
      },
    },
    'POST /api/apps/file-manager/item': {
      write: ({ items }, { body, id, now, others }) => {
        const issues = validateFolder(items, body.item.folderId, null);
        if (issues.length > 0) return invalidRequest(id(), issues);
        const { type, bytes, dataUrl, ...rest } = body.item;
        const item: Item = {
          ...rest,
          type,
          ...(dataUrl !== undefined && type !== 'folder' && { dataUrl }),
          id: id(),
          createdBy: others.user.user.name as string,
          createdAt: now.toISOString(),
          modifiedAt: now.toISOString(),
          bytes: type === 'folder' ? 0 : dataUrl === undefined ? bytes : bytesOf(dataUrl),
          description: body.item.description ?? null,
        };
        items.push(item);
        return output(treeOf(items), item);
      },
    },
    'PATCH /api/apps/file-manager/item': {
      write: ({ items }, { body, id, now, language }) => {
        const item = byIdIn(items, body.id);
        if (!item) return null;
        const issues = validateFolder(items, body.item.folderId, item);
        if (issues.length > 0) return invalidRequest(id(), issues);
        merge(item, { ...body.item, modifiedAt: now.toISOString() }, language);
        return output(treeOf(items), item);
      },
    },
    'DELETE /api/apps/file-manager/item': {
      write: (draft, { query }) => (remove(draft, [query.id], query.id).length > 0 ? true : null),
    },
    'DELETE /api/apps/file-manager/items': {
      write: (draft, { body, id }) => {
        const deletion = id();
        const deleted = remove(draft, body.ids, deletion);
        return deleted.length > 0 ? { id: deletion, ids: deleted.map((item) => item.id) } : null;
      },
    },
    'POST /api/apps/file-manager/restore': {
      write: (draft, { body }) => {
        const restored = restore(draft, body.id);
        const tree = treeOf(draft.items);
        return restored && restored.map((item) => output(tree, item));
      },
    },
  },
};
