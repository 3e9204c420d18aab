import { IconHome } from '@tabler/icons-react';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Rise } from '../testing/rise.tsx';
import { Navigation } from './navigation.tsx';
import type { NavigationItem } from './navigation-item.ts';
import type { NavigationLook } from './navigation-line.tsx';

const show = (items: readonly NavigationItem[], look?: NavigationLook) =>
  render(
    <Rise>
      <Navigation items={items} pathname="/reports" {...(look && { look })} />
    </Rise>,
  );

afterEach(cleanup);

describe('an item of the navigation', () => {
  it('has icon, title, subtitle and badge', () => {
    show([
      {
        id: 'a',
        type: 'basic',
        title: 'Mail',
        subtitle: 'Inbox',
        href: '/mail',
        icon: IconHome,
        badge: { title: '27' },
      },
    ]);
    const link = screen.getByRole('link', { name: /Inbox 27$/ });
    expect(link.querySelector('svg')).not.toBeNull();
    expect(within(link).getByText('Inbox')).toBeTruthy();
    expect(within(link).getByText('27')).toBeTruthy();
  });

  it('shows its tooltip on hover and focus', async () => {
    show([{ id: 'a', type: 'basic', title: 'Mail', href: '/mail', tooltip: 'All that was written to you' }]);
    expect(screen.queryByText('All that was written to you')).toBeNull();
    await userEvent.hover(screen.getByRole('link', { name: 'Mail' }));
    expect(await screen.findByText('All that was written to you')).toBeTruthy();
  });

  it('shows its title as a tooltip if only its icon is visible', async () => {
    show([{ id: 'a', type: 'basic', title: 'Mail', href: '/mail', icon: IconHome }], 'icons');
    await userEvent.hover(screen.getByRole('link', { name: 'Mail' }));
    expect(await screen.findByRole('tooltip')).toMatchObject({ textContent: 'Mail' });
  });

  it('opens external links in a new tab without opener', () => {
    show([{ id: 'a', type: 'basic', title: 'NCUA', href: 'https://ncua.gov', external: true }]);
    const link = screen.getByRole('link', { name: /NCUA/ });
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer']);
    expect(within(link).getByRole('img', { name: 'opens in a new tab' })).toBeTruthy();
  });

  it('runs its action if it has no link', async () => {
    const onClick = vi.fn<() => void>();
    show([{ id: 'a', type: 'basic', title: 'Ask', onClick }]);
    await userEvent.click(screen.getByRole('button', { name: 'Ask' }));
    expect(onClick).toHaveBeenCalledOnce();
  });

  it('is always or never active if configured', () => {
    show([
      { id: 'a', type: 'basic', title: 'Always', href: '/x', active: true },
      { id: 'b', type: 'basic', title: 'Never', href: '/reports', active: false },
    ]);
    expect(screen.getByRole('link', { name: 'Always' }).getAttribute('aria-current')).toBe('page');
    expect(screen.getByRole('link', { name: 'Never' }).hasAttribute('aria-current')).toBe(false);
  });

  it('opens nothing while it is disabled', () => {
    show([
      {
        id: 'a',
        type: 'collapsable',
        title: 'Closed',
        disabled: true,
        children: [{ id: 'b', type: 'basic', title: 'Inside', href: '/i' }],
      },
    ]);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Closed' }).disabled).toBe(true);
    expect(screen.queryByRole('link', { name: 'Inside' })).toBeNull();
  });
});

describe('separators between items', () => {
  it('are a heading with a list, a divider, and a gap that is hidden from screen readers', () => {
    show([
      {
        id: 'g',
        type: 'group',
        title: 'Data',
        subtitle: 'What is loaded',
        children: [{ id: 'v', type: 'basic', title: 'Versions', href: '/v' }],
      },
      { id: 'd', type: 'divider' },
      { id: 's', type: 'spacer' },
      { id: 'z', type: 'basic', title: 'Help', href: '/help' },
    ]);
    const list = screen.getByRole('list', { name: /Data/ });
    expect(within(list).getByRole('link', { name: 'Versions' })).toBeTruthy();
    expect(screen.getByText('What is loaded')).toBeTruthy();
    const hidden = document.querySelectorAll('nav li[aria-hidden="true"]');
    expect([...hidden].map(({ className }) => className.includes('divider') || className.includes('spacer'))).toEqual([
      true,
      true,
    ]);
    expect(screen.getByRole('link', { name: 'Help' })).toBeTruthy();
  });
});
