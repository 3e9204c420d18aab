import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { NavigationItem, NavigationMenus } from '../navigation/navigation-item.ts';
import { Rise } from '../testing/rise.tsx';
import { Layout } from './layout.tsx';
import { CHROME_LAYOUTS, LAYOUTS, preloadLayout } from './layouts.ts';

const item = (title: string): NavigationItem => ({ id: title, type: 'basic', title, href: `/${title}` });
const MENUS: NavigationMenus = {
  default: [item('default')],
  compact: [item('compact')],
  futuristic: [item('futuristic')],
  horizontal: [item('horizontal')],
};
const USER = {
  person: { firstName: 'Ada', lastName: 'Novak', email: 'ada@alder.example' },
  menu: <button type="button">Account</button>,
};

let mounts = 0;
function Counter() {
  const [count, setCount] = useState(() => {
    mounts += 1;
    return 0;
  });
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      count {count}
    </button>
  );
}

const page = (name: string) => (
  <Rise>
    <Suspense fallback="waiting">
      <Layout name={name} navigation={MENUS} pathname="/page" user={USER} rail={<aside>Rail</aside>}>
        <Counter />
      </Layout>
    </Suspense>
  </Rise>
);

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the layouts', () => {
  it('are the eleven of the product', () => {
    expect(Object.keys(LAYOUTS).toSorted()).toEqual([...CHROME_LAYOUTS, 'empty'].toSorted());
    expect(CHROME_LAYOUTS).toHaveLength(10);
  });

  it('change without remounting the page', async () => {
    const { rerender } = await act(async () => render(page('classic')));
    await userEvent.click(await screen.findByRole('button', { name: 'count 0' }));
    const before = mounts;
    const counter = screen.getByRole('button', { name: 'count 1' });
    for (const name of [...CHROME_LAYOUTS, 'empty']) {
      rerender(page(name));
      await preloadLayout(name);
      await screen.findByText((_, element) => element?.getAttribute('data-layout') === name);
      expect(screen.getByRole('button', { name: 'count 1' })).toBe(counter);
    }
    expect(mounts).toBe(before);
  });

  it.each([
    ['classic', 'default'],
    ['classy', 'default'],
    ['dense', 'default'],
    ['compact', 'compact'],
    ['thin', 'compact'],
    ['futuristic', 'futuristic'],
    ['centered', 'horizontal'],
    ['enterprise', 'horizontal'],
    ['material', 'horizontal'],
    ['modern', 'horizontal'],
  ])('%s shows the %s menu, the logo to home, the account and one navigation', async (name, menu) => {
    await preloadLayout(name);
    render(page(name));
    expect(await screen.findByRole('navigation', { name: 'Main navigation' })).toBeTruthy();
    expect(screen.getByRole('link', { name: menu }).getAttribute('href')).toBe(`/${menu}`);
    expect(screen.getAllByRole('link', { name: 'Rise, Home' })[0]?.getAttribute('href')).toBe('/home');
    expect(screen.getAllByRole('button', { name: 'Account' })).toHaveLength(1);
  });

  it.each([
    ['classic', 'column'],
    ['centered', 'drawer'],
    ['material', 'drawer'],
  ])('%s keeps the chat within reach, as a %s', async (name, mode) => {
    await preloadLayout(name);
    render(page(name));
    const rail = await screen.findByText('Rail');
    expect(rail.closest('[data-rise-rail]')?.getAttribute('data-rise-rail')).toBe(mode);
  });

  it('shows no chat in the empty layout', async () => {
    await preloadLayout('empty');
    render(page('empty'));
    await screen.findByRole('button', { name: 'count 0' });
    expect(screen.queryByText('Rail')).toBeNull();
  });

  it('keeps the logo in the toolbar below 960 pixels, where the navigation is a closed drawer', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: !query.includes('960px'),
      media: query,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
    await preloadLayout('classic');
    render(page('classic'));
    const header = await screen.findByRole('banner');
    expect(within(header).getByRole('link', { name: 'Rise, Home' }).getAttribute('href')).toBe('/home');
  });

  it('shows the account in the layouts that feature it', async () => {
    for (const name of ['classy', 'futuristic']) {
      await preloadLayout(name);
      const { unmount } = render(page(name));
      expect(await screen.findByText('Ada Novak')).toBeTruthy();
      expect(screen.getByText('ada@alder.example')).toBeTruthy();
      unmount();
    }
  });

  it('keeps the dense column wide when pinned', async () => {
    await preloadLayout('dense');
    render(page('dense'));
    const pin = await screen.findByRole('button', { name: 'Expand the navigation' });
    await userEvent.click(pin);
    expect(screen.getByRole('button', { name: 'Collapse the navigation' }).getAttribute('aria-pressed')).toBe('true');
  });

  it('hides the navigation beside the page, also from screen readers', async () => {
    await preloadLayout('classic');
    render(page('classic'));
    const toggle = await screen.findByRole('button', { name: 'Hide navigation' });
    const side = document.getElementById(toggle.getAttribute('aria-controls')!)!;
    expect(side.inert).toBe(false);
    await userEvent.click(toggle);
    expect(side.inert).toBe(true);
    expect(screen.getByRole('button', { name: 'Show navigation' }).getAttribute('aria-expanded')).toBe('false');
  });
});
