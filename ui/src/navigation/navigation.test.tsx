import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { Rise } from '../testing/rise.tsx';
import { HorizontalNavigation } from './horizontal-navigation.tsx';
import { Navigation } from './navigation.tsx';
import { containsActive, isActive, type NavigationItem, visibleItems } from './navigation-item.ts';
import { openedAt, toggled } from './open-items.ts';
import { fitting } from './use-fitting.ts';

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

describe('the current page', () => {
  it('matches an item at its address and below, unless it requires the exact address', () => {
    expect(isActive({ id: 'a', type: 'basic', href: '/reports' }, '/reports/1')).toBe(true);
    expect(isActive({ id: 'a', type: 'basic', href: '/reports' }, '/reports/')).toBe(true);
    expect(isActive({ id: 'a', type: 'basic', href: '/reports' }, '/reports-old')).toBe(false);
    expect(isActive({ id: 'a', type: 'basic', href: '/reports', exact: true }, '/reports/1')).toBe(false);
    expect(isActive({ id: 'a', type: 'basic', href: '/' }, '/reports')).toBe(false);
    expect(containsActive(ITEMS[2]!, '/users')).toBe(true);
  });

  it('is announced on that item only', () => {
    show('/reports/42');
    expect(screen.getByRole('link', { name: 'Reports' }).getAttribute('aria-current')).toBe('page');
    expect(screen.getByRole('link', { name: 'Home' }).hasAttribute('aria-current')).toBe(false);
  });
});

describe('the navigation', () => {
  it('omits hidden items and empty groups', () => {
    expect(visibleItems(ITEMS).map(({ id }) => id)).toEqual(['home', 'reports', 'admin', 'off']);
    show('/users');
    expect(screen.queryByText('Domains')).toBeNull();
    expect(screen.queryByText('Empty')).toBeNull();
  });

  it('opens the parents of the current page, and clicked ones', async () => {
    show('/users');
    const line = screen.getByRole('button', { name: 'Administration' });
    expect(line.getAttribute('aria-expanded')).toBe('true');
    await userEvent.click(line);
    expect(line.getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByRole('link', { name: 'Users' })).toBeNull();
  });

  it('does not follow disabled items', () => {
    show('/home');
    expect(screen.queryByRole('link', { name: 'Off' })).toBeNull();
    expect(screen.getByText('Off').closest('[aria-disabled="true"]')).not.toBeNull();
  });
});

describe('automatic opening and closing', () => {
  const leaf = (id: string): NavigationItem => ({ id, type: 'basic', title: id, href: `/${id}` });
  const TREE: readonly NavigationItem[] = [
    {
      id: 'a',
      type: 'collapsable',
      title: 'A',
      children: [leaf('a1'), { id: 'aa', type: 'collapsable', title: 'AA', children: [leaf('aa1')] }],
    },
    { id: 'b', type: 'collapsable', title: 'B', children: [leaf('b1')] },
    { id: 'c', type: 'collapsable', title: 'C', children: [leaf('c1')] },
  ];
  const rules = (pathname: string, autoCollapse = true) => ({ items: TREE, pathname, autoCollapse });
  const ids = (open: ReadonlySet<string>) => [...open].toSorted();

  it('opening closes the others, except ancestors and parents of the current page', () => {
    expect(ids(toggled(new Set(['c']), 'b', rules('/elsewhere')))).toEqual(['b']);
    expect(ids(toggled(new Set(['a', 'c']), 'aa', rules('/c1')))).toEqual(['a', 'aa', 'c']);
    expect(ids(toggled(new Set(['c']), 'b', rules('/elsewhere', false)))).toEqual(['b', 'c']);
  });

  it('closing a parent closes what is inside', () => {
    expect(ids(toggled(new Set(['a', 'aa']), 'a', rules('/aa1')))).toEqual([]);
  });

  it('navigating opens the parents of the new page and closes the rest', () => {
    expect(ids(openedAt(new Set(['b']), rules('/aa1')))).toEqual(['a', 'aa']);
    expect(ids(openedAt(new Set(['b']), rules('/c1', false)))).toEqual(['b', 'c']);
  });
});

describe('asides', () => {
  const ASIDES: readonly NavigationItem[] = [
    {
      id: 'data',
      type: 'aside',
      title: 'Data',
      children: [{ id: 'view', type: 'basic', title: 'Warehouse', href: '/view' }],
    },
    {
      id: 'closed',
      type: 'aside',
      title: 'Closed',
      disabled: true,
      children: [{ id: 'x', type: 'basic', title: 'X' }],
    },
  ];
  const nav = (pathname: string) => (
    <Rise>
      <Navigation items={ASIDES} pathname={pathname} look="labels" />
    </Rise>
  );

  it('open in a second panel, and close by a second click, the overlay, Escape or going elsewhere', async () => {
    const { rerender } = render(nav('/home'));
    const line = screen.getByRole('button', { name: 'Data' });
    const panel = () => screen.queryByRole('group', { name: 'Data' });
    expect(panel()).toBeNull();
    await userEvent.click(line);
    expect(panel()).not.toBeNull();
    expect(line.getAttribute('aria-expanded')).toBe('true');
    await userEvent.click(line);
    expect(panel()).toBeNull();
    await userEvent.click(line);
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(panel()).toBeNull();
    await userEvent.click(line);
    screen.getByRole('link', { name: 'Warehouse' }).focus();
    await userEvent.keyboard('{Escape}');
    expect(panel()).toBeNull();
    expect(document.activeElement).toBe(line);
    await userEvent.click(line);
    rerender(nav('/view'));
    expect(panel()).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Closed' }));
    expect(screen.queryByRole('group', { name: 'Closed' })).toBeNull();
  });

  it('open below their line if a second panel does not fit', async () => {
    render(
      <Rise>
        <Navigation items={ASIDES} pathname="/view" asides="inline" />
      </Rise>,
    );
    expect(screen.getByRole('link', { name: 'Warehouse' }).getAttribute('aria-current')).toBe('page');
  });
});

describe('the keyboard', () => {
  it('moves between lines, opens and closes with the arrows', async () => {
    show('/home');
    screen.getByRole('link', { name: 'Home' }).focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    const line = screen.getByRole('button', { name: 'Administration' });
    expect(document.activeElement).toBe(line);
    await userEvent.keyboard('{ArrowRight}');
    expect(line.getAttribute('aria-expanded')).toBe('true');
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('Users');
    await userEvent.keyboard('{ArrowUp}{ArrowLeft}');
    expect(line.getAttribute('aria-expanded')).toBe('false');
    await userEvent.keyboard('{Home}');
    expect(document.activeElement?.textContent).toBe('Home');
  });
});

describe('the horizontal navigation', () => {
  const bar = (pathname: string) => (
    <Rise>
      <HorizontalNavigation items={ITEMS} pathname={pathname} />
    </Rise>
  );

  it('opens menus below its items, and Escape returns focus', async () => {
    render(bar('/users'));
    const line = screen.getByRole('button', { name: 'Administration' });
    expect(line.hasAttribute('data-holds')).toBe(true);
    await userEvent.click(line);
    const users = await screen.findByRole('link', { name: 'Users' });
    expect(users.getAttribute('aria-current')).toBe('page');
    users.focus();
    await userEvent.keyboard('{Escape}');
    expect(line.getAttribute('aria-expanded')).toBe('false');
    expect(document.activeElement).toBe(line);
  });

  it('shows what fits, with room for the More button', () => {
    expect(fitting([100, 100, 100], 300, 96)).toBe(3);
    expect(fitting([100, 100, 100], 299, 96)).toBe(2);
    expect(fitting([100, 100, 100], 120, 96)).toBe(0);
  });
});
