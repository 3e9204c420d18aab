/** Hands over the values of promises in the order in which they arrive. The first rejection ends it. */
export async function* arrivals<T>(promises: readonly Promise<T>[]): AsyncGenerator<T> {
  const waiting = new Map(promises.map((promise, index) => [index, promise.then((value) => ({ index, value }))]));
  // A rejection that arrives after another one ended the loop has nobody left to hear it.
  for (const promise of waiting.values()) promise.catch(() => undefined);
  while (waiting.size > 0) {
    const { index, value } = await Promise.race(waiting.values());
    waiting.delete(index);
    yield value;
  }
}
