import { commonParity } from '@rise/contract/parity';
import { expect, test } from 'vitest';
import { simulate } from './test-simulation.ts';

test.each(commonParity.map(({ name, show }) => [name, show] as const))('%s', async (_name, show) => {
  const { fetch } = simulate();
  let request = 0;
  await show(async (method, path, body) => {
    request += 1;
    const response = await fetch({ method, path, body });
    return { status: response.status, body: await response.json() };
  });
  expect(request).toBeGreaterThan(0);
});
