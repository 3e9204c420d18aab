/** Yields the values of promises in the order in which they resolve. The first rejection ends the iteration. */
export async function* inSettleOrder<T>(promises: readonly Promise<T>[]): AsyncGenerator<T> {
  const pending = new Map(promises.map((promise, index) => [index, promise.then((value) => ({ index, value }))]));
  // Nobody awaits a rejection that comes after another one has ended the iteration.
  for (const promise of pending.values()) promise.catch(() => undefined);
  while (pending.size > 0) {
    const { index, value } = await Promise.race(pending.values());
    pending.delete(index);
    yield value;
  }
}
