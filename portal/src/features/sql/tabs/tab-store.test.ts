import type { SqlTab } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import { beforeEach, expect, test } from 'vitest';
import { TabStore, type TabContent, type TabRequests } from './tab-store.ts';

/** The server's tabs. */
let stored: SqlTab[];
let failWith: ApiError | null;
const EMPTY: TabContent = { title: 'A', sql: '', parameters: [], savedQuery: null };
const tab = (id: string, change: Partial<SqlTab> = {}): SqlTab => ({
  ...EMPTY,
  id,
  revision: 1,
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...change,
});

const requests: TabRequests = {
  list: async () => stored,
  open: async (content) => {
    if (failWith) throw failWith;
    const opened = tab(`id-${stored.length}`, content);
    stored = [...stored, opened];
    return opened;
  },
  save: async (id, content, basedOn) => {
    if (failWith) throw failWith;
    const before = stored.find((item) => item.id === id);
    if (!before) throw new ApiError(404, 'NOT_FOUND', 'Gone');
    if (before.revision !== basedOn) throw new ApiError(409, 'CONFLICT', 'Changed');
    const saved = { ...before, ...content, revision: basedOn + 1 };
    stored = stored.map((item) => (item.id === id ? saved : item));
    return saved;
  },
  close: async (id) => {
    stored = stored.filter((item) => item.id !== id);
  },
};
const openStore = () => new TabStore(stored, requests, { saveAfterMs: 0 });
const texts = () => stored.map(({ sql }) => sql);

beforeEach(() => {
  stored = [tab('one', { sql: 'SELECT 1' })];
  failWith = null;
});

test('what is entered is saved, the last change last', async () => {
  const store = openStore();
  const { key } = store.state().tabs[0]!;
  store.change(key, { sql: 'SELECT 2' });
  expect(store.state().saving).toBe('pending');
  const first = store.flush();
  store.change(key, { sql: 'SELECT 3' });
  await first;
  await store.flush();
  expect(texts()).toEqual(['SELECT 3']);
  expect(store.state().saving).toBe('saved');
});

test('a new tab is stored once it has a text', async () => {
  const store = openStore();
  const { key } = store.add(EMPTY);
  await store.flush();
  expect(texts()).toEqual(['SELECT 1']);
  store.change(key, { sql: 'SELECT 2' });
  await store.flush();
  expect(texts()).toEqual(['SELECT 1', 'SELECT 2']);
  expect(store.state().tabs[1]!.id).toBe('id-1');
});

test('a tab that was changed elsewhere stays, beside what was entered here', async () => {
  const store = openStore();
  const { key } = store.state().tabs[0]!;
  stored = [tab('one', { sql: 'of the other device', revision: 2 })];
  store.change(key, { sql: 'of this device' });
  await store.flush();
  expect(texts()).toEqual(['of the other device', 'of this device']);
  expect(store.state().tabs.map(({ sql }) => sql)).toEqual(['of this device', 'of the other device']);
  expect(store.state().conflict).toBe('A');
});

test('a tab that was closed elsewhere is opened again with what was entered', async () => {
  const store = openStore();
  stored = [];
  store.change(store.state().tabs[0]!.key, { sql: 'still here' });
  await store.flush();
  expect(texts()).toEqual(['still here']);
});

test('an error is shown until it is saved again', async () => {
  const store = openStore();
  const { key } = store.state().tabs[0]!;
  failWith = new ApiError(0, 'OFFLINE', 'Offline');
  store.change(key, { sql: 'SELECT 2' });
  await store.flush();
  expect(store.state().saving).toBe('failed');
  failWith = null;
  await store.flush();
  expect([store.state().saving, ...texts()]).toEqual(['saved', 'SELECT 2']);
});

test('a closed tab is gone on the server, also while it is saved', async () => {
  const store = openStore();
  const { key } = store.add({ ...EMPTY, sql: 'SELECT 2' });
  const saving = store.flush();
  await Promise.all([saving, store.close(key)]);
  expect(texts()).toEqual(['SELECT 1']);
  expect(store.state().tabs).toHaveLength(1);
});
