import { expect, test } from 'vitest';
import { inSettleOrder } from './settle-order.ts';

test('yields values as they arrive, not in the order of the promises', async () => {
  const { promise: slow, resolve: release } = deferred();
  const seen: unknown[] = [];
  for await (const value of inSettleOrder([slow, Promise.resolve('quick'), Promise.resolve('next')])) {
    seen.push(value);
    if (seen.length === 2) release('slow');
  }
  expect(seen).toEqual(['quick', 'next', 'slow']);
});

test('a rejection ends the iteration, and later ones cause no unhandled rejection', async () => {
  const walk = async () => {
    const seen: unknown[] = [];
    for await (const value of inSettleOrder([Promise.reject(new Error('first')), Promise.reject(new Error('second'))]))
      seen.push(value);
    return seen;
  };
  await expect(walk()).rejects.toThrow('first');
});

function deferred(): { promise: Promise<unknown>; resolve: (value: unknown) => void } {
  let resolve: (value: unknown) => void = () => undefined;
  const promise = new Promise((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
