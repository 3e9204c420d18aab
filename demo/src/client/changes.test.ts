import { ApiError } from '@rise/contract/client';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  type Change,
  dropSettledChanges,
  failedChanges,
  GoneError,
  makeChange,
  once,
  retryFailedChanges,
} from './changes.ts';

beforeEach(() => {
  failedChanges.set([]);
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

const names = () => failedChanges.get().map(({ change }) => change.what);
const failing = () => Promise.reject(new Error('No answer.'));
/** Fails the first time. */
const flaky = () =>
  vi.fn<() => Promise<unknown>>().mockRejectedValueOnce(new Error('No answer.')).mockResolvedValue(true);
const change = (what: string, rest: Partial<Change> = {}): Change => ({ kind: 'change', what, make: failing, ...rest });

test('changes that failed are repeated in their order, each once, however often that is asked for', async () => {
  const results: string[] = [];
  const makerOf = (name: string) => {
    const make = flaky();
    return () => make().then(() => results.push(name));
  };
  for (const name of ['one', 'two']) await makeChange(change(name, { make: makerOf(name) }));
  await makeChange(change('three', { make: async () => results.push('three') }));
  expect(names()).toEqual(['one', 'two']);
  await Promise.all([retryFailedChanges(), retryFailedChanges()]);
  await retryFailedChanges();
  expect(results).toEqual(['three', 'one', 'two']);
  expect(names()).toEqual([]);
});

test('one that fails again stays in its place, and what repeats it is called instead', async () => {
  const make = vi.fn<() => Promise<unknown>>(failing);
  const repeat = vi.fn<() => Promise<unknown>>(failing);
  await makeChange(change('one', { make, repeat }));
  await makeChange(change('two'));
  await retryFailedChanges();
  expect([make.mock.calls.length, repeat.mock.calls.length]).toEqual([1, 1]);
  expect(names()).toEqual(['one', 'two']);
});

test('a later change of the same target replaces one that failed, also one that fails only later', async () => {
  await makeChange(change('off', { target: 'switch' }));
  await makeChange(change('on', { target: 'switch', make: async () => true }));
  expect(names()).toEqual([]);

  let fail = () => {};
  const slow = makeChange(
    change('off', {
      target: 'switch',
      make: () =>
        new Promise((_, reject) => {
          fail = () => reject(new Error('No answer.'));
        }),
    }),
  );
  await makeChange(change('on', { target: 'switch', make: async () => true }));
  fail();
  await slow;
  expect(names()).toEqual([]);
});

test('what is settled otherwise is dropped; what cannot be looked up stays', async () => {
  await makeChange(change('settled', { isPending: async () => false }));
  await makeChange(change('left', { isPending: async () => true }));
  await makeChange(change('unknown', { isPending: () => Promise.reject(new Error('No answer.')) }));
  await dropSettledChanges();
  expect(names()).toEqual(['left', 'unknown']);
});

test('what was refused or is gone is named, but not repeated', async () => {
  const refused = vi.fn<() => Promise<unknown>>(() =>
    Promise.reject(new ApiError(400, 'VALIDATION_FAILED', 'Not valid')),
  );
  const gone = vi.fn<() => Promise<unknown>>(() => Promise.reject(new GoneError('Gone.')));
  await makeChange(change('refused', { make: refused }));
  await makeChange(change('gone', { make: gone }));
  expect(failedChanges.get().map(({ isFinal }) => isFinal)).toEqual([true, true]);
  await retryFailedChanges();
  expect([refused, gone].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

test('a part that may happen once only is not repeated once it has succeeded', async () => {
  const create = flaky();
  const add = once(create);
  await expect(add()).rejects.toThrow('No answer.');
  await add();
  await add();
  expect(create).toHaveBeenCalledTimes(2);
});
