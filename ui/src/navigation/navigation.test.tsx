import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { Rise } from '../theme/rise-for-tests.tsx';
import { Navigation } from './navigation.tsx';
import { holdsActive, isActive, type NavigationItem, visibleItems } from './navigation-item.ts';

const ITEMS: readonly NavigationItem[] = [
  { id: 'home', type: 'basic', title: 'Home', href: '/home', exact: true },
  { id: 'reports', type: 'basic', title: 'Reports', href: '/reports' },
  {
    id: 'admin',
    type: 'collapsable',
    title: 'Administration',
    children: [
      { id: 'users', type: 'basic', title: 'Users', href: '/users' },
      { id: 'hidden', type: 'basic', title: 'Domains', href: '/domains', hidden: true },
    ],
  },
  {
    id: 'empty',
    type: 'group',
    title: 'Empty',
    children: [{ id: 'x', type: 'basic', title: 'X', href: '/x', hidden: true }],
  },
  { id: 'off', type: 'basic', title: 'Off', href: '/off', disabled: true },
];

const show = (pathname: string) =>
  render(
    <Rise>
      <Navigation items={ITEMS} pathname={pathname} />
    </Rise>,
  );

afterEach(cleanup);

describe('where the person is', () => {
  it('is an item at its address and below it, unless it asks for the very address', () => {
    expect(isActive({ id: 'a', type: 'basic', href: '/reports' }, '/reports/1')).toBe(true);
    expect(isActive({ id: 'a', type: 'basic', href: '/reports' }, '/reports/')).toBe(true);
    expect(isActive({ id: 'a', type: 'basic', href: '/reports' }, '/reports-old')).toBe(false);
    expect(isActive({ id: 'a', type: 'basic', href: '/reports', exact: true }, '/reports/1')).toBe(false);
    expect(isActive({ id: 'a', type: 'basic', href: '/' }, '/reports')).toBe(false);
    expect(holdsActive(ITEMS[2]!, '/users')).toBe(true);
  });

  it('is told to screen readers on that item only', () => {
    show('/reports/42');
    expect(screen.getByRole('link', { name: 'Reports' }).getAttribute('aria-current')).toBe('page');
    expect(screen.getByRole('link', { name: 'Home' }).hasAttribute('aria-current')).toBe(false);
  });
});

describe('the navigation', () => {
  it('leaves out what is hidden, and groups of nothing', () => {
    expect(visibleItems(ITEMS).map(({ id }) => id)).toEqual(['home', 'reports', 'admin', 'off']);
    show('/users');
    expect(screen.queryByText('Domains')).toBeNull();
    expect(screen.queryByText('Empty')).toBeNull();
  });

  it('opens what holds the page, and what is clicked', async () => {
    show('/users');
    const line = screen.getByRole('button', { name: 'Administration' });
    expect(line.getAttribute('aria-expanded')).toBe('true');
    await userEvent.click(line);
    expect(line.getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByRole('link', { name: 'Users' })).toBeNull();
  });

  it('does not lead where it is disabled', () => {
    show('/home');
    expect(screen.queryByRole('link', { name: 'Off' })).toBeNull();
    expect(screen.getByText('Off').closest('[aria-disabled="true"]')).not.toBeNull();
  });
});
