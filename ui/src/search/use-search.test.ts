import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SearchSet } from './search-model.ts';
import { useSearch } from './use-search.ts';

const setOf = (title: string): SearchSet[] => [
  { id: 'pages', label: 'Pages', results: [{ id: title, title, href: '/x' }] },
];

let requests: { query: string; signal: AbortSignal; answer: (sets: SearchSet[]) => void; fail: () => void }[];
const find = (query: string, signal: AbortSignal) =>
  new Promise<SearchSet[]>((resolve, reject) => {
    requests.push({ query, signal, answer: resolve, fail: () => reject(new Error('x')) });
  });

beforeEach(() => {
  requests = [];
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const start = () => renderHook(() => useSearch(find)).result;
type Hook = ReturnType<typeof start>;
const type = (hook: Hook, text: string) => act(async () => hook.current.onQuery(text));
const pass = (milliseconds: number) => act(async () => vi.advanceTimersByTimeAsync(milliseconds));

describe('a search', () => {
  it('searches from two characters on, 300 ms after the last one', async () => {
    const hook = start();
    expect(hook.current.status).toBe('idle');
    await type(hook, ' n ');
    await pass(1000);
    expect(hook.current.status).toBe('short');
    await type(hook, 'ne');
    await pass(299);
    await type(hook, 'net');
    await pass(299);
    expect(requests).toEqual([]);
    await pass(1);
    expect(requests.map(({ query }) => query)).toEqual(['net']);
    expect(hook.current.status).toBe('loading');
    await act(async () => requests[0]!.answer(setOf('Net worth')));
    expect(hook.current).toMatchObject({ status: 'ready', sets: setOf('Net worth') });
  });

  it('clears results when the text gets shorter', async () => {
    const hook = start();
    await type(hook, 'net');
    await pass(300);
    await act(async () => requests[0]!.answer(setOf('Net worth')));
    await type(hook, 'n');
    expect(hook.current).toMatchObject({ status: 'short', sets: [] });
  });

  it('drops outdated results', async () => {
    const hook = start();
    await type(hook, 'net');
    await pass(300);
    await type(hook, 'loans');
    expect(requests[0]!.signal.aborted).toBe(true);
    await act(async () => requests[0]!.answer(setOf('Net worth')));
    expect(hook.current).toMatchObject({ status: 'loading', sets: [] });
    await pass(300);
    await act(async () => requests[1]!.answer(setOf('Loans')));
    expect(hook.current.sets).toEqual(setOf('Loans'));
  });

  it('does not search again for surrounding blanks', async () => {
    const hook = start();
    await type(hook, 'net');
    await pass(300);
    await type(hook, 'net ');
    await pass(1000);
    expect(requests).toHaveLength(1);
  });

  it('distinguishes no results from an error', async () => {
    const hook = start();
    await type(hook, 'zz');
    await pass(300);
    await act(async () => requests[0]!.answer([]));
    expect(hook.current.status).toBe('empty');
    await type(hook, 'zzz');
    await pass(300);
    await act(async () => requests[1]!.fail());
    expect(hook.current.status).toBe('error');
  });
});
