import { expect, test } from 'vitest';
import { commonParity } from '@rise/contract/parity';
import { simulate } from './conformance/test-simulation.ts';
import { asking } from './start.ts';

const address = 'http://suite.example/demo/api/common/user';
const direct = (network: typeof fetch | null) => {
  const { simulation } = simulate();
  return asking((request) => simulation.answer(request), network);
};

test.each(commonParity.map(({ name, show }) => [name, show] as const))('asked directly: %s', async (_name, show) => {
  const ask = direct(null);
  let asked = 0;
  await show(async (method, path, body) => {
    asked += 1;
    const response = await ask(`http://suite.example${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  });
  expect(asked).toBeGreaterThan(0);
});

test('what the host answers in place of a worker that has ended, the page answers itself', async () => {
  const asked: string[] = [];
  const ask = direct(async (request) => {
    asked.push((request as Request).url);
    return new Response('<!doctype html>', { status: 405 });
  });
  const changed = await ask(address, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user: { status: 'busy' } }),
  });
  expect([changed.status, await changed.json()]).toEqual([200, expect.objectContaining({ status: 'busy' })]);
  expect(asked).toEqual([address]);
});

test('a call that is given up is not waited for', async () => {
  const end = new AbortController();
  const waiting = direct(null)(address, { signal: end.signal });
  end.abort(new Error('Given up'));
  await expect(waiting).rejects.toThrow('Given up');
});
