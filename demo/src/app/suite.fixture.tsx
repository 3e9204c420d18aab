import { MantineThemeProvider } from '@mantine/core';
import { preloadLayout, type LayoutName } from '@rise/ui';
import { createMemoryHistory } from '@tanstack/react-router';
import { cleanup, configure, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, vi } from 'vitest';
import type { Answers } from '../client/answers.ts';
import { createQueryCache } from '../client/queries.ts';
import { switchLanguage } from '../i18n/language.ts';
import { startTexts } from '../i18n/texts.ts';
import { signIn, signOut } from '../session/session.ts';
import { DEMO_USER } from '../simulation/generate/cast.ts';
import { GROUPS } from '../simulation/groups/index.ts';
import { createSimulation } from '../simulation/simulation.ts';
import { createStore } from '../simulation/store/store.ts';
import { Providers } from './providers.tsx';
import { createSuiteRouter } from './router.tsx';

const running = vi.hoisted(() => ({ answers: null as unknown as Answers }));
vi.mock('../client/answers.ts', () => {
  const answers = async () => running.answers;
  return { answers, whenRunning: answers };
});

// A screen's files are transformed when it is first shown.
configure({ asyncUtilTimeout: 15_000 });

/** Calls that are refused, by 'METHOD /path', instead of being answered. */
export const refused = new Set<string>();

/** The simulation as it is, over a memory; nothing waits. */
function startAnswers(): Answers {
  const store = createStore({ groups: GROUPS, seed: 'suite', now: () => new Date() });
  const simulation = createSimulation({ groups: GROUPS, store, wait: async () => {} });
  return {
    store: {
      ...store,
      get state() {
        return store.state;
      },
      notice: { repaired: [], reset: [], unsaved: false },
      reset: async () => {},
      flushed: async () => {},
      close: async () => {},
    },
    fetch: async (input, init) => {
      const request = new Request(input as URL, { ...init, signal: null });
      return refused.has(`${request.method} ${new URL(request.url).pathname}`)
        ? Response.json({}, { status: 500 })
        : simulation.answer(request);
    },
  };
}

// Nothing is laid out in tests: what opens a panel would count as scrolled out of sight, and its panel as hidden.
const SHOWN = { defaultProps: { hideDetached: false } };
const SHOWN_PANELS = { components: { Menu: SHOWN, Popover: SHOWN } };
const InSight = ({ children }: { children: ReactNode }) => (
  <MantineThemeProvider inherit theme={SHOWN_PANELS}>
    {children}
  </MantineThemeProvider>
);

/** Opens the suite at an address, as the demo user. Opened again it is as after a reload. */
export async function openSuite(address = '/demo-data', layout: LayoutName = 'classic') {
  await preloadLayout(layout);
  await signIn(DEMO_USER.email, DEMO_USER.password, true);
  const history = createMemoryHistory({ initialEntries: [`${address}?layout=${layout}`] });
  const cache = createQueryCache();
  const router = createSuiteRouter({ cache, history });
  router.update({ ...router.options, InnerWrap: InSight });
  render(<Providers cache={cache} router={router} />);
  return { router, address: () => router.state.location.pathname };
}

/** Before each test the data of a first visit; after it nothing is left over. */
export function useSuite(): void {
  beforeEach(async () => {
    localStorage.clear();
    refused.clear();
    running.answers = startAnswers();
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
