import { AsyncLocalStorage } from 'node:async_hooks';

/** The longest wait for a turn of one piece of work, in milliseconds. */
export interface WaitingTime {
  ms: number;
}

const times = new AsyncLocalStorage<WaitingTime>();

/** Runs `work`; `time` becomes the longest that anything in it waits in a queue, however deep below. */
export function measureWaiting<T>(time: WaitingTime, work: () => T): T {
  return times.run(time, work);
}

/** Called by queues with what a turn took to come, also one that did not. */
export function recordWaiting(since: number): void {
  const time = times.getStore();
  if (time) time.ms = Math.max(time.ms, performance.now() - since);
}
