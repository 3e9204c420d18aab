import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Rise } from '../testing/rise.tsx';
import { LoadingBar } from './loading-bar.tsx';
import { createLoading } from './loading.ts';

const show = () => {
  const loading = createLoading();
  render(
    <Rise>
      <LoadingBar of={loading} />
    </Rise>,
  );
  return loading;
};
const bar = () => screen.queryByRole('progressbar', { name: 'Loading' });

afterEach(cleanup);

describe('the loading bar', () => {
  it('is on the page from the first pending request to the last', () => {
    const loading = show();
    expect(bar()).toBeNull();
    act(() => loading.pending(1));
    act(() => loading.pending(1));
    expect(bar()?.hasAttribute('aria-valuenow')).toBe(false);
    act(() => loading.pending(-1));
    expect(bar()).not.toBeNull();
    act(() => loading.pending(-1));
    expect(bar()).toBeNull();
  });

  it('is shown and hidden explicitly in manual mode', () => {
    const loading = show();
    act(() => loading.setMode('manual'));
    act(() => loading.show());
    expect(bar()).not.toBeNull();
    act(() => loading.hide());
    expect(bar()).toBeNull();
  });

  it('shows progress from 0 to 100', () => {
    const loading = show();
    act(() => loading.setMode('determinate'));
    act(() => loading.show());
    for (const progress of [0, 40, 100]) {
      act(() => loading.setProgress(progress));
      expect(bar()?.getAttribute('aria-valuenow')).toBe(String(progress));
    }
    expect([bar()?.getAttribute('aria-valuemin'), bar()?.getAttribute('aria-valuemax')]).toEqual(['0', '100']);
  });
});
