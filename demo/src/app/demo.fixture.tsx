import { MantineThemeProvider } from '@mantine/core';
import { preloadLayout, type LayoutName } from '@rise/ui';
import { createMemoryHistory } from '@tanstack/react-router';
import { cleanup, render, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, vi } from 'vitest';
import type { RunningSimulation } from '../client/simulation.ts';
import { failedChanges } from '../client/changes.ts';
import { createdRecord } from '../components/created-record.ts';
import { unsavedRecords } from '../components/unsaved-edits.ts';
import { createQueryCache } from '../client/queries.ts';
import { switchLanguage } from '../i18n/language.ts';
import { startTexts } from '../i18n/texts.ts';
import { signIn, signOut } from '../session/session.ts';
import { DEMO_USER } from '../simulation/generate/cast.ts';
import { GROUPS } from '../simulation/groups/index.ts';
import { Simulation } from '../simulation/simulation.ts';
import type { DurableStore } from '../simulation/store/persisted-store.ts';
import { MemoryStore } from '../simulation/store/store.ts';
import { Providers } from './providers.tsx';
import { createDemoRouter } from './router.tsx';

const running = vi.hoisted(() => ({ simulation: null as unknown as RunningSimulation }));
vi.mock('../client/simulation.ts', () => {
  const getSimulation = async () => running.simulation;
  return { getSimulation, whenRunning: getSimulation };
});

/** Calls ('METHOD /path') that fail with status 500; with a `*` at the end, all that begin so. */
export const failingCalls = new Set<string>();
const isFailing = (key: string) =>
  [...failingCalls].some((call) => (call.endsWith('*') ? key.startsWith(call.slice(0, -1)) : call === key));
/** Those that have failed. */
export const failedCalls = new Set<string>();

/** The calls that were answered, in that order. */
export const answeredCalls: string[] = [];

/** Calls that are answered no sooner than their promise is resolved, in the order in which that happens. */
export const heldCalls = new Map<string, Promise<void>>();

/** The notice with a message. */
export const noticeOf = async (message: string) => within((await screen.findByText(message)).parentElement!);

/** Holds the answers of a call back until the returned function is called. */
export function hold(key: string): () => void {
  let release = () => {};
  heldCalls.set(
    key,
    new Promise((resolve) => {
      release = resolve;
    }),
  );
  return () => release();
}

/** An in-memory store with the interface of the persisted one. */
class TestStore extends MemoryStore implements DurableStore {
  readonly notice = { repaired: [], reset: [], damaged: [], unsaved: false };
  async reset(): Promise<void> {}
  async flush(): Promise<void> {}
  async close(): Promise<void> {}
}

/** The real simulation over an in-memory store, without delays. */
function startTestSimulation(): RunningSimulation {
  const store = new TestStore({ groups: GROUPS, seed: 'suite', now: () => new Date() });
  const simulation = new Simulation({ groups: GROUPS, store, wait: async () => {} });
  return {
    store,
    fetch: async (input, init) => {
      const request = new Request(input as URL, { ...init, signal: null });
      const key = `${request.method} ${new URL(request.url).pathname}`;
      await heldCalls.get(key);
      if (!isFailing(key)) return simulation.handle(request).finally(() => answeredCalls.push(key));
      failedCalls.add(key);
      return Response.json({}, { status: 500 });
    },
  };
}

// The test DOM has no layout: a panel's target would count as scrolled out of view, and the panel as hidden.
const KEEP_VISIBLE = { defaultProps: { hideDetached: false } };
const TEST_THEME = { components: { Menu: KEEP_VISIBLE, Popover: KEEP_VISIBLE } };
const TestTheme = ({ children }: { children: ReactNode }) => (
  <MantineThemeProvider inherit theme={TEST_THEME}>
    {children}
  </MantineThemeProvider>
);

/** Renders the demo at an address, signed in as the demo user. Calling it again acts like a reload. */
export async function openDemo(address = '/demo-data', layout: LayoutName = 'classic') {
  await preloadLayout(layout);
  await signIn(DEMO_USER.email, DEMO_USER.password, true);
  const history = createMemoryHistory({
    initialEntries: [`${address}${address.includes('?') ? '&' : '?'}layout=${layout}`],
  });
  const cache = createQueryCache();
  const router = createDemoRouter({ cache, history });
  router.update({ ...router.options, InnerWrap: TestTheme });
  render(<Providers cache={cache} router={router} />);
  return { router, cache, address: () => router.state.location.pathname };
}

/** Starts each test with the data of a first visit and cleans up after it. */
export function useDemoSetup(): void {
  beforeEach(async () => {
    localStorage.clear();
    unsavedRecords.set([]);
    failedChanges.set([]);
    createdRecord.set(null);
    failingCalls.clear();
    failedCalls.clear();
    heldCalls.clear();
    answeredCalls.length = 0;
    running.simulation = startTestSimulation();
    vi.stubGlobal('scrollTo', () => {});
    await startTexts('en');
  });
  afterEach(async () => {
    cleanup();
    signOut();
    await switchLanguage('en');
    vi.unstubAllGlobals();
  });
}
