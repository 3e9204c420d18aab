import { expect } from 'vitest';
import type { Api, Cases } from '../../conformance/cases.ts';

const open = (api: Api, folderId = 'null', language: 'en' | 'tr' = 'en') =>
  api.call('GET /api/apps/file-manager', { query: { folderId }, language });
const names = (items: readonly { name: string }[]) => items.map(({ name }) => name);

/** The folder at the end of a path from the root. */
async function folder(api: Api, ...way: string[]) {
  let { folders } = await open(api);
  for (const name of way.slice(0, -1)) ({ folders } = await open(api, folders.find((one) => one.name === name)!.id));
  return folders.find(({ name }) => name === way.at(-1))!;
}

export const fileManagerCases: Cases<'fileManager'> = {
  'GET /api/apps/file-manager': {
    'null means the root': async (api) => {
      const root = await open(api);
      expect(names(root.folders)).toEqual([
        'Board papers',
        'Compliance',
        'Finance',
        'Lending',
        'Marketing',
        'People',
        'Pictures',
        'Technology',
      ]);
      expect(root.path).toEqual([]);
      expect(await api.call('GET /api/apps/file-manager')).toEqual(root);
    },
    'folders and files sorted by name': async (api) => {
      for (const language of ['en', 'tr'] as const) {
        const { folders, files } = await open(api, 'null', language);
        for (const items of [folders, files])
          expect(names(items)).toEqual(names(items).toSorted(new Intl.Collator(language).compare));
        expect(files.some(({ type }) => type === 'folder')).toBe(false);
      }
    },
    'the path leads from the root to the folder itself': async (api) => {
      const { id } = await folder(api, 'Board papers', 'March meeting');
      const { path, files } = await open(api, id);
      expect(names(path)).toEqual(['Board papers', 'March meeting']);
      expect(path.at(-1)!.id).toBe(id);
      expect(files.every(({ folderId }) => folderId === id)).toBe(true);
    },
    'a folder lists its contents, and its size is their sum': async (api) => {
      const board = await folder(api, 'Board papers');
      expect(board.contents).toBe('3 folders, 4 files');
      const kilobytes = ({ size }: { size: string }) => Number.parseFloat(size) * (size.endsWith('MB') ? 1024 : 1);
      const inner = await open(api, board.id);
      const sum = [...inner.folders, ...inner.files].reduce((total, item) => total + kilobytes(item), 0);
      expect(Math.abs(kilobytes(board) - sum) / sum).toBeLessThan(0.03);
      expect(inner.files.every(({ contents }) => contents === null)).toBe(true);
    },
    'an unknown folder holds nothing': async (api) => {
      expect(await open(api, 'nothing')).toEqual({ folders: [], files: [], path: [] });
    },
  },
  'GET /api/apps/file-manager/search': {
    'finds names and descriptions in all folders, and says in which': async (api) => {
      const found = await api.call('GET /api/apps/file-manager/search', { query: { query: 'REMINDER' } });
      expect(found.map(({ name, place }) => [name, place])).toEqual([
        ['First reminder', 'Lending / Collections / Letters'],
        ['Second reminder', 'Lending / Collections / Letters'],
      ]);
      const [plan] = await api.call('GET /api/apps/file-manager/search', { query: { query: 'approved in january' } });
      expect(plan).toMatchObject({ name: 'Strategic plan', place: 'Board papers' });
      expect(await api.call('GET /api/apps/file-manager/search', { query: { query: ' ' } })).toEqual([]);
    },
  },
  'GET /api/apps/file-manager/folders': {
    'each after the one it is in': async (api) => {
      const all = await api.call('GET /api/apps/file-manager/folders');
      expect(all.slice(0, 4).map(({ name, depth }) => [name, depth])).toEqual([
        ['Board papers', 0],
        ['Annual meeting', 1],
        ['April meeting', 1],
        ['March meeting', 1],
      ]);
      for (const { folderId, depth } of all)
        expect(depth).toBe(folderId === null ? 0 : all.find(({ id }) => id === folderId)!.depth + 1);
    },
  },
  'GET /api/apps/file-manager/content': {
    'has exactly the size that the file has, whatever the language': async (api) => {
      const { files } = await open(api);
      expect(new Set(files.map(({ type }) => type)).size).toBeGreaterThan(3);
      for (const { id, bytes } of files)
        for (const language of ['en', 'tr'] as const) {
          const content = await api.call('GET /api/apps/file-manager/content', { query: { id }, language });
          expect(atob(content!.split(',')[1]!)).toHaveLength(bytes);
        }
    },
    'a folder and an unknown id return null': async (api) => {
      for (const id of ['nothing', (await folder(api, 'Lending')).id])
        expect(await api.call('GET /api/apps/file-manager/content', { query: { id } })).toBeNull();
    },
  },
  'POST /api/apps/file-manager/item': {
    'a content is kept as it is, and makes the size': async (api) => {
      const dataUrl = `data:text/plain;base64,${btoa('Hello!!')}`;
      const { id, bytes } = await api.call('POST /api/apps/file-manager/item', {
        body: { item: { folderId: null, name: 'note.txt', type: 'TXT', bytes: 1, dataUrl } },
      });
      expect(bytes).toBe(7);
      expect(await api.call('GET /api/apps/file-manager/content', { query: { id } })).toBe(dataUrl);
    },
    'returns it with an id, made by the user': async (api) => {
      const { id } = await folder(api, 'Lending');
      const created = await api.call('POST /api/apps/file-manager/item', {
        body: { item: { folderId: id, name: 'Offer', type: 'PDF', bytes: 204_800 } },
      });
      expect(created).toMatchObject({
        folderId: id,
        createdBy: 'Deniz Arslan',
        createdAt: api.now.toISOString(),
        size: '200 kB',
      });
      expect((await open(api, id)).files).toContainEqual(created);
    },
    'an unknown folder is rejected': async (api) => {
      const body = { item: { folderId: 'nothing', name: 'X', type: 'folder' } };
      expect(await api.request('POST /api/apps/file-manager/item', { body })).toMatchObject({
        status: 400,
        body: { error: { details: [{ field: 'item.folderId' }] } },
      });
    },
  },
  'PATCH /api/apps/file-manager/item': {
    'returns the merged one, and the others stay': async (api) => {
      const before = await open(api);
      const item = { name: 'Agencies', description: 'All of them' };
      const after = await api.call('PATCH /api/apps/file-manager/item', { body: { id: before.files[0]!.id, item } });
      expect(after).toEqual({ ...before.files[0], ...item, modifiedAt: api.now.toISOString() });
      expect((await open(api)).files).toEqual([after, ...before.files.slice(1)]);
    },
    'a folder is moved with its contents, but not into itself': async (api) => {
      const [board, march, people] = [
        await folder(api, 'Board papers'),
        await folder(api, 'Board papers', 'March meeting'),
        await folder(api, 'People'),
      ];
      const move = (id: string, folderId: string) =>
        api.request('PATCH /api/apps/file-manager/item', { body: { id, item: { folderId } } });
      expect(await move(board.id, march.id)).toMatchObject({ status: 400 });
      expect(await move(board.id, board.id)).toMatchObject({ status: 400 });
      expect(await move(board.id, people.id)).toMatchObject({ status: 200 });
      expect(names((await open(api, march.id)).path)).toEqual(['People', 'Board papers', 'March meeting']);
    },
    'an unknown id returns null': async (api) => {
      expect(await api.call('PATCH /api/apps/file-manager/item', { body: { id: 'nothing', item: {} } })).toBeNull();
    },
  },
  'DELETE /api/apps/file-manager/item': {
    'returns true, and it is gone with all that lay in it': async (api) => {
      const [board, march] = [await folder(api, 'Board papers'), await folder(api, 'Board papers', 'March meeting')];
      const [inner] = (await open(api, march.id)).files;
      expect(await api.call('DELETE /api/apps/file-manager/item', { query: { id: board.id } })).toBe(true);
      expect(names((await open(api)).folders)).not.toContain('Board papers');
      expect(await open(api, march.id)).toEqual({ folders: [], files: [], path: [] });
      expect(await api.call('DELETE /api/apps/file-manager/item', { query: { id: inner!.id } })).toBeNull();
    },
    'an unknown id returns null': async (api) => {
      expect(await api.call('DELETE /api/apps/file-manager/item', { query: { id: 'nothing' } })).toBeNull();
    },
  },
  'DELETE /api/apps/file-manager/items': {
    'returns those that were there, and they are gone with all that lay in them': async (api) => {
      const [board, march] = [await folder(api, 'Board papers'), await folder(api, 'Board papers', 'March meeting')];
      const [file] = (await open(api)).files;
      const ids = [board.id, file!.id, march.id];
      const deletion = await api.call('DELETE /api/apps/file-manager/items', { body: { ids: [...ids, 'nothing'] } });
      expect(new Set(deletion!.ids)).toEqual(new Set(ids));
      const after = await open(api);
      expect(names(after.folders)).not.toContain('Board papers');
      expect(after.files).not.toContainEqual(file);
      expect(await open(api, march.id)).toEqual({ folders: [], files: [], path: [] });
    },
    'where none was there it returns null': async (api) => {
      expect(await api.call('DELETE /api/apps/file-manager/items', { body: { ids: ['nothing'] } })).toBeNull();
    },
  },
  'POST /api/apps/file-manager/restore': {
    'brings back a folder with all that was in it': async (api) => {
      const board = await folder(api, 'Board papers');
      const before = await open(api, board.id);
      await api.call('DELETE /api/apps/file-manager/item', { query: { id: board.id } });
      expect(await api.call('POST /api/apps/file-manager/restore', { body: { id: board.id } })).toEqual([board]);
      expect(await open(api, board.id)).toEqual(before);
      expect(await api.call('POST /api/apps/file-manager/restore', { body: { id: board.id } })).toBeNull();
    },
    'to the root where its folder is gone': async (api) => {
      const [board, march] = [await folder(api, 'Board papers'), await folder(api, 'Board papers', 'March meeting')];
      for (const { id } of [march, board]) await api.call('DELETE /api/apps/file-manager/item', { query: { id } });
      const restored = await api.call('POST /api/apps/file-manager/restore', { body: { id: march.id } });
      expect(restored).toMatchObject([{ id: march.id, folderId: null }]);
    },
    'a deletion of several is undone as a whole, whatever their number': async (api) => {
      const [lending, board] = [await folder(api, 'Lending'), await folder(api, 'Board papers')];
      for (let number = 0; number < 60; number++)
        await api.call('POST /api/apps/file-manager/item', {
          body: { item: { folderId: lending.id, name: `File ${number}`, type: 'TXT' } },
        });
      const before = [await open(api), await open(api, lending.id), await open(api, board.id)];
      const inLending = [...before[1]!.folders, ...before[1]!.files].map(({ id }) => id);
      // A folder with some of what is in it, and another one.
      const ids = [...inLending, lending.id, board.id];
      const deletion = await api.call('DELETE /api/apps/file-manager/items', { body: { ids } });
      const restored = await api.call('POST /api/apps/file-manager/restore', { body: { id: deletion!.id } });
      expect(new Set(names(restored!))).toEqual(new Set(['Lending', 'Board papers']));
      expect([await open(api), await open(api, lending.id), await open(api, board.id)]).toEqual(before);
      expect(await api.call('POST /api/apps/file-manager/restore', { body: { id: deletion!.id } })).toBeNull();
    },
  },
};
