import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import boot from './boot-appearance.js?raw';
import { useAppearance } from './appearance.tsx';
import { Rise } from './rise-for-tests.tsx';

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
  document.body.className = 'kept';
});
afterEach(cleanup);

describe('appearance', () => {
  it('is written on body, beside classes of others, and survives the next visit', async () => {
    render(
      <Rise>
        <Controls />
      </Rise>,
    );
    expect([...document.body.classList]).toEqual(['kept', 'light', 'theme-default']);
    await userEvent.click(screen.getByText('dark'));
    await userEvent.click(screen.getByText('rose'));
    expect([...document.body.classList]).toEqual(['kept', 'dark', 'theme-rose']);
    cleanup();

    document.body.className = '';
    new Function(boot)();
    expect([...document.body.classList]).toEqual(['dark', 'theme-rose']);
    expect(document.documentElement.dataset['mantineColorScheme']).toBe('dark');
  });

  it('keeps to the themes that the product offers', () => {
    localStorage.setItem('rise.appearance', JSON.stringify({ scheme: 'neon', theme: 'amber' }));
    render(
      <Rise appearance={{ scheme: 'light', theme: 'teal', themes: ['teal', 'rose'] }}>
        <Controls />
      </Rise>,
    );
    expect(screen.getByRole('status').textContent).toBe('light teal');
  });

  it('is as the signed-in person chose elsewhere, before the first paint and after it', () => {
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

  it('takes no class names from a cookie that somebody else wrote', () => {
    document.cookie = 'rise-appearance=x y.theme"><.a.b';
    document.body.className = '';
    new Function(boot)();
    expect([...document.body.classList]).toEqual(['light', 'theme-default']);
    document.cookie = 'rise-appearance=; max-age=0';
  });

  it('starts with the product’s own choice where nothing is stored or storage is broken', () => {
    localStorage.setItem('rise.appearance', '{broken');
    document.body.className = '';
    new Function(boot)();
    expect([...document.body.classList]).toEqual(['light', 'theme-default']);
  });
});
