import { expect, test } from 'vitest';
import { commonParity } from '@rise/contract/parity';
import { simulate } from './conformance/test-simulation.ts';
import { createFetch } from './start.ts';

const address = 'http://suite.example/demo/api/common/user';
const direct = (network: typeof fetch | null) => {
  const { simulation } = simulate();
  return createFetch((request) => simulation.handle(request), network);
};

test.each(commonParity.map(({ name, show }) => [name, show] as const))('asked directly: %s', async (_name, show) => {
  const send = direct(null);
  let request = 0;
  await show(async (method, path, body) => {
    request += 1;
    const response = await send(`http://suite.example${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  });
  expect(request).toBeGreaterThan(0);
});

test('handles a call in the page if the host responds instead of a stopped worker', async () => {
  const requests: string[] = [];
  const send = direct(async (request) => {
    requests.push((request as Request).url);
    return new Response('<!doctype html>', { status: 405 });
  });
  const changed = await send(address, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user: { status: 'busy' } }),
  });
  expect([changed.status, await changed.json()]).toEqual([200, expect.objectContaining({ status: 'busy' })]);
  expect(requests).toEqual([address]);
});

test('does not wait for an aborted call', async () => {
  const end = new AbortController();
  const waiting = direct(null)(address, { signal: end.signal });
  end.abort(new Error('Given up'));
  await expect(waiting).rejects.toThrow('Given up');
});
