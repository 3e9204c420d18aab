import { RiseProvider, THEME_NAMES } from '@rise/ui';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterContextProvider, RouterProvider } from '@tanstack/react-router';
import { I18nextProvider } from 'react-i18next';
import { useLanguage } from '../i18n/language.ts';
import { i18n } from '../i18n/texts.ts';
import { AppLink } from '../routing/link.tsx';
import type { SuiteRouter } from './router.tsx';

const APPEARANCE = { key: 'rise.demo.appearance', scheme: 'light', theme: 'default', themes: THEME_NAMES } as const;

interface Running {
  cache: QueryClient;
  router: SuiteRouter;
}

/** Everything that the screens stand on. */
export function Providers({ cache, router }: Running) {
  return (
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={cache}>
        <Looks router={router} />
      </QueryClientProvider>
    </I18nextProvider>
  );
}

/** Dialogs of the looks are drawn outside the routes, and their links need the router as well. */
function Looks({ router }: Pick<Running, 'router'>) {
  const language = useLanguage();
  return (
    <RouterContextProvider router={router}>
      <RiseProvider appearance={APPEARANCE} locale={language} currency="USD" link={AppLink}>
        <RouterProvider router={router} />
      </RiseProvider>
    </RouterContextProvider>
  );
}
