import { describe, expect, it } from 'vitest';
import { EngineBusy } from '../errors.ts';
import { FairQueue } from './fair-queue.ts';
import type { FairQueueOptions } from './fair-queue.ts';

const MINUTE = 60_000;

/** A queue whose work ends when the test says so; `started` has the order of starts. */
function stage(options: Partial<FairQueueOptions> = {}) {
  const timers: (() => void)[] = [];
  const queue = new FairQueue({
    slots: 4,
    places: 100,
    perTenant: 100,
    inAll: 1000,
    lingerMs: 100,
    later: (callback) => void timers.push(callback),
    ...options,
  });
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    queue,
    started,
    settle,
    enqueue(name: string, more: { place?: string; person?: string; signal?: AbortSignal; patienceMs?: number } = {}) {
      const tenant = name[0]!;
      const answer = queue.run({ tenant, place: tenant, patienceMs: MINUTE, ...more }, () => {
        started.push(name);
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
      });
      // Some wait on when their test is over, and lose patience while another one runs.
      answer.catch(() => {});
      return answer;
    },
    async end(...names: string[]) {
      for (const name of names) {
        ends.get(name)!();
        await settle();
      }
    },
    /** Expires the linger time of tenants that were served. */
    async lapse() {
      for (const callback of timers.splice(0)) callback();
      await settle();
    },
  };
}

describe('slots', () => {
  it('go to tenants in turn, regardless of the order and number of waiting queries', async () => {
    const { enqueue, started, end, settle } = stage();
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1', 'b2', 'c1']) void enqueue(name);
    await settle();
    expect(started).toEqual(['a1', 'a2', 'a3', 'b1']);
    await end('a1', 'a2', 'a3', 'b1');
    expect(started.slice(4)).toEqual(['c1', 'a4', 'b2', 'a5']);
  });

  it('are never all used by one tenant, even if no other waits', async () => {
    const { enqueue, started, settle } = stage();
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void enqueue(name);
    await settle();
    expect(started).toEqual(['a1', 'a2', 'a3']);
    void enqueue('b1');
    await settle();
    expect(started).toEqual(['a1', 'a2', 'a3', 'b1']);
  });

  it('are reserved for a tenant just served, and released after the linger time', async () => {
    const { enqueue, started, end, settle, lapse } = stage();
    for (const name of ['a1', 'a2', 'b1', 'a3', 'a4']) void enqueue(name);
    await settle();
    expect(started).toEqual(['a1', 'a2', 'b1']);
    await end('b1');
    expect(started).toEqual(['a1', 'a2', 'b1']);
    void enqueue('b2');
    await settle();
    expect(started).toEqual(['a1', 'a2', 'b1', 'b2']);
    await end('b2');
    await lapse();
    expect(started).toEqual(['a1', 'a2', 'b1', 'b2', 'a3']);
  });

  it('are limited to a fair share for a tenant that floods the queue', async () => {
    const { enqueue, started, end, settle } = stage();
    const served = { a: 0, b: 0, c: 0, d: 0 };
    const running: string[] = [];
    let count = 0;
    const refill = () => {
      for (const tenant of ['b', 'c', 'd']) {
        if (!running.some((name) => name.startsWith(tenant))) void enqueue(`${tenant}${++count}`);
      }
    };
    for (let index = 0; index < 40; index++) void enqueue(`a${++count}`);
    await settle();
    for (let round = 0; round < 60; round++) {
      running.push(...started.splice(0));
      refill();
      await settle();
      running.push(...started.splice(0));
      const oldest = running.shift()!;
      served[oldest[0] as 'a'] += 1;
      await end(oldest);
    }
    // A tenant with 40 queued queries is served little more often than one with a single query.
    for (const other of [served.b, served.c, served.d]) expect(served.a - other).toBeLessThanOrEqual(3);
    expect(served.a).toBeGreaterThan(10);
  });

  it('are limited to a tenant’s part of them, even if no other waits, but never to none', async () => {
    const { enqueue, started, end, settle } = stage({ partOf: (tenant) => ({ a: 0.5, b: 0.01 })[tenant] });
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2']) void enqueue(name);
    await settle();
    expect(started).toEqual(['a1', 'a2', 'b1']);
    await end('b1');
    expect(started.slice(3)).toEqual(['b2']);
    await end('a1');
    expect(started.slice(4)).toEqual(['a3']);
  });

  it('work with a single slot', async () => {
    const { enqueue, started, end, settle } = stage({ slots: 1 });
    for (const name of ['a1', 'a2', 'b1']) void enqueue(name);
    await settle();
    await end('a1', 'b1');
    expect(started).toEqual(['a1', 'b1', 'a2']);
  });
});

describe('slots of a tenant', () => {
  it('go to its people in turn, regardless of the order and number of their queries', async () => {
    const { enqueue, started, end, settle } = stage({ slots: 2 });
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void enqueue(name, { person: 'ada' });
    for (const name of ['aB1', 'aB2']) void enqueue(name, { person: 'bob' });
    void enqueue('aC1', { person: 'cem' });
    await settle();
    await end('a1', 'aB1', 'aC1', 'a2', 'aB2', 'a3');
    expect(started).toEqual(['a1', 'aB1', 'aC1', 'a2', 'aB2', 'a3', 'a4']);
  });

  it('are never all used by one person where the last is reserved for colleagues', async () => {
    const { enqueue, started, settle } = stage({ reserveForColleagues: true });
    for (const name of ['a1', 'a2', 'a3', 'a4']) void enqueue(name, { person: 'ada' });
    await settle();
    expect(started).toEqual(['a1', 'a2']);
    void enqueue('aB1', { person: 'bob' });
    await settle();
    expect(started).toEqual(['a1', 'a2', 'aB1']);
  });

  it('can all be used by one person where they are few', async () => {
    const { enqueue, started, settle } = stage({ slots: 1, reserveForColleagues: true });
    void enqueue('a1', { person: 'ada' });
    await settle();
    expect(started).toEqual(['a1']);
  });

  it('keep half of the queue for others than the person who fills it', async () => {
    const { enqueue, settle } = stage({ slots: 1, perTenant: 4 });
    for (const name of ['a1', 'a2', 'a3']) void enqueue(name, { person: 'ada' });
    await settle();
    await expect(enqueue('a4', { person: 'ada' })).rejects.toBeInstanceOf(EngineBusy);
    const colleagues = Promise.all([enqueue('aB1', { person: 'bob' }), enqueue('aB2', { person: 'bob' })]);
    colleagues.catch(() => undefined);
    await expect(enqueue('aC1', { person: 'cem' })).rejects.toBeInstanceOf(EngineBusy);
  });
});

describe('places', () => {
  it('are taken in turn, without overtaking', async () => {
    const { enqueue, started, end, settle } = stage({ places: 1 });
    for (const name of ['a1', 'a2', 'b1', 'a3']) void enqueue(name);
    await settle();
    expect(started).toEqual(['a1', 'a2']);
    await end('a1');
    expect(started).toEqual(['a1', 'a2']);
    await end('a2');
    expect(started).toEqual(['a1', 'a2', 'b1']);
    await end('b1');
    expect(started).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('do not stay blocked when a waiting query is aborted', async () => {
    const { enqueue, started, settle } = stage({ places: 1 });
    const gone = new AbortController();
    void enqueue('a1');
    const left = enqueue('b1', { signal: gone.signal });
    void enqueue('a2');
    await settle();
    expect(started).toEqual(['a1']);
    gone.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    await settle();
    expect(started).toEqual(['a1', 'a2']);
  });
});

describe('a queue', () => {
  it('refuses work beyond a tenant’s limit, and still accepts other tenants', async () => {
    const { enqueue, queue, settle } = stage({ slots: 2, perTenant: 2 });
    for (const name of ['a1', 'a2', 'a3']) void enqueue(name);
    await settle();
    await expect(enqueue('a4')).rejects.toBeInstanceOf(EngineBusy);
    void enqueue('b1');
    await settle();
    expect(queue.stats).toEqual({ running: 2, waiting: 2 });
  });

  it('refuses work beyond the total limit', async () => {
    const { enqueue, settle } = stage({ slots: 1, inAll: 2 });
    for (const name of ['a1', 'b1', 'c1']) void enqueue(name);
    await settle();
    await expect(enqueue('d1')).rejects.toBeInstanceOf(EngineBusy);
  });

  it('drops work that times out, is aborted, or was aborted before', async () => {
    const { enqueue, queue, settle } = stage({ slots: 1 });
    void enqueue('a1');
    await expect(enqueue('a2', { patienceMs: 5 })).rejects.toBeInstanceOf(EngineBusy);
    const gone = new AbortController();
    const waiting = enqueue('a3', { signal: gone.signal });
    gone.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    await expect(enqueue('a4', { signal: gone.signal })).rejects.toThrow('gone');
    await settle();
    expect(queue.stats).toEqual({ running: 1, waiting: 0 });
  });

  it('frees the slot of work that fails', async () => {
    const { queue, enqueue, started, settle } = stage({ slots: 1 });
    const ticket = { tenant: 'a', place: 'a', patienceMs: MINUTE };
    await expect(queue.run(ticket, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    void enqueue('b1');
    await settle();
    expect(started).toEqual(['b1']);
  });
});
