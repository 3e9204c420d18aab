import type { DemoCallKey } from '@rise/contract/demo';
import { afterAll, describe, expect, test } from 'vitest';
import { CALLS, casesOf, KEYS, watch } from './api.ts';
import type { AnyKey } from './cases.ts';
import { APPS, FRAME, OWN, READ, type Said } from './document.ts';
import { simulate } from './test-simulation.ts';

const document: Readonly<Partial<Record<DemoCallKey, Said>>> = { ...FRAME, ...READ, ...APPS, ...OWN };
const { simulation } = simulate();

/** Statuses that the tests saw of each call. */
const seen = new Map<AnyKey, Set<number>>(KEYS.map((key) => [key, new Set()]));

function freshApi() {
  const { fetch, waited } = simulate();
  return watch(
    async (asked) => {
      const before = waited.length;
      const response = await fetch(asked);
      return { status: response.status, text: await response.text(), waited: waited.slice(before) };
    },
    simulation.delayOf,
    (key, status) => void seen.get(key)!.add(status),
  );
}

describe.each(KEYS)('%s', (key) => {
  test.each(Object.entries(casesOf[key]))('%s', async (_title, show) => {
    const { api, asked } = freshApi();
    await show(api);
    expect(asked()).toBeGreaterThan(0);
  });
});

test('each call takes as long as the document says, and all that it says is shown', async () => {
  for (const key of KEYS) {
    const expected = document[key];
    expect(expected, `${key} is not in the document`).toBeDefined();
    expect(await simulation.delayOf(key), key).toBe(expected!.delay);
    expect(Object.keys(casesOf[key]), key).toEqual(expect.arrayContaining([...expected!.says]));
  }
});

test('every call of the document is answered, and no other', () => {
  expect((KEYS as string[]).toSorted()).toEqual(Object.keys(document).toSorted());
});

test('what no handler matches is 404 NOT FOUND', async () => {
  const { fetch } = simulate();
  for (const asked of [
    { method: 'GET', path: '/api/no/such/call' },
    { method: 'DELETE', path: '/api/common/user' },
    { method: 'POST', path: '/somewhere/api/nothing', body: {} },
  ]) {
    const response = await fetch(asked);
    expect([response.status, response.statusText, await response.text()]).toEqual([404, 'NOT FOUND', 'NOT FOUND']);
  }
});

test('every status that a call declares was seen', () => {
  const missing = KEYS.flatMap((key) =>
    ['200', ...Object.keys(CALLS[key].otherwise ?? {})]
      .filter((status) => !seen.get(key)!.has(Number(status)))
      .map((status) => `${key}: ${status}`),
  );
  expect(missing).toEqual([]);
});

afterAll(async () => {
  const rowOf = async (key: AnyKey) => {
    const tests = `${Object.keys(casesOf[key]).length} tests`;
    const delay = `${await simulation.delayOf(key)} ms`;
    return `  ${key.padEnd(58)} ${delay.padStart(7)}  ${tests.padEnd(9)} ${[...seen.get(key)!].toSorted().join(' ')}`;
  };
  const rows = await Promise.all(KEYS.map(rowOf));
  process.stdout.write(`\nThe ${rows.length} calls of the demo suite\n${rows.join('\n')}\n`);
});
