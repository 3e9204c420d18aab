import 'fake-indexeddb/auto';
import { MantineThemeProvider } from '@mantine/core';
import type { Language } from '@rise/contract';
import { RiseProvider } from '@rise/ui';
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
import { i18n, startTexts } from '../i18n/texts.ts';
import { parseSearch, stringifySearch } from '@rise/ui/kernel';
import { AppLink } from '../routing/link.tsx';

/** Nothing is laid out in tests, so what opens a menu would count as scrolled out of sight, and its menu as hidden. */
const SHOWN = { defaultProps: { hideDetached: false } };
const TEST_THEME = { components: { Menu: SHOWN, Popover: SHOWN } };

/** Shows a page at its address over the simulation itself, and answers the address as it changes. */
export async function showPage(Page: () => ReactNode, address: string, language: Language = 'en') {
  if (i18n.isInitialized) await i18n.changeLanguage(language);
  else await startTexts(language);
  const history = createMemoryHistory({ initialEntries: [address] });
  const root = createRootRoute();
  const page = createRoute({ getParentRoute: () => root, path: address.split('?')[0]!, component: Page });
  const router = createRouter({ routeTree: root.addChildren([page]), history, parseSearch, stringifySearch });
  render(
    <QueryClientProvider client={createQueryCache()}>
      <RiseProvider
        appearance={{ scheme: 'light', theme: 'default', themes: ['default'] }}
        locale={language}
        currency="USD"
        link={AppLink}
        {...(language === 'tr' && { texts: turkishTexts })}
      >
        <MantineThemeProvider inherit theme={TEST_THEME}>
          <RouterProvider router={router as never} />
        </MantineThemeProvider>
      </RiseProvider>
    </QueryClientProvider>,
  );
  return { address: () => history.location.href };
}
