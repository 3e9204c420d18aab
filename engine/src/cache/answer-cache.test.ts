import { describe, expect, it } from 'vitest';
import { AnswerCache } from './answer-cache.ts';
import type { CacheKey } from './cache-key.ts';

const key = (name: string) => name as CacheKey;
const cache = (bytes = 10_000) => new AnswerCache<{ text: string }>({ bytes, sizeOf: (answer) => answer.text.length });

/** A run whose end the test decides. */
function controlled() {
  let finish!: (text: string) => void;
  let fail!: (error: Error) => void;
  let runs = 0;
  let signal: AbortSignal | null = null;
  const run = (given: AbortSignal) => {
    runs += 1;
    signal = given;
    return new Promise<{ text: string }>((resolve, reject) => {
      finish = (text) => resolve({ text });
      fail = reject;
      given.addEventListener('abort', () => reject(given.reason as Error));
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

describe('the answer cache', () => {
  it('runs once for all who ask at the same time, and keeps the answer', async () => {
    const answers = cache();
    const work = controlled();
    const asked = [1, 2, 3].map(() => answers.get(key('a'), work.run));
    work.finish('x');
    expect((await Promise.all(asked)).map((each) => each.outcome)).toEqual(['miss', 'shared', 'shared']);
    expect(await answers.get(key('a'), work.run)).toEqual({ answer: { text: 'x' }, outcome: 'hit' });
    expect(work.runs()).toBe(1);
  });

  it('keeps no failure', async () => {
    const answers = cache();
    const work = controlled();
    const first = answers.get(key('a'), work.run);
    work.fail(new Error('down'));
    await expect(first).rejects.toThrow('down');
    const second = answers.get(key('a'), work.run);
    work.finish('up');
    expect(await second).toEqual({ answer: { text: 'up' }, outcome: 'miss' });
  });

  it('lets one leave while others wait, and stops the run when the last has left', async () => {
    const answers = cache();
    const work = controlled();
    const [first, second] = [new AbortController(), new AbortController()];
    const asked = [answers.get(key('a'), work.run, first.signal), answers.get(key('a'), work.run, second.signal)];
    first.abort(new Error('first left'));
    await expect(asked[0]).rejects.toThrow('first left');
    expect(work.signal()!.aborted).toBe(false);
    second.abort(new Error('second left'));
    await expect(asked[1]).rejects.toThrow('second left');
    expect(work.signal()!.aborted).toBe(true);
    const again = answers.get(key('a'), work.run);
    work.finish('new');
    expect((await again).outcome).toBe('miss');
  });

  it('holds no more than its bytes, the longest unused going first', async () => {
    const answers = cache(3000);
    const put = (name: string) => answers.get(key(name), () => Promise.resolve({ text: 'x'.repeat(1000) }));
    for (const name of ['a', 'b', 'a', 'c']) await put(name);
    expect(answers.stats.bytes).toBeLessThanOrEqual(3000);
    expect([(await put('a')).outcome, (await put('b')).outcome]).toEqual(['hit', 'miss']);
    await answers.get(key('huge'), () => Promise.resolve({ text: 'x'.repeat(5000) }));
    expect(answers.stats.bytes).toBeLessThanOrEqual(3000);
  });
});
