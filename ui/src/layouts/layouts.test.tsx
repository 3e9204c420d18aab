import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense, useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import type { NavigationItem, NavigationMenus } from '../navigation/navigation-item.ts';
import { Rise } from '../theme/rise-for-tests.tsx';
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

afterEach(cleanup);

describe('the layouts', () => {
  it('are the eleven of the product', () => {
    expect(Object.keys(LAYOUTS).toSorted()).toEqual([...CHROME_LAYOUTS, 'empty'].toSorted());
    expect(CHROME_LAYOUTS).toHaveLength(10);
  });

  it('change without touching the page', async () => {
    const { rerender } = await act(async () => render(page('classic')));
    await userEvent.click(await screen.findByRole('button', { name: 'count 0' }, { timeout: 10_000 }));
    const before = mounts;
    const kept = screen.getByRole('button', { name: 'count 1' });
    for (const name of [...CHROME_LAYOUTS, 'empty']) {
      rerender(page(name));
      await preloadLayout(name);
      await screen.findByText((_, element) => element?.getAttribute('data-layout') === name);
      expect(screen.getByRole('button', { name: 'count 1' })).toBe(kept);
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

  it.each(['centered', 'material', 'empty'])('%s has no rail', async (name) => {
    await preloadLayout(name);
    render(page(name));
    await screen.findByRole('button', { name: 'count 0' });
    expect(screen.queryByText('Rail')).toBeNull();
  });

  it('shows who is signed in where the layout is made of it', async () => {
    for (const name of ['classy', 'futuristic']) {
      await preloadLayout(name);
      const { unmount } = render(page(name));
      expect(await screen.findByText('Ada Novak')).toBeTruthy();
      expect(screen.getByText('ada@alder.example')).toBeTruthy();
      unmount();
    }
  });

  it('keeps the dense column wide when it is told to', async () => {
    await preloadLayout('dense');
    render(page('dense'));
    const pin = await screen.findByRole('button', { name: 'Keep the navigation wide' });
    await userEvent.click(pin);
    expect(screen.getByRole('button', { name: 'Keep the navigation narrow' }).getAttribute('aria-pressed')).toBe(
      'true',
    );
  });

  it('hides the navigation beside the page from everybody', async () => {
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
