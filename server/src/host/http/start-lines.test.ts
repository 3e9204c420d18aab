import { expect, it } from 'vitest';
import { startLines } from './start-lines.ts';

const textOf = async (lines: AsyncIterable<Buffer>) => {
  const texts: string[] = [];
  for await (const line of lines) texts.push(line.toString());
  return texts;
};

/** Notes what happens; fails after `lines` if an error is given. */
async function* noting(events: string[], lines: readonly string[], error?: Error): AsyncGenerator<Buffer> {
  try {
    for (const line of lines) {
      events.push(`computed ${line}`);
      yield Buffer.from(line);
    }
    if (error) throw error;
  } finally {
    events.push('closed');
  }
}

it('computes the second line while something is finished, and returns lines only then', async () => {
  const events: string[] = [];
  let end = () => {};
  const starting = startLines(noting(events, ['a', 'b', 'c']), () => {
    events.push('finishing');
    return new Promise<void>((resolve) => (end = resolve));
  });
  const isStarted = await Promise.race([
    starting.then(() => true),
    new Promise<boolean>((resolve) => setTimeout(resolve, 30, false)),
  ]);
  expect(isStarted).toBe(false);
  expect(events).toEqual(['computed a', 'finishing', 'computed b']);
  end();
  expect(await textOf(await starting)).toEqual(['a', 'b', 'c']);
  expect(events.slice(3)).toEqual(['computed c', 'closed']);
});

it('closes the lines and returns none if that fails', async () => {
  const events: string[] = [];
  const failing = startLines(noting(events, ['a', 'b']), () => Promise.reject(new Error('not recorded')));
  await expect(failing).rejects.toThrow('not recorded');
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(events.at(-1)).toBe('closed');
});

it('throws the error of the first line at once, and one of the second after the first', async () => {
  let finished = 0;
  const finish = async () => void (finished += 1);
  await expect(startLines(noting([], [], new Error('refused')), finish)).rejects.toThrow('refused');
  expect(finished).toBe(0);
  const later = await startLines(noting([], ['a'], new Error('broken')), finish);
  const texts: string[] = [];
  const reading = (async () => {
    for await (const line of later) texts.push(line.toString());
  })();
  await expect(reading).rejects.toThrow('broken');
  expect([texts, finished]).toEqual([['a'], 1]);
});

it('returns no lines of an empty stream, and closes one that is not read to its end', async () => {
  expect(await textOf(await startLines(noting([], []), () => Promise.resolve()))).toEqual([]);
  const events: string[] = [];
  for await (const _ of await startLines(noting(events, ['a', 'b', 'c']), () => Promise.resolve())) break;
  expect(events).toEqual(['computed a', 'computed b', 'closed']);
});
