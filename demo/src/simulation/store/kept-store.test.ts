import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { afterEach, expect, test } from 'vitest';
import { NOW, SEED } from '../conformance/fixed.ts';
import { simulate } from '../conformance/test-simulation.ts';
import { GROUPS } from '../groups/index.ts';
import type { DemoState, GroupName } from '../group.ts';
import { openKeptStore, type KeptStore } from './kept-store.ts';
import type { Channel } from './tabs.ts';
import { exportState, importState } from './transfer.ts';

/** A channel like the browser's, which hands over when it is told to. */
const joined = new Map<string, Set<(message: unknown) => void>>();
const underway: (() => void)[] = [];
const deliver = () => {
  for (let next = underway.shift(); next; next = underway.shift()) next();
};
function channel(name: string): Channel {
  const listeners = joined.get(name) ?? new Set();
  joined.set(name, listeners);
  let own: ((message: unknown) => void) | null = null;
  return {
    listen: (listener) => void listeners.add((own = listener)),
    send: (given) => {
      const message: unknown = structuredClone(given);
      for (const listener of listeners) if (listener !== own) underway.push(() => listener(message));
    },
    close: () => void listeners.delete(own!),
  };
}

const opened: KeptStore[] = [];
let tabs = 0;
/** As after a visit to every app, unless `begun` says to which. */
async function open(name: string, begun?: readonly GroupName[]): Promise<KeptStore> {
  tabs += 1;
  const options = { groups: GROUPS, seed: SEED, name, now: () => NOW, channel: channel(name), tab: `tab ${tabs}` };
  const store = await openKeptStore(options);
  await store.ready(begun);
  opened.push(store);
  return store;
}
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
});

const stateOf = (store: KeptStore) => store.state as DemoState;
const setStatus = (store: KeptStore, status: string) =>
  simulate(store).fetch({ method: 'PATCH', path: '/api/common/user', body: { user: { status } } });
const addMessage = (store: KeptStore, title: string) =>
  simulate(store).fetch({ method: 'POST', path: '/api/common/messages', body: { message: { title } } });
const quiet = { repaired: [], reset: [], unsaved: false };

/** Changes what lies stored behind the back of the suite. */
async function tamper(name: string, group: GroupName, change: (kept: Record<string, unknown>) => void) {
  const db = await openDB(name);
  const kept = (await db.get('parts', group)) as Record<string, unknown>;
  change(kept);
  await db.put('parts', kept);
  db.close();
}

test('changes are there again after a reload, and a first visit has nothing to be told', async () => {
  const before = await open('reload');
  expect(before.notice).toEqual(quiet);
  await setStatus(before, 'busy');
  await before.close();
  const after = await open('reload');
  expect(after.state).toEqual(before.state);
  expect(stateOf(after).user.user.status).toBe('busy');
  expect(after.notice).toEqual(quiet);
});

test('a reset begins anew, here, in the other tab and after a reload', async () => {
  const [one, other] = [await open('reset'), await open('reset')];
  const fresh = one.state;
  await setStatus(one, 'busy');
  await addMessage(one, 'Gone soon');
  await one.reset();
  deliver();
  for (const store of [one, other, await open('reset')]) expect(store.state).toEqual(fresh);
});

test('two tabs stay in step, and end alike when both change the same at once', async () => {
  const [one, other] = [await open('tabs'), await open('tabs')];
  const told: (readonly GroupName[])[] = [];
  other.subscribe((groups) => void told.push(groups));
  await setStatus(one, 'away');
  deliver();
  expect(stateOf(other).user.user.status).toBe('away');
  expect(told).toEqual([['user']]);
  // Each before it hears of the other.
  await addMessage(one, 'From one');
  await addMessage(other, 'From the other');
  deliver();
  expect(stateOf(one).inbox).toEqual(stateOf(other).inbox);
  await one.flushed();
  await other.flushed();
  expect((await open('tabs')).state).toEqual(one.state);
});

test('a tab that opens learns what the others have not stored yet', async () => {
  const one = await open('opening');
  await one.flushed();
  await setStatus(one, 'away');
  const other = await open('opening');
  deliver();
  expect(stateOf(other).user.user.status).toBe('away');
});

test('a group begins with its first call, tells nobody, and is kept', async () => {
  const one = await open('lazy', []);
  const other = await open('lazy', []);
  const told: unknown[] = [];
  for (const store of [one, other]) store.subscribe((groups) => void told.push(groups));
  expect(one.state).toEqual({});
  await simulate(one).fetch({ method: 'GET', path: '/api/apps/chat/chats' });
  // Chats are with contacts.
  expect(Object.keys(one.state).toSorted()).toEqual(['chat', 'contacts', 'user']);
  deliver();
  expect(told).toEqual([]);
  await other.ready(['chat']);
  expect(stateOf(other).chat).toEqual(stateOf(one).chat);
  await one.flushed();
  expect((await open('lazy', [])).state).toEqual(one.state);
});

test('what another tab changed before a group began here is what it begins with', async () => {
  const [one, other] = [await open('begin', []), await open('begin', [])];
  await setStatus(one, 'away');
  deliver();
  await other.ready();
  expect(stateOf(other).user.user.status).toBe('away');
});

test('records that lost their shape are left out, and the visitor is told', async () => {
  const before = await open('corrupt');
  await before.close();
  await tamper('corrupt', 'inbox', (kept) => {
    const [first] = (kept['data'] as { messages: Record<string, unknown>[] }).messages;
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
  ['of another version', (kept: Record<string, unknown>) => void (kept['version'] = 0)],
  ['no object', (kept: Record<string, unknown>) => void (kept['data'] = 'gone')],
  ['without its list', (kept: Record<string, unknown>) => void (kept['data'] = {})],
  [
    'with two of one id',
    (kept: Record<string, unknown>) => {
      const { shortcuts } = kept['data'] as { shortcuts: unknown[] };
      shortcuts.push(shortcuts[0]);
    },
  ],
])('a stored part that is %s begins anew, the others stay, and the visitor is told', async (what, change) => {
  const before = await open(what);
  await setStatus(before, 'busy');
  await simulate(before).fetch({
    method: 'DELETE',
    path: `/api/common/shortcuts?id=${stateOf(before).shortcuts.shortcuts[0]!.id}`,
  });
  await before.close();
  await tamper(what, 'shortcuts', change);
  const after = await open(what);
  expect(after.notice).toEqual({ ...quiet, reset: ['shortcuts'] });
  expect(stateOf(after).user.user.status).toBe('busy');
  expect(stateOf(after).shortcuts.shortcuts).toHaveLength(stateOf(before).shortcuts.shortcuts.length + 1);
  await after.close();
  expect(await open(what)).toMatchObject({ notice: quiet, state: after.state });
});

test('a database of a layout that nobody knows is made anew', async () => {
  const foreign = await openDB('foreign', 99, { upgrade: (db) => void db.createObjectStore('something') });
  foreign.close();
  const store = await open('foreign');
  expect(store.notice.reset).toEqual(GROUPS.map(({ name }) => name));
  await setStatus(store, 'away');
  await store.close();
  expect(stateOf(await open('foreign')).user.user.status).toBe('away');
});

test('an exported state is imported whole; what is not one changes nothing', async () => {
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
  for (const [text, fault] of [
    ['{', { kind: 'not-json' }],
    ['null', { kind: 'not-ours' }],
    ['{"format":"rise-demo"}', { kind: 'not-ours' }],
    [faulty((groups) => delete groups['inbox']), { kind: 'missing', group: 'inbox' }],
    [faulty((groups) => (groups['user']!.version = 9)), { kind: 'other-version', group: 'user' }],
    [faulty((groups) => (groups['inbox']!.data['messages'] = [{}])), { kind: 'invalid', group: 'inbox' }],
  ] as const) {
    expect(await importState(GROUPS, other, text)).toEqual(fault);
    expect(other.state).toBe(before);
  }
  expect(await importState(GROUPS, other, file)).toBeNull();
  expect(other.state).toEqual(one.state);
  await other.close();
  expect((await open('import')).state).toEqual(one.state);
});

test('without a database the suite works, and says that nothing is kept', async () => {
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
