import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import boot from './boot-appearance.js?raw';
import { useAppearance } from './appearance.tsx';
import { Rise } from '../testing/rise.tsx';
import { SCHEMES, THEME_NAMES } from './tokens.ts';

function Controls() {
  const { scheme, theme, setScheme, setTheme } = useAppearance();
  return (
    <>
      <output>{`${scheme} ${theme}`}</output>
      <button type="button" onClick={() => setScheme('dark')}>
        dark
      </button>
      <button type="button" onClick={() => setTheme('rose')}>
        rose
      </button>
    </>
  );
}

beforeEach(() => {
  localStorage.clear();
  document.body.className = 'other';
});
afterEach(cleanup);

describe('appearance', () => {
  it('is written on body, beside classes of others, and survives the next visit', async () => {
    render(
      <Rise>
        <Controls />
      </Rise>,
    );
    expect([...document.body.classList]).toEqual(['other', 'light', 'theme-default']);
    await userEvent.click(screen.getByText('dark'));
    await userEvent.click(screen.getByText('rose'));
    expect([...document.body.classList]).toEqual(['other', 'dark', 'theme-rose']);
    cleanup();

    document.body.className = '';
    new Function(boot)();
    expect([...document.body.classList]).toEqual(['dark', 'theme-rose']);
    expect(document.documentElement.dataset['mantineColorScheme']).toBe('dark');
  });

  it('follows the operating system while the scheme is auto, at once and only then', async () => {
    let systemIsDark = false;
    const listeners = new Set<() => void>();
    vi.stubGlobal('matchMedia', (query: string) => ({
      get matches() {
        return query.includes('dark') && systemIsDark;
      },
      addEventListener: (_kind: string, listener: () => void) => listeners.add(listener),
      removeEventListener: (_kind: string, listener: () => void) => listeners.delete(listener),
    }));
    const system = (dark: boolean) =>
      act(() => {
        systemIsDark = dark;
        for (const listener of listeners) listener();
      });
    render(
      <Rise appearance={{ scheme: 'auto', theme: 'teal', themes: THEME_NAMES }}>
        <Controls />
      </Rise>,
    );
    expect([...document.body.classList]).toEqual(['other', 'light', 'theme-teal']);
    system(true);
    expect([...document.body.classList]).toEqual(['other', 'dark', 'theme-teal']);
    system(false);
    expect([...document.body.classList]).toEqual(['other', 'light', 'theme-teal']);
    await userEvent.click(screen.getByText('dark'));
    system(false);
    expect(document.body.classList.contains('dark')).toBe(true);
    vi.unstubAllGlobals();
  });

  it.each(SCHEMES.flatMap((scheme) => THEME_NAMES.map((theme) => [scheme, theme] as const)))(
    'is set on the page as the classes %s and theme-%s',
    (scheme, theme) => {
      render(<Rise appearance={{ scheme, theme, themes: THEME_NAMES }}>page</Rise>);
      expect([...document.body.classList]).toEqual(['other', scheme, `theme-${theme}`]);
    },
  );

  it('keeps to the themes that the product offers', () => {
    localStorage.setItem('rise.appearance', JSON.stringify({ scheme: 'neon', theme: 'amber' }));
    render(
      <Rise appearance={{ scheme: 'light', theme: 'teal', themes: ['teal', 'rose'] }}>
        <Controls />
      </Rise>,
    );
    expect(screen.getByRole('status').textContent).toBe('light teal');
  });

  it('is the account’s choice from another device, before and after the first paint', () => {
    localStorage.setItem('rise.appearance', JSON.stringify({ scheme: 'light', theme: 'rose' }));
    document.cookie = 'rise-appearance=dark.-.compact.tr';
    document.body.className = '';
    new Function(boot)();
    expect([...document.body.classList]).toEqual(['dark', 'theme-rose']);
    render(
      <Rise>
        <Controls />
      </Rise>,
    );
    expect(screen.getByRole('status').textContent).toBe('dark rose');
    document.cookie = 'rise-appearance=-.-.-.-';
    cleanup();
    document.body.className = '';
    new Function(boot)();
    expect([...document.body.classList]).toEqual(['dark', 'theme-rose']);
    document.cookie = 'rise-appearance=; max-age=0';
  });

  it('is separate per storage key on the same origin', async () => {
    localStorage.setItem('rise.appearance', JSON.stringify({ scheme: 'light', theme: 'amber' }));
    document.cookie = 'rise-appearance=dark.purple.-.tr';
    const script = document.createElement('script');
    script.dataset['key'] = 'rise.demo.appearance';
    const start = () => {
      document.body.className = '';
      const current = vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
      new Function(boot)();
      current.mockRestore();
    };
    start();
    expect([...document.body.classList]).toEqual(['light', 'theme-default']);
    render(
      <Rise appearance={{ scheme: 'light', theme: 'teal', themes: THEME_NAMES, key: 'rise.demo.appearance' }}>
        <Controls />
      </Rise>,
    );
    expect(screen.getByRole('status').textContent).toBe('light teal');
    await userEvent.click(screen.getByText('dark'));
    await userEvent.click(screen.getByText('rose'));
    cleanup();
    start();
    expect([...document.body.classList]).toEqual(['dark', 'theme-rose']);
    expect(JSON.parse(localStorage.getItem('rise.appearance')!)).toEqual({ scheme: 'light', theme: 'amber' });
    document.cookie = 'rise-appearance=; max-age=0';
  });

  it('takes no class names from a manipulated cookie', () => {
    document.cookie = 'rise-appearance=x y.theme"><.a.b';
    document.body.className = '';
    new Function(boot)();
    expect([...document.body.classList]).toEqual(['light', 'theme-default']);
    document.cookie = 'rise-appearance=; max-age=0';
  });

  it('starts with the product’s default if nothing is stored or storage is broken', () => {
    localStorage.setItem('rise.appearance', '{broken');
    document.body.className = '';
    new Function(boot)();
    expect([...document.body.classList]).toEqual(['light', 'theme-default']);
  });
});
