import 'fake-indexeddb/auto';
import { MantineThemeProvider } from '@mantine/core';
import type { Language } from '@rise/contract';
import { RiseProvider } from '@rise/ui';
import { LANGUAGES } from '@rise/shell/language';
import { ShellProvider } from '@rise/shell/providers';
import { changeLanguage, TextsProvider } from '@rise/shell/texts';
import { turkishTexts } from '@rise/ui/turkish';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createQueryCache } from '../client/queries.ts';
import { switchLanguage } from '../i18n/language.ts';
import { i18n, startTexts } from '../i18n/texts.ts';
import { parseSearch, stringifySearch } from '@rise/ui/search-params';
import { AppLink } from '../routing/link.tsx';

/** The test DOM has no layout, so a menu's target would count as scrolled out of view, and the menu as hidden. */
const KEEP_VISIBLE = { defaultProps: { hideDetached: false } };
const TEST_THEME = { components: { Menu: KEEP_VISIBLE, Popover: KEEP_VISIBLE } };

const SHELL = {
  home: '/',
  languages: LANGUAGES,
  changeLanguage: switchLanguage,
  configuredLayout: 'classic',
  preferredLayout: null,
  saveLayout: async () => {},
} as const;

/** Renders a page at its address over the simulation. Returns a getter of the current address. */
export async function showPage(Page: () => ReactNode, address: string, language: Language = 'en') {
  if (i18n.isInitialized) await changeLanguage(i18n, language);
  else await startTexts(language);
  const history = createMemoryHistory({ initialEntries: [address] });
  const root = createRootRoute();
  const page = createRoute({ getParentRoute: () => root, path: address.split('?')[0]!, component: Page });
  const router = createRouter({ routeTree: root.addChildren([page]), history, parseSearch, stringifySearch });
  render(
    <TextsProvider i18n={i18n}>
      <QueryClientProvider client={createQueryCache()}>
        <RiseProvider
          appearance={{ scheme: 'light', theme: 'default', themes: ['default'] }}
          locale={language}
          currency="USD"
          link={AppLink}
          {...(language === 'tr' && { texts: turkishTexts })}
        >
          <MantineThemeProvider inherit theme={TEST_THEME}>
            <ShellProvider value={SHELL}>
              <RouterProvider router={router as never} />
            </ShellProvider>
          </MantineThemeProvider>
        </RiseProvider>
      </QueryClientProvider>
    </TextsProvider>,
  );
  return { address: () => history.location.href };
}
