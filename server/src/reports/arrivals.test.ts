import { expect, test } from 'vitest';
import { arrivals } from './arrivals.ts';

test('hands values over as they arrive, not as they were asked for', async () => {
  const { promise: slow, resolve: release } = deferred();
  const seen: unknown[] = [];
  for await (const value of arrivals([slow, Promise.resolve('quick'), Promise.resolve('next')])) {
    seen.push(value);
    if (seen.length === 2) release('slow');
  }
  expect(seen).toEqual(['quick', 'next', 'slow']);
});

test('a rejection ends the walk, and later ones disturb nobody', async () => {
  const walk = async () => {
    const seen: unknown[] = [];
    for await (const value of arrivals([Promise.reject(new Error('first')), Promise.reject(new Error('second'))]))
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
