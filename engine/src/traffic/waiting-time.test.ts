import { expect, it } from 'vitest';
import { EngineBusy } from '../errors.ts';
import { FairQueue } from './fair-queue.ts';
import { measureWaiting } from './waiting-time.ts';

const TICKET = { tenant: 't', place: 'p', patienceMs: 60_000 };

it('is the longest wait for a turn in work, however deep below, and not that of other work', async () => {
  const queue = new FairQueue({ slots: 1, places: 1, perTenant: 10, inAll: 10, lingerMs: 0 });
  const first = await queue.enter(TICKET);
  const [waited, other] = [{ ms: 0 }, { ms: 0 }];
  const running = measureWaiting(waited, async () => {
    await Promise.resolve();
    return queue.run(TICKET, async () => 'answer');
  });
  const started = performance.now();
  while (queue.stats.waiting === 0) await Promise.resolve();
  // The clock has moved on.
  while (performance.now() - started < 2);
  await measureWaiting(other, async () => first());
  expect(await running).toBe('answer');
  expect(waited.ms).toBeGreaterThanOrEqual(1);
  expect(other.ms).toBe(0);
});

it('counts for work that was refused its turn', async () => {
  const queue = new FairQueue({ slots: 1, places: 1, perTenant: 10, inAll: 10, lingerMs: 0 });
  const leave = await queue.enter(TICKET);
  const waited = { ms: 0 };
  await expect(measureWaiting(waited, () => queue.run({ ...TICKET, patienceMs: 5 }, async () => 1))).rejects.toThrow(
    EngineBusy,
  );
  expect(waited.ms).toBeGreaterThan(0);
  leave();
});
