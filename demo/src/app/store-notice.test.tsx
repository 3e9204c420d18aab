import { PageProviders } from '@rise/shell/providers';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryCache } from '../client/queries.ts';
import { i18n, startTexts } from '../i18n/texts.ts';
import type { Notice } from '../simulation/store/persisted-store.ts';
import { StoreNotice } from './store-notice.tsx';

const APPEARANCE = { key: 'test', scheme: 'light', theme: 'default', themes: ['default'] } as const;
const UNSAVED = /gives the suite no room/;

const stored = vi.hoisted(() => ({
  notice: { repaired: [], reset: [], damaged: [], unsaved: false } as Notice,
  changed: () => {},
}));
vi.mock('../client/simulation.ts', () => {
  const subscribe = (listener: () => void) => {
    stored.changed = listener;
    return () => (stored.changed = () => {});
  };
  const store = { subscribe, get notice() { return stored.notice; } }; // prettier-ignore
  return { whenRunning: async () => ({ store }) };
});

beforeEach(async () => {
  await startTexts('en');
  vi.useFakeTimers();
  render(
    <PageProviders texts={i18n} cache={createQueryCache()} appearance={APPEARANCE}>
      <StoreNotice />
    </PageProviders>,
  );
  await act(() => vi.advanceTimersByTimeAsync(0));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('a change that could not be stored is reported once its storing has failed', async () => {
  stored.changed();
  stored.notice = { ...stored.notice, unsaved: true };
  expect(screen.queryByText(UNSAVED)).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(screen.getByText(UNSAVED)).toBeTruthy();
});

test('nothing is reported once the page is gone', () => {
  const before = vi.getTimerCount();
  stored.changed();
  stored.changed();
  expect(vi.getTimerCount()).toBe(before + 1);
  cleanup();
  expect(vi.getTimerCount()).toBeLessThanOrEqual(before);
});
