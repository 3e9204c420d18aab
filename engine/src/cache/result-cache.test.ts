import { describe, expect, it } from 'vitest';
import { ResultCache } from './result-cache.ts';
import { cacheKey, type CacheKey, type SqlPlan } from './cache-key.ts';

const key = (name: string) => name as CacheKey;
const cache = (bytes = 10_000) => new ResultCache<{ text: string }>({ bytes, sizeOf: (result) => result.text.length });

/** A run that the test settles. */
function controlled() {
  let finish!: (text: string) => void;
  let fail!: (error: Error) => void;
  let runs = 0;
  let signal: AbortSignal | null = null;
  const run = (stop: AbortSignal) => {
    runs += 1;
    signal = stop;
    return new Promise<{ text: string }>((resolve, reject) => {
      finish = (text) => resolve({ text });
      fail = reject;
      stop.addEventListener('abort', () => reject(stop.reason as Error));
    });
  };
  return {
    run,
    finish: (text: string) => finish(text),
    fail: (error: Error) => fail(error),
    runs: () => runs,
    signal: () => signal,
  };
}

describe('the result cache', () => {
  it('forgets the results of a tenant, and those that are still computed for it', async () => {
    const results = cache();
    const of = (tenant: string, plan: object) =>
      cacheKey({ tenant, dataVersion: '1', modelHash: 'a', plan: plan as SqlPlan });
    const [mine, theirs] = [of('one', { sql: 'a' }), of('two', { sql: 'a' })];
    for (const one of [mine, theirs]) await results.get(one, async () => ({ text: one }));
    const work = controlled();
    const running = results.get(of('one', { sql: 'b' }), work.run);
    results.forget('one');
    work.finish('late');
    expect((await running).result).toEqual({ text: 'late' });
    expect(results.peek(mine)).toBeUndefined();
    expect(results.peek(theirs)).toEqual({ text: theirs });
    expect(results.stats.entries).toBe(1);
  });

  it('runs concurrent equal queries once and caches the result', async () => {
    const results = cache();
    const work = controlled();
    const pending = [1, 2, 3].map(() => results.get(key('a'), work.run));
    work.finish('x');
    expect((await Promise.all(pending)).map(({ outcome }) => outcome)).toEqual(['miss', 'shared', 'shared']);
    expect(await results.get(key('a'), work.run)).toEqual({ result: { text: 'x' }, outcome: 'hit' });
    expect(work.runs()).toBe(1);
  });

  it('does not cache errors', async () => {
    const results = cache();
    const work = controlled();
    const first = results.get(key('a'), work.run);
    work.fail(new Error('down'));
    await expect(first).rejects.toThrow('down');
    const second = results.get(key('a'), work.run);
    work.finish('up');
    expect(await second).toEqual({ result: { text: 'up' }, outcome: 'miss' });
  });

  it('keeps a run going while anyone waits, and stops it when the last one leaves', async () => {
    const results = cache();
    const work = controlled();
    const [first, second] = [new AbortController(), new AbortController()];
    const pending = [results.get(key('a'), work.run, first.signal), results.get(key('a'), work.run, second.signal)];
    first.abort(new Error('first left'));
    await expect(pending[0]).rejects.toThrow('first left');
    expect(work.signal()!.aborted).toBe(false);
    second.abort(new Error('second left'));
    await expect(pending[1]).rejects.toThrow('second left');
    expect(work.signal()!.aborted).toBe(true);
    const again = results.get(key('a'), work.run);
    work.finish('new');
    expect((await again).outcome).toBe('miss');
  });

  it('stays within its size limit and evicts the least recently used first', async () => {
    const results = cache(3000);
    const put = (name: string) => results.get(key(name), () => Promise.resolve({ text: 'x'.repeat(1000) }));
    for (const name of ['a', 'b', 'a', 'c']) await put(name);
    expect(results.stats.bytes).toBeLessThanOrEqual(3000);
    expect([(await put('a')).outcome, (await put('b')).outcome]).toEqual(['hit', 'miss']);
    await results.get(key('huge'), () => Promise.resolve({ text: 'x'.repeat(5000) }));
    expect(results.stats.bytes).toBeLessThanOrEqual(3000);
  });
});
