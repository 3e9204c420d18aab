import { endSplash } from '@rise/ui/splash';
import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useIdle } from './idle.ts';

function showSplash(): void {
  const splash = document.createElement('div');
  splash.id = 'splash';
  document.body.append(splash);
}
const nextIdleTime = () => act(() => new Promise<void>((resolve) => void requestIdleCallback(() => resolve())));

it('is idle once the page has nothing else to do', async () => {
  const { result } = renderHook(useIdle);
  expect(result.current).toBe(false);
  await waitFor(() => expect(result.current).toBe(true));
});

it('is not idle while the first screen is still behind the splash', async () => {
  showSplash();
  const { result } = renderHook(useIdle);
  await nextIdleTime();
  expect(result.current).toBe(false);
  act(endSplash);
  await waitFor(() => expect(result.current).toBe(true));
});
