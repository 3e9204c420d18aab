import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLoading } from './loading.ts';

afterEach(() => vi.restoreAllMocks());

describe('the loading bar', () => {
  it('shows while any request is pending and hides when none are', () => {
    const loading = createLoading();
    loading.pending(1);
    loading.pending(1);
    loading.pending(-1);
    expect(loading.state().visible).toBe(true);
    loading.pending(-1);
    expect(loading.state().visible).toBe(false);
  });

  it('ignores requests in manual mode and remembers those still pending', () => {
    const loading = createLoading();
    loading.setMode('manual');
    loading.pending(1);
    expect(loading.state().visible).toBe(false);
    loading.show();
    expect(loading.state().visible).toBe(true);
    loading.hide();
    loading.setMode('auto');
    expect(loading.state().visible).toBe(true);
  });

  it('reports progress only in determinate mode', () => {
    const loading = createLoading();
    loading.setMode('determinate');
    loading.show();
    loading.setProgress(40);
    expect(loading.state()).toEqual({ mode: 'determinate', visible: true, progress: 40 });
    loading.setMode('auto');
    expect(loading.state().progress).toBeNull();
  });

  it('logs an impossible value and keeps the last one', () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    const loading = createLoading();
    loading.setMode('determinate');
    loading.setProgress(100);
    for (const impossible of [-1, 101, Number.NaN]) loading.setProgress(impossible);
    expect(loading.state().progress).toBe(100);
    expect(error).toHaveBeenCalledTimes(3);
  });

  it('notifies listeners only of changes', () => {
    const loading = createLoading();
    const listener = vi.fn<() => void>();
    const stop = loading.subscribe(listener);
    loading.pending(1);
    loading.pending(1);
    expect(listener).toHaveBeenCalledTimes(1);
    stop();
    loading.pending(-1);
    loading.pending(-1);
    expect(listener).toHaveBeenCalledTimes(1);
  });
});
