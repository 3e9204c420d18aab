import { expect, test } from 'vitest';
import { turns } from './turns.ts';

const compute = (ms: number) => {
  const start = performance.now();
  while (performance.now() - start < ms);
};

test('other work has its turn after a long computation', async () => {
  const turn = turns();
  let answered = false;
  setImmediate(() => {
    answered = true;
  });
  compute(30);
  await turn();
  expect(answered).toBe(true);
});

test('the time since the last turn counts, so that many short steps give turns too', async () => {
  const turn = turns();
  let answered = 0;
  const answer = () => {
    answered++;
    next = setImmediate(answer);
  };
  let next = setImmediate(answer);
  for (let step = 0; step < 40; step++) {
    compute(2);
    await turn();
  }
  clearImmediate(next);
  expect(answered).toBeGreaterThan(1);
});
