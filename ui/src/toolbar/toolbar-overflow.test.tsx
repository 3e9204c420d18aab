import { IconBell, IconMail } from '@tabler/icons-react';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Rise } from '../testing/rise.tsx';
import { ToolbarButton } from './toolbar-button.tsx';
import { ToolbarOverflow } from './toolbar-overflow.tsx';

beforeEach(() => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('720px'),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the menu of more tools on a narrow screen', () => {
  it('keeps the focus on a line whose count changes, and the line still does what it did', async () => {
    const open = vi.fn<() => void>();
    const tools = (label: string) => (
      <Rise>
        <ToolbarOverflow>
          <ToolbarButton label="Notifications" icon={IconBell} />
          <ToolbarButton label={label} icon={IconMail} onClick={open} />
        </ToolbarOverflow>
      </Rise>
    );
    const { rerender } = render(tools('Messages'));
    await userEvent.click(screen.getByRole('button', { name: 'More tools' }));
    (await screen.findByRole('menuitem', { name: 'Messages' })).focus();
    rerender(tools('Messages, 3 unread'));
    expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'Messages, 3 unread' }));
    await userEvent.keyboard('{Enter}');
    expect(open).toHaveBeenCalledOnce();
  });

  it('offers full screen, for which the toolbar has no room', async () => {
    Object.defineProperty(document, 'fullscreenEnabled', { configurable: true, value: true });
    const request = vi.fn<() => Promise<void>>().mockResolvedValue();
    document.documentElement.requestFullscreen = request;
    render(
      <Rise>
        <ToolbarOverflow>
          <ToolbarButton label="Help" icon={IconBell} />
        </ToolbarOverflow>
      </Rise>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'More tools' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Full screen' }));
    expect(request).toHaveBeenCalledOnce();
  });
});
