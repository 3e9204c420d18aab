import type { DemoCallKey } from '@rise/contract/demo';
import { afterAll, describe, expect, test } from 'vitest';
import { CALLS, casesOf, KEYS, watch } from './api.ts';
import type { AnyKey } from './cases.ts';
import { APPS, FRAME, OWN, READ, type CallSpec } from './document.ts';
import { simulate } from './test-simulation.ts';

const document: Readonly<Partial<Record<DemoCallKey, CallSpec>>> = { ...FRAME, ...READ, ...APPS, ...OWN };
const { simulation } = simulate();

/** The statuses each call returned during the tests. */
const seen = new Map<AnyKey, Set<number>>(KEYS.map((key) => [key, new Set()]));

function freshApi() {
  const { fetch, delays } = simulate();
  return watch(
    async (request) => {
      const before = delays.length;
      const response = await fetch(request);
      return { status: response.status, text: await response.text(), delays: delays.slice(before) };
    },
    (key) => simulation.delayOf(key),
    (key, status) => void seen.get(key)!.add(status),
  );
}

describe.each(KEYS)('%s', (key) => {
  test.each(Object.entries(casesOf[key]))('%s', async (_title, show) => {
    const { api, requestCount } = freshApi();
    await show(api);
    expect(requestCount()).toBeGreaterThan(0);
  });
});

test('each call has its specified delay and a test for each specified behavior', async () => {
  for (const key of KEYS) {
    const expected = document[key];
    expect(expected, `${key} is not in the document`).toBeDefined();
    expect(await simulation.delayOf(key), key).toBe(expected!.delay);
    expect(Object.keys(casesOf[key]), key).toEqual(expect.arrayContaining([...expected!.behaviors]));
  }
});

test('handles exactly the specified calls', () => {
  expect((KEYS as string[]).toSorted()).toEqual(Object.keys(document).toSorted());
});

test('an unknown call returns 404 NOT FOUND', async () => {
  const { fetch } = simulate();
  for (const request of [
    { method: 'GET', path: '/api/no/such/call' },
    { method: 'DELETE', path: '/api/common/user' },
    { method: 'POST', path: '/somewhere/api/nothing', body: {} },
  ]) {
    const response = await fetch(request);
    expect([response.status, response.statusText, await response.text()]).toEqual([404, 'NOT FOUND', 'NOT FOUND']);
  }
});

test('each declared status was returned', () => {
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
