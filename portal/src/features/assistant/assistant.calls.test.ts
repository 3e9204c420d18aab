import { loading } from '@rise/ui';
import { afterEach, expect, it, vi } from 'vitest';
import { askQuestion } from './assistant.calls.ts';

afterEach(() => vi.unstubAllGlobals());

it('suppresses the loading bar until the last of several answers has ended, whichever ends first', async () => {
  vi.stubGlobal('fetch', (_address: string, init: RequestInit) => {
    const { signal } = init;
    return new Promise((_, reject) => signal!.addEventListener('abort', () => reject(signal!.reason as Error)));
  });
  const ask = () => {
    const stop = new AbortController();
    const question = { message: 'What is a layout?', chatId: null, history: [], previous: null };
    const ended = askQuestion(question, () => undefined, stop.signal).catch(() => undefined);
    return async () => {
      stop.abort();
      await ended;
    };
  };
  const endFirst = ask();
  const endSecond = ask();
  expect(loading.state().mode).toBe('manual');
  await endFirst();
  expect(loading.state().mode).toBe('manual');
  await endSecond();
  expect(loading.state().mode).toBe('auto');
});
