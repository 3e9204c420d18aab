import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { UserMenu } from '../people/user-menu.tsx';
import { Rise } from '../testing/rise.tsx';

afterEach(cleanup);

const openMenu = () => {
  const person = { firstName: 'Lale', lastName: 'Demir', email: 'lale@rise.example' };
  render(
    <Rise>
      <UserMenu person={person} />
    </Rise>,
  );
  const button = screen.getByRole('button', { name: 'Lale Demir’s account' });
  button.focus();
  fireEvent.click(button);
  return button;
};

it('closes with Escape from its first moment on, while the focus is still on the button', async () => {
  const button = openMenu();
  fireEvent.keyDown(button, { key: 'Escape' });
  expect(button.getAttribute('aria-expanded')).toBe('false');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  fireEvent.click(button);
  expect(await screen.findByRole('menu')).toBeTruthy();
});

it('handles Escape before its container while it is open', () => {
  const around = vi.fn<() => void>();
  window.addEventListener('keydown', around);
  const button = openMenu();
  fireEvent.keyDown(button, { key: 'Escape' });
  expect(around).not.toHaveBeenCalled();
  fireEvent.keyDown(button, { key: 'Escape' });
  expect(around).toHaveBeenCalledOnce();
  window.removeEventListener('keydown', around);
});

it('closes when Back leads elsewhere', async () => {
  const button = openMenu();
  fireEvent(window, new PopStateEvent('popstate'));
  expect(button.getAttribute('aria-expanded')).toBe('false');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
});
