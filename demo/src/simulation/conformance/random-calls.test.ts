import 'fake-indexeddb/auto';
import { errorBody } from '@rise/contract';
import { demoGroups, type DemoCall } from '@rise/contract/demo';
import { expect, test } from 'vitest';
import { createRandom } from '../generate/random.ts';
import { GROUPS } from '../groups/index.ts';
import { isValid } from '../store/schemas.ts';
import { PersistedStore } from '../store/persisted-store.ts';
import { NOW, SEED } from './fixed.ts';
import { anId, generateInput, type Pool, poolOf } from './generate-input.ts';
import { simulate } from './test-simulation.ts';

const CALLS = 2600;
const loaded = await Promise.all(GROUPS.map(({ load }) => load()));
const calls = GROUPS.flatMap(({ name }) =>
  Object.entries(demoGroups[name]).map(([key, call]) => [name, key, call as DemoCall] as const),
);
const writes = calls.filter(([, key]) => !key.startsWith('GET '));

/** The values a generated request of a group may use, cached by state. */
function createPools() {
  const pools = new WeakMap<object, Pool>();
  return (state: object): Pool => {
    const pool = pools.get(state) ?? poolOf(state);
    pools.set(state, pool);
    return pool;
  };
}

const alone = () => ({ send: () => {}, listen: () => {}, close: () => {} });
const open = () =>
  PersistedStore.open({ groups: GROUPS, seed: SEED, name: 'random', now: () => NOW, channel: alone(), tab: 'one' });

test('the store stays consistent through many random calls and survives a reload', async () => {
  const random = createRandom('a thousand random calls');
  const store = await open();
  await store.ready();
  const { fetch } = simulate(store);
  const succeeded = new Set<string>();
  const changes = new Map<string, number>();
  const pools = createPools();
  for (let step = 0; step < CALLS; step += 1) {
    // Mostly writes.
    const [name, key, call] = random.pick(random.chance(0.75) ? writes : calls);
    const [method, path] = key.split(' ') as [string, string];
    const pool = pools(store.state[random.chance(0.9) ? name : random.pick(GROUPS).name] as object);
    const query = call.query ? (generateInput(call.query, random, pool) as Record<string, string>) : {};
    const request = {
      method,
      path: `${path.replace(/:\w+/, anId(pool, random))}?${new URLSearchParams(query).toString()}`,
      ...(call.body && { body: generateInput(call.body, random, pool) }),
    };
    const before = store.state;
    const response = await fetch(request);
    const { status } = response;
    const schema = { 200: call.output, 400: errorBody, ...call.otherwise }[status];
    const body: unknown = await response.json();
    expect(schema?.safeParse(body).success, `${JSON.stringify(request)} → ${status} ${JSON.stringify(body)}`).toBe(
      true,
    );
    if (status === 200) succeeded.add(key);
    const changed = loaded.filter(({ name }) => store.state[name] !== before[name]);
    for (const group of changed) changes.set(group.name, (changes.get(group.name) ?? 0) + 1);
    const issues = changed.flatMap((group) => group.findIssues(store.state[group.name] as never));
    expect(issues, JSON.stringify(request)).toEqual([]);
  }
  for (const group of loaded) expect(isValid(group, store.state[group.name]), group.name).toBe(true);
  // Guards against a vacuous test: most calls must have succeeded.
  expect(succeeded.size).toBeGreaterThan(calls.length * 0.85);
  const stored = GROUPS.map(({ name }) => name).filter((name) => Object.keys(store.state[name] as object).length > 0);
  for (const name of stored.filter((name) => writes.some(([group]) => group === name)))
    expect(changes.get(name) ?? 0, `changes of ${name}`).toBeGreaterThan(2);
  const changed = [...changes.values()].reduce((sum, count) => sum + count, 0);
  expect(changed).toBeGreaterThan(CALLS / 5);
  await store.close();
  const again = await open();
  expect(again.notice).toEqual({ damaged: [], repaired: [], reset: [], unsaved: false });
  expect(again.state).toEqual(store.state);
  await again.close();
});
