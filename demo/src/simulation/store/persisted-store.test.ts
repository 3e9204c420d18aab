import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { afterEach, expect, test } from 'vitest';
import { NOW, SEED } from '../conformance/fixed.ts';
import { simulate } from '../conformance/test-simulation.ts';
import { GROUPS } from '../groups/index.ts';
import type { DemoState, GroupName } from '../group.ts';
import { PersistedStore } from './persisted-store.ts';
import type { Channel } from './tabs.ts';
import { exportState, importState } from './transfer.ts';

/** A channel like the browser's that delivers on demand. */
const joined = new Map<string, Set<(message: unknown) => void>>();
const underway: (() => void)[] = [];
const deliver = () => {
  for (let next = underway.shift(); next; next = underway.shift()) next();
};
function channel(name: string): Channel {
  const listeners = joined.get(name) ?? new Set();
  joined.set(name, listeners);
  let receive: ((message: unknown) => void) | null = null;
  return {
    listen: (listener) => void listeners.add((receive = listener)),
    send: (sent) => {
      const message: unknown = structuredClone(sent);
      for (const listener of listeners) if (listener !== receive) underway.push(() => listener(message));
    },
    close: () => void listeners.delete(receive!),
  };
}

const opened: PersistedStore[] = [];
let tabs = 0;
/** As after a visit to every app, unless `groups` lists which. */
async function open(name: string, groups?: readonly GroupName[]): Promise<PersistedStore> {
  tabs += 1;
  const options = { groups: GROUPS, seed: SEED, name, now: () => NOW, channel: channel(name), tab: `tab ${tabs}` };
  const store = await PersistedStore.open(options);
  await store.ready(groups);
  opened.push(store);
  return store;
}
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
});

const stateOf = (store: PersistedStore) => store.state as DemoState;
const setStatus = (store: PersistedStore, status: string) =>
  simulate(store).fetch({ method: 'PATCH', path: '/api/common/user', body: { user: { status } } });
const addMessage = (store: PersistedStore, title: string) =>
  simulate(store).fetch({ method: 'POST', path: '/api/common/messages', body: { message: { title } } });
const quiet = { repaired: [], reset: [], damaged: [], unsaved: false };

/** Changes stored data without the store's knowledge. */
async function tamper(name: string, group: GroupName, change: (part: Record<string, unknown>) => void) {
  const db = await openDB(name);
  const part = (await db.get('parts', group)) as Record<string, unknown>;
  change(part);
  await db.put('parts', part);
  db.close();
}

test('keeps changes over a reload, and has no notice for a first visit', async () => {
  const before = await open('reload');
  expect(before.notice).toEqual(quiet);
  await setStatus(before, 'busy');
  await before.close();
  const after = await open('reload');
  expect(after.state).toEqual(before.state);
  expect(stateOf(after).user.user.status).toBe('busy');
  expect(after.notice).toEqual(quiet);
});

test('starts over here, in the other tab and after a reload when reset', async () => {
  const [one, other] = [await open('reset'), await open('reset')];
  const initial = one.state;
  await setStatus(one, 'busy');
  await addMessage(one, 'Gone soon');
  await one.reset();
  deliver();
  for (const store of [one, other, await open('reset')]) expect(store.state).toEqual(initial);
});

test('synchronizes two tabs, also when both change the same part at once', async () => {
  const [one, other] = [await open('tabs'), await open('tabs')];
  const notified: (readonly GroupName[])[] = [];
  other.subscribe((groups) => void notified.push(groups));
  await setStatus(one, 'away');
  deliver();
  expect(stateOf(other).user.user.status).toBe('away');
  expect(notified).toEqual([['user']]);
  // Neither has received the other's change yet.
  await addMessage(one, 'From one');
  await addMessage(other, 'From the other');
  deliver();
  expect(stateOf(one).inbox).toEqual(stateOf(other).inbox);
  await one.flush();
  await other.flush();
  expect((await open('tabs')).state).toEqual(one.state);
});

test('sends a new tab what the others have not stored yet', async () => {
  const one = await open('opening');
  await one.flush();
  await setStatus(one, 'away');
  const other = await open('opening');
  deliver();
  expect(stateOf(other).user.user.status).toBe('away');
});

test('seeds a group with its first call, without notifying, and stores it', async () => {
  const one = await open('lazy', []);
  const other = await open('lazy', []);
  const notified: unknown[] = [];
  for (const store of [one, other]) store.subscribe((groups) => void notified.push(groups));
  expect(one.state).toEqual({});
  await simulate(one).fetch({ method: 'GET', path: '/api/apps/chat/chats' });
  // Chats refer to contacts.
  expect(Object.keys(one.state).toSorted()).toEqual(['chat', 'contacts', 'user']);
  deliver();
  expect(notified).toEqual([]);
  await other.ready(['chat']);
  expect(stateOf(other).chat).toEqual(stateOf(one).chat);
  await one.flush();
  expect((await open('lazy', [])).state).toEqual(one.state);
});

test('initializes a group with changes by another tab', async () => {
  const [one, other] = [await open('begin', []), await open('begin', [])];
  await setStatus(one, 'away');
  deliver();
  await other.ready();
  expect(stateOf(other).user.user.status).toBe('away');
});

test('drops invalid records, with a notice', async () => {
  const before = await open('corrupt');
  await before.close();
  await tamper('corrupt', 'inbox', (part) => {
    const [first] = (part['data'] as { messages: Record<string, unknown>[] }).messages;
    first!['title'] = 7;
  });
  const after = await open('corrupt');
  expect(after.notice).toEqual({ ...quiet, repaired: ['inbox'] });
  expect(stateOf(after).inbox.messages).toEqual(stateOf(before).inbox.messages.slice(1));
  expect(stateOf(after).inbox.notifications).toEqual(stateOf(before).inbox.notifications);
  await after.close();
  expect((await open('corrupt')).notice).toEqual(quiet);
});

test.each([
  ['of another version', 'reset', (part: Record<string, unknown>) => void (part['version'] = 0)],
  ['no object', 'damaged', (part: Record<string, unknown>) => void (part['data'] = 'gone')],
  ['without its list', 'damaged', (part: Record<string, unknown>) => void (part['data'] = {})],
  [
    'with two of one id',
    'damaged',
    (part: Record<string, unknown>) => {
      const { shortcuts } = part['data'] as { shortcuts: unknown[] };
      shortcuts.push(shortcuts[0]);
    },
  ],
])('starts a stored part over that is %s, keeps the others, with a notice that says why', async (what, why, change) => {
  const before = await open(what);
  await setStatus(before, 'busy');
  await simulate(before).fetch({
    method: 'DELETE',
    path: `/api/common/shortcuts?id=${stateOf(before).shortcuts.shortcuts[0]!.id}`,
  });
  await before.close();
  await tamper(what, 'shortcuts', change);
  const after = await open(what);
  expect(after.notice).toEqual({ ...quiet, [why]: ['shortcuts'] });
  expect(stateOf(after).user.user.status).toBe('busy');
  expect(stateOf(after).shortcuts.shortcuts).toHaveLength(stateOf(before).shortcuts.shortcuts.length + 1);
  await after.close();
  expect(await open(what)).toMatchObject({ notice: quiet, state: after.state });
});

test('recreates a database with an unknown layout', async () => {
  const foreign = await openDB('foreign', 99, { upgrade: (db) => void db.createObjectStore('something') });
  foreign.close();
  const store = await open('foreign');
  expect(store.notice.reset).toEqual(GROUPS.map(({ name }) => name));
  await setStatus(store, 'away');
  await store.close();
  expect(stateOf(await open('foreign')).user.user.status).toBe('away');
});

test('imports an exported state entirely; any other file changes nothing', async () => {
  const one = await open('export');
  await setStatus(one, 'busy');
  await addMessage(one, 'Kept in a file');
  const file = await exportState(GROUPS, one);
  const other = await open('import');
  const before = other.state;
  const parsed = JSON.parse(file) as { groups: Record<string, { version: number; data: Record<string, unknown> }> };
  const faulty = (change: (groups: typeof parsed.groups) => void) => {
    const copy = structuredClone(parsed);
    change(copy.groups);
    return JSON.stringify(copy);
  };
  for (const [text, issue] of [
    ['{', { kind: 'not-json' }],
    ['null', { kind: 'not-ours' }],
    ['{"format":"rise-demo"}', { kind: 'not-ours' }],
    [faulty((groups) => delete groups['inbox']), { kind: 'missing', group: 'inbox' }],
    [faulty((groups) => (groups['user']!.version = 9)), { kind: 'other-version', group: 'user' }],
    [faulty((groups) => (groups['inbox']!.data['messages'] = [{}])), { kind: 'invalid', group: 'inbox' }],
  ] as const) {
    expect(await importState(GROUPS, other, text)).toEqual(issue);
    expect(other.state).toBe(before);
  }
  expect(await importState(GROUPS, other, file)).toBeNull();
  expect(other.state).toEqual(one.state);
  await other.close();
  expect((await open('import')).state).toEqual(one.state);
});

test('works without a database, with a notice that nothing is stored', async () => {
  const { indexedDB } = globalThis;
  Reflect.deleteProperty(globalThis, 'indexedDB');
  try {
    const store = await open('none');
    expect(store.notice).toEqual({ ...quiet, unsaved: true });
    expect((await setStatus(store, 'away')).status).toBe(200);
    expect(stateOf(store).user.user.status).toBe('away');
  } finally {
    globalThis.indexedDB = indexedDB;
  }
});
