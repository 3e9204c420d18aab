import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Rise } from '../testing/rise.tsx';
import { FullscreenToggle } from './fullscreen-toggle.tsx';

const state = (values: Record<string, unknown>) => {
  for (const [name, value] of Object.entries(values))
    Object.defineProperty(document, name, { configurable: true, value });
};
const show = () =>
  render(
    <Rise>
      <FullscreenToggle />
    </Rise>,
  );

afterEach(cleanup);

describe('the fullscreen toggle', () => {
  it('enters and leaves full screen, and its label states which', async () => {
    const request = vi.fn<() => Promise<void>>().mockResolvedValue();
    const exit = vi.fn<() => Promise<void>>().mockResolvedValue();
    state({ fullscreenEnabled: true, fullscreenElement: null, exitFullscreen: exit });
    document.documentElement.requestFullscreen = request;
    show();
    await userEvent.click(screen.getByRole('button', { name: 'Full screen' }));
    expect(request).toHaveBeenCalledOnce();
    // Also changed by F11 or Escape, without a click.
    act(() => {
      state({ fullscreenElement: document.documentElement });
      document.dispatchEvent(new Event('fullscreenchange'));
    });
    await userEvent.click(screen.getByRole('button', { name: 'Exit full screen' }));
    expect(exit).toHaveBeenCalledOnce();
    act(() => {
      state({ fullscreenElement: null });
      document.dispatchEvent(new Event('fullscreenchange'));
    });
    expect(screen.getByRole('button', { name: 'Full screen' })).toBeTruthy();
  });

  it('is absent without browser support', () => {
    state({ fullscreenEnabled: false });
    show();
    expect(screen.queryByRole('button')).toBeNull();
  });
});
