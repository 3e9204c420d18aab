import { setImmediate } from 'node:timers/promises';

/**
 * Waits for the first line, so that an early error still gets its own status instead of breaking off a 200, and for what
 * has to be finished before it is sent. The second line is computed meanwhile: it is where most streams do their work.
 */
export async function startLines(
  lines: AsyncGenerator<Buffer>,
  finish: () => Promise<void>,
): Promise<AsyncIterable<Buffer>> {
  const first = await lines.next();
  const finished = finish();
  // Reported where it is awaited.
  finished.catch(() => undefined);
  // What is finished in the database is sent to it first.
  await setImmediate();
  const second = first.done ? null : lines.next();
  second?.catch(() => undefined);
  try {
    await finished;
  } catch (error) {
    void lines.return(undefined).catch(() => undefined);
    throw error;
  }
  return (async function* () {
    try {
      if (first.done) return;
      yield first.value;
      const next = await second!;
      if (next.done) return;
      yield next.value;
      yield* lines;
    } finally {
      await lines.return(undefined);
    }
  })();
}
