import { setTimeout as wait } from 'node:timers/promises';

/** A person or a page looks again after a while; requests without a pause take the time of the work they wait for. */
const PAUSE_MS = 15;

/** Reads a state again and again until it is as expected, and returns it. What never is so, the test's patience ends. */
export async function until<T>(read: () => Promise<T>, isReached: (state: T) => boolean): Promise<T> {
  for (;;) {
    const state = await read();
    if (isReached(state)) return state;
    await wait(PAUSE_MS);
  }
}
