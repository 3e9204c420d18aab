import { expect, test } from 'vitest';
import { startWorker } from './worker.ts';

const FOREVER_MS = 3_600_000;

/** Work that is told from outside when it ends, and what it answers. */
function steered() {
  const begun: ((more: boolean) => void)[] = [];
  const failed: ((error: Error) => void)[] = [];
  let changed: () => void = () => undefined;
  const work = () =>
    new Promise<boolean>((resolve, reject) => {
      begun.push(resolve);
      failed.push(reject);
      changed();
    });
  const times = async (count: number) => {
    while (begun.length < count) {
      await new Promise<void>((resolve) => {
        changed = resolve;
      });
    }
  };
  return { begun, failed, work, times };
}

test('one piece after the other while there is more, then again when woken', async () => {
  const { begun, work, times } = steered();
  const worker = startWorker({ work, restMs: FOREVER_MS, onError: () => undefined });
  await times(1);
  begun[0]!(true);
  await times(2);
  begun[1]!(false);
  await new Promise((resolve) => setImmediate(resolve));
  expect(begun).toHaveLength(2);
  worker.wake();
  await times(3);
  // Woken in the middle: what came meanwhile may have been missed.
  worker.wake();
  begun[2]!(false);
  await times(4);
  begun[3]!(false);
  await worker.close();
});

test('an error is told, and the work goes on after a rest', async () => {
  const { begun, failed, work, times } = steered();
  const errors: unknown[] = [];
  const worker = startWorker({ work, restMs: 1, onError: (error) => errors.push(error) });
  await times(1);
  failed[0]!(new Error('away'));
  await times(2);
  expect(errors).toEqual([new Error('away')]);
  begun[1]!(false);
  await times(3);
  const closed = worker.close();
  begun[2]!(true);
  await closed;
});

test('closing lets the work under way end, and begins no more', async () => {
  const { begun, work, times } = steered();
  const worker = startWorker({ work, restMs: 1, onError: () => undefined });
  await times(1);
  const order: string[] = [];
  const closing = (async () => {
    await worker.close();
    order.push('closed');
  })();
  await new Promise((resolve) => setImmediate(resolve));
  order.push('work ended');
  begun[0]!(true);
  await closing;
  expect(order).toEqual(['work ended', 'closed']);
  expect(begun).toHaveLength(1);
});
