import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SearchSet } from './search-model.ts';
import { useSearch } from './use-search.ts';

const setOf = (title: string): SearchSet[] => [
  { id: 'pages', label: 'Pages', results: [{ id: title, title, href: '/x' }] },
];

let asked: { query: string; signal: AbortSignal; answer: (sets: SearchSet[]) => void; fail: () => void }[];
const find = (query: string, signal: AbortSignal) =>
  new Promise<SearchSet[]>((resolve, reject) => {
    asked.push({ query, signal, answer: resolve, fail: () => reject(new Error('x')) });
  });

beforeEach(() => {
  asked = [];
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
  it('asks from two characters on, 300 ms after the last one', async () => {
    const hook = start();
    expect(hook.current.status).toBe('idle');
    await type(hook, ' n ');
    await pass(1000);
    expect(hook.current.status).toBe('short');
    await type(hook, 'ne');
    await pass(299);
    await type(hook, 'net');
    await pass(299);
    expect(asked).toEqual([]);
    await pass(1);
    expect(asked.map(({ query }) => query)).toEqual(['net']);
    expect(hook.current.status).toBe('loading');
    await act(async () => asked[0]!.answer(setOf('Net worth')));
    expect(hook.current).toMatchObject({ status: 'ready', sets: setOf('Net worth') });
  });

  it('clears what was found when the text gets shorter', async () => {
    const hook = start();
    await type(hook, 'net');
    await pass(300);
    await act(async () => asked[0]!.answer(setOf('Net worth')));
    await type(hook, 'n');
    expect(hook.current).toMatchObject({ status: 'short', sets: [] });
  });

  it('drops an answer that a newer text has overtaken', async () => {
    const hook = start();
    await type(hook, 'net');
    await pass(300);
    await type(hook, 'loans');
    expect(asked[0]!.signal.aborted).toBe(true);
    await act(async () => asked[0]!.answer(setOf('Net worth')));
    expect(hook.current).toMatchObject({ status: 'loading', sets: [] });
    await pass(300);
    await act(async () => asked[1]!.answer(setOf('Loans')));
    expect(hook.current.sets).toEqual(setOf('Loans'));
  });

  it('does not ask again for blanks around the same text', async () => {
    const hook = start();
    await type(hook, 'net');
    await pass(300);
    await type(hook, 'net ');
    await pass(1000);
    expect(asked).toHaveLength(1);
  });

  it('tells nothing found from a failure', async () => {
    const hook = start();
    await type(hook, 'zz');
    await pass(300);
    await act(async () => asked[0]!.answer([]));
    expect(hook.current.status).toBe('empty');
    await type(hook, 'zzz');
    await pass(300);
    await act(async () => asked[1]!.fail());
    expect(hook.current.status).toBe('error');
  });
});
