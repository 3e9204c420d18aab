import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { Rise } from '../testing/rise.tsx';
import { ContextMenu, type MenuPlace, menuHandlers } from './context-menu.tsx';

afterEach(cleanup);

function Mark({ onRun }: { onRun: () => void }) {
  const [place, setPlace] = useState<MenuPlace | null>(null);
  return (
    <Rise>
      <button type="button" {...menuHandlers(setPlace)}>
        California
      </button>
      {place && (
        <ContextMenu
          place={place}
          label="California"
          actions={[{ id: 'rows', label: 'Show rows', onClick: onRun }]}
          onClose={() => setPlace(null)}
        />
      )}
    </Rise>
  );
}

const mark = () => screen.getByRole('button', { name: 'California' });

it.each([
  ['Shift+F10', { key: 'F10', shiftKey: true }],
  ['the menu key', { key: 'ContextMenu' }],
])('opens with %s, takes the focus, and gives it back', async (_, keys) => {
  const run = vi.fn<() => void>();
  render(<Mark onRun={run} />);
  mark().focus();
  fireEvent.keyDown(mark(), keys);
  const item = await screen.findByRole('menuitem', { name: 'Show rows' });
  await waitFor(() => expect(screen.getByRole('menu').contains(document.activeElement)).toBe(true));
  fireEvent.click(item);
  expect(run).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  expect(document.activeElement).toBe(mark());
});

it('opens with a right click, in place of the browser’s own menu, and closes with Escape', async () => {
  render(<Mark onRun={() => undefined} />);
  expect(fireEvent.contextMenu(mark(), { clientX: 20, clientY: 30 })).toBe(false);
  const menu = await screen.findByRole('menu', { name: 'California' });
  fireEvent.keyDown(menu, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
});

it('stays closed for other keys', () => {
  render(<Mark onRun={() => undefined} />);
  fireEvent.keyDown(mark(), { key: 'F10' });
  expect(screen.queryByRole('menu')).toBeNull();
});
