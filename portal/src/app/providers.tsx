import type { ApplicationSettings } from '@rise/contract';
import { RiseProvider } from '@rise/ui';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterContextProvider, RouterProvider } from '@tanstack/react-router';
import type { i18n } from 'i18next';
import { I18nextProvider, useTranslation } from 'react-i18next';
import { AppLink } from '../routing/link.tsx';
import type { PortalRouter } from './router.tsx';
import { SettingsContext } from '../kernel/settings.ts';
import { useUiTexts } from '../i18n/ui-texts.ts';

interface Running {
  settings: ApplicationSettings;
  texts: i18n;
  cache: QueryClient;
  router: PortalRouter;
}

/** Everything that the screens stand on. */
export function Providers({ settings, texts, cache, router }: Running) {
  return (
    <SettingsContext value={settings}>
      <I18nextProvider i18n={texts}>
        <QueryClientProvider client={cache}>
          <Looks settings={settings} router={router} />
        </QueryClientProvider>
      </I18nextProvider>
    </SettingsContext>
  );
}

/** Dialogs of the looks are drawn outside the routes, and their links need the router as well. */
function Looks({ settings, router }: Pick<Running, 'settings' | 'router'>) {
  const { i18n } = useTranslation();
  const texts = useUiTexts();
  const { scheme, theme, themes } = settings.appearance;
  return (
    <RouterContextProvider router={router}>
      <RiseProvider
        appearance={{ scheme, theme, themes }}
        locale={i18n.language}
        currency="USD"
        texts={texts}
        link={AppLink}
      >
        <RouterProvider router={router} />
      </RiseProvider>
    </RouterContextProvider>
  );
}
