import { expect, test } from 'vitest';
import { BackgroundWorker } from './worker.ts';

const FOREVER_MS = 3_600_000;

/** A promise that is settled from outside. */
function steered() {
  const started: ((more: boolean) => void)[] = [];
  const failed: ((error: Error) => void)[] = [];
  let changed: () => void = () => undefined;
  const work = () =>
    new Promise<boolean>((resolve, reject) => {
      started.push(resolve);
      failed.push(reject);
      changed();
    });
  const times = async (count: number) => {
    while (started.length < count) {
      await new Promise<void>((resolve) => {
        changed = resolve;
      });
    }
  };
  return { started, failed, work, times };
}

test('runs one job after another while there are more, then again when woken', async () => {
  const { started, work, times } = steered();
  const worker = new BackgroundWorker({ work, restMs: FOREVER_MS, onError: () => undefined });
  await times(1);
  started[0]!(true);
  await times(2);
  started[1]!(false);
  await new Promise((resolve) => setImmediate(resolve));
  expect(started).toHaveLength(2);
  worker.wake();
  await times(3);
  // Woken during the work: it may have missed what was added since.
  worker.wake();
  started[2]!(false);
  await times(4);
  started[3]!(false);
  await worker.close();
});

test('reports an error, and continues after the rest interval', async () => {
  const { started, failed, work, times } = steered();
  const errors: unknown[] = [];
  const worker = new BackgroundWorker({ work, restMs: 1, onError: (error) => errors.push(error) });
  await times(1);
  failed[0]!(new Error('away'));
  await times(2);
  expect(errors).toEqual([new Error('away')]);
  started[1]!(false);
  await times(3);
  const closed = worker.close();
  started[2]!(true);
  await closed;
});

test('close lets the running job finish, and starts no more', async () => {
  const { started, work, times } = steered();
  const worker = new BackgroundWorker({ work, restMs: 1, onError: () => undefined });
  await times(1);
  const order: string[] = [];
  const closing = (async () => {
    await worker.close();
    order.push('closed');
  })();
  await new Promise((resolve) => setImmediate(resolve));
  order.push('work ended');
  started[0]!(true);
  await closing;
  expect(order).toEqual(['work ended', 'closed']);
  expect(started).toHaveLength(1);
});

test('while the installation is read-only nothing is run, and then it goes on', async () => {
  const database = { readOnly: { since: new Date(), reason: '' } as { since: Date; reason: string } | null };
  const { started, work, times } = steered();
  const worker = new BackgroundWorker({ work, restMs: 1, onError: () => undefined, database });
  await new Promise((resolve) => setTimeout(resolve, 30));
  worker.wake();
  await new Promise((resolve) => setImmediate(resolve));
  expect(started).toHaveLength(0);
  database.readOnly = null;
  await times(1);
  started[0]!(false);
  await worker.close();
});
