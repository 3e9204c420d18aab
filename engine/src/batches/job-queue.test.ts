import { expect, it } from 'vitest';
import { JobQueue } from './job-queue.ts';

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
};

/** Jobs that note that they start, and end when `end` is called. */
function notedJobs() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const job = (name: string) => () => {
    started.push(name);
    return new Promise<void>((resolve) => ends.set(name, resolve));
  };
  return { started, job, end: (name: string) => ends.get(name)!() };
}

it('starts the first job at once, and the others in order, as many as may run', async () => {
  const { started, job, end } = notedJobs();
  const queue = new JobQueue(2);
  queue.add(['a', 'b', 'c', 'd'].map(job));
  expect(started).toEqual(['a']);
  await turns(4);
  expect(started).toEqual(['a', 'b']);
  end('b');
  await turns(2);
  expect(started).toEqual(['a', 'b', 'c']);
  end('a');
  end('c');
  await turns(2);
  expect(started).toEqual(['a', 'b', 'c', 'd']);
});

it('runs jobs that are added later, and by jobs', async () => {
  const { started, job, end } = notedJobs();
  const queue = new JobQueue(1);
  queue.add([
    async () => {
      started.push('first');
      queue.add([job('added by the first')]);
    },
  ]);
  queue.add([job('added later')]);
  await turns(3);
  end('added by the first');
  await turns(2);
  expect(started).toEqual(['first', 'added by the first', 'added later']);
  end('added later');
  await turns(1);
  queue.add([job('after all others')]);
  expect(started.at(-1)).toBe('after all others');
});

it('runs all at once without a limit, each a turn after the one before', async () => {
  const { started, job } = notedJobs();
  new JobQueue(Infinity).add(['a', 'b', 'c'].map(job));
  await turns(1);
  expect(started.length).toBeLessThan(3);
  await turns(4);
  expect(started).toEqual(['a', 'b', 'c']);
});
