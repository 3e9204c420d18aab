import { createMemoryHistory } from '@tanstack/react-router';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryCache } from '../client/queries.ts';
import { signInPages } from '../features/authentication/authentication.routes.ts';
import { startTexts } from '../i18n/texts.ts';
import { HOME } from '../routing/access.ts';
import { barePage, type RouteEntry } from '../routing/route-entry.ts';
import { lockSession, signIn, signOut } from '../session/session.ts';
import { session } from '../session/token.ts';
import { fill } from '../testing/fill.ts';
import { Providers } from './providers.tsx';
import { createDemoRouter } from './router.tsx';

/** The real simulation with delays controlled by the test. */
const delay = vi.hoisted(() => ({ passed: Promise.resolve() }));
vi.mock('../client/simulation.ts', async () => {
  const { startSimulation } = await import('../simulation/start.ts');
  const started = startSimulation({ name: 'sign-in', seed: 'rise', wait: () => delay.passed });
  const getSimulation = () => started.then(({ store, fetch }) => ({ store, fetch }));
  return { getSimulation, whenRunning: getSimulation };
});

const DENIZ = { name: 'Deniz Arslan', email: 'demo@rise.example', avatar: null };
const inside = (path: string, heading: string): RouteEntry => ({
  ...barePage('public', path, [heading, heading], async () => ({ default: () => <h1>{heading}</h1> })),
  group: 'guarded',
});
const TABLE = [...signInPages, inside(HOME, 'Home'), inside('/apps/notes', 'Notes')];
const user = userEvent.setup({ delay: null });

function open(address: string) {
  const cache = createQueryCache();
  const router = createDemoRouter({
    cache,
    table: TABLE,
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  render(<Providers cache={cache} router={router} />);
  return { address: () => router.state.location.href };
}

const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
/** The text of the live region. */
const body = () => within(screen.getByRole('main')).getByRole('status').textContent;
const press = (name: string) => user.click(screen.getByRole('button', { name }));

beforeAll(async () => {
  await startTexts('en');
});
beforeEach(() => void (delay.passed = Promise.resolve()));
afterEach(() => {
  cleanup();
  signOut();
});

describe('sign-in', () => {
  it('redirects to the requested address, with its query', async () => {
    const { address } = open('/apps/notes?label=work');
    await heading('Sign in');
    expect(address()).toBe('/sign-in?redirectURL=%2Fapps%2Fnotes%3Flabel%3Dwork');
    await press('Fill in');
    await user.keyboard('{Enter}');
    await heading('Notes');
    expect(address()).toBe('/apps/notes?label=work');
  });

  it('redirects home when the return address is not part of the demo', async () => {
    const { address } = open('/sign-in?redirectURL=%2F%2Fevil.example');
    await heading('Sign in');
    await press('Fill in');
    await press('Sign in');
    await heading('Home');
    expect(address()).toBe(HOME);
  });

  it('keeps the input, shows the error and focuses the password when it is wrong', async () => {
    open('/sign-in');
    await heading('Sign in');
    await fill(field('E-mail address'), 'demo@rise.example');
    await fill(field('Password'), 'rise-dema', '{Enter}');
    expect(await screen.findByRole('alert')).toHaveProperty(
      'textContent',
      'The e-mail address or the password is wrong.',
    );
    expect(field('E-mail address').value).toBe('demo@rise.example');
    expect(document.activeElement).toBe(field('Password'));
    // The text is selected, so that typing replaces it.
    await user.keyboard('rise-demo{Enter}');
    await heading('Home');
  });

  it('is disabled while the request is pending', async () => {
    let pass!: () => void;
    delay.passed = new Promise((resolve) => void (pass = resolve));
    open('/sign-in');
    await heading('Sign in');
    await press('Fill in');
    await press('Sign in');
    expect(body()).toBe('Signing you in');
    for (const closed of [field('E-mail address'), field('Password'), field('Keep me signed in')])
      expect(closed.disabled).toBe(true);
    pass();
    await heading('Home');
  });

  it('shows validation errors on submit and updates them while typing', async () => {
    open('/sign-in');
    await heading('Sign in');
    await user.type(field('E-mail address'), 'demo@rise');
    expect(screen.queryByText(/incomplete/)).toBeNull();
    await press('Sign in');
    expect(screen.getByText(/^The e-mail address is incomplete: write it like/)).toBeTruthy();
    expect(screen.getByText('Enter your password.')).toBeTruthy();
    expect(document.activeElement).toBe(field('E-mail address'));
    await user.type(field('E-mail address'), '{End}.example');
    expect(screen.queryByText(/incomplete/)).toBeNull();
  });

  it('shows the password on request', async () => {
    open('/sign-in');
    await heading('Sign in');
    expect(field('Password').type).toBe('password');
    await press('Show password');
    expect(field('Password').type).toBe('text');
  });

  it('redirects visitors who are already signed in', async () => {
    await signIn('demo@rise.example', 'rise-demo', true);
    const { address } = open('/sign-in?redirectURL=%2Fapps%2Fnotes');
    await heading('Notes');
    expect(address()).toBe('/apps/notes');
  });
});

describe('lock', () => {
  it('requires only the password, and redirects back', async () => {
    await signIn('demo@rise.example', 'rise-demo', true);
    const { address } = open('/apps/notes');
    await heading('Notes');
    act(() => lockSession(DENIZ));
    await heading('Welcome back');
    expect(address()).toBe('/unlock-session?redirectURL=%2Fapps%2Fnotes');
    expect(screen.getByText('Deniz Arslan')).toBeTruthy();
    await fill(field('Password'), 'guess', '{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('The password is wrong.');
    await user.keyboard('rise-demo{Enter}');
    await heading('Notes');
  });

  it('lets another person sign out instead', async () => {
    await signIn('demo@rise.example', 'rise-demo', true);
    act(() => lockSession(DENIZ));
    open('/unlock-session');
    await user.click(await screen.findByRole('link', { name: 'Not you? Sign out' }));
    await heading('You have signed out');
    expect(session.get()).toBe('out');
  });

  it('is not available when signed out', async () => {
    const { address } = open('/unlock-session?redirectURL=%2Fapps%2Fnotes');
    await heading('Sign in');
    expect(address()).toBe('/sign-in?redirectURL=%2Fapps%2Fnotes');
  });
});

describe('sign-out', () => {
  it('announces the redirect once, and redirects to the sign-in', async () => {
    await signIn('demo@rise.example', 'rise-demo', true);
    vi.useFakeTimers();
    try {
      const { address } = open('/sign-out');
      const until = async (arrived: () => boolean) => {
        while (!arrived()) await act(() => vi.advanceTimersByTimeAsync(1000));
      };
      await until(() => screen.queryByText('The sign-in follows in 4 seconds.') !== null);
      expect(session.get()).toBe('out');
      expect(body()).toBe('The sign-in follows in 5 seconds.');
      await until(() => address() === '/sign-in');
    } finally {
      vi.useRealTimers();
    }
  });

  it('stays when the countdown is stopped', async () => {
    open('/sign-out');
    await heading('You have signed out');
    await press('Stay here');
    expect(screen.getByText('Come back whenever you like.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Go to the sign-in' }));
  });
});

describe('sign-up and password reset', () => {
  it('a sign-up needs name, address, password and acceptance of the terms, and then a confirmation', async () => {
    const { address } = open('/sign-up');
    await heading('Create your account');
    await press('Create an account');
    for (const issue of [/^Enter your name/, /^Enter your e-mail/, /^Choose a password/, /^Tick this box/])
      expect(screen.getByText(issue)).toBeTruthy();
    await fill(field('Name'), 'Ada');
    await fill(field('E-mail address'), 'ada@company.example');
    await user.type(field('Password'), 'short');
    expect(screen.getByText(/too short: use at least 8/)).toBeTruthy();
    await user.type(field('Password'), ' no longer');
    await user.click(screen.getByRole('checkbox'));
    await press('Create an account');
    await heading('Confirm your address');
    expect(address()).toBe('/confirmation-required');
  });

  it.each(['demo@rise.example', 'nobody@else.example'])(
    'responds the same to a forgotten password of %s',
    async (email) => {
      open('/forgot-password');
      await heading('Forgotten your password?');
      await fill(field('E-mail address'), email, '{Enter}');
      const answer = await screen.findByText(/^If this address has an account/);
      expect(document.activeElement?.contains(answer)).toBe(true);
    },
  );

  it('requires a new password twice', async () => {
    open('/reset-password');
    await heading('Choose a new password');
    await fill(field('New password'), 'long enough');
    await fill(field('Repeat the new password'), 'long enouhg', '{Enter}');
    expect(screen.getByText(/^The passwords differ/)).toBeTruthy();
    await user.clear(field('Repeat the new password'));
    await fill(field('Repeat the new password'), 'long enough', '{Enter}');
    expect(await screen.findByText('The new password was accepted.')).toBeTruthy();
  });
});

describe('showcase', () => {
  it('links to each page in each variant, and back', async () => {
    open('/pages/authentication/sign-in/classic');
    const bar = within(await screen.findByRole('navigation', { name: 'Sign-in pages and their layouts' }));
    expect(bar.getByRole('link', { name: 'Demo suite' }).getAttribute('href')).toContain(HOME);
    await user.click(bar.getByRole('link', { name: 'Split screen, reversed' }));
    // The menu of the page before would close with it.
    await waitFor(() =>
      expect(screen.getByRole('link', { name: 'Split screen, reversed' }).getAttribute('aria-current')).toBe('page'),
    );
    await press('Page: Sign in');
    await user.click(await screen.findByRole('menuitem', { name: 'Locked', hidden: true }));
    await heading('Welcome back');
    expect(screen.getByRole('link', { name: 'Split screen, reversed' }).getAttribute('aria-current')).toBe('page');
    expect(TABLE.filter(({ path }) => path.startsWith('/pages/authentication/'))).toHaveLength(49);
  });

  it('signs in, and signs out only on request', async () => {
    open('/pages/authentication/sign-in/modern');
    await heading('Sign in');
    await press('Fill in');
    await press('Sign in');
    await heading('Home');
    cleanup();
    const { address } = open('/pages/authentication/sign-out/modern');
    await heading('Sign out?');
    expect(session.get()).toBe('in');
    await press('Sign out');
    await heading('You have signed out');
    expect(session.get()).toBe('out');
    await user.click(screen.getByRole('link', { name: 'Go to the sign-in' }));
    await waitFor(() => expect(address()).toBe('/pages/authentication/sign-in/modern'));
  });
});
