import { RiseProvider, type RiseProviderProps, THEME_NAMES } from '@rise/ui';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterContextProvider, RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
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
  const texts = useUiTexts(language);
  return (
    <RouterContextProvider router={router}>
      <RiseProvider appearance={APPEARANCE} locale={language} currency="USD" link={AppLink} {...(texts && { texts })}>
        <RouterProvider router={router} />
      </RiseProvider>
    </RouterContextProvider>
  );
}

type UiWords = NonNullable<RiseProviderProps['texts']>;

let turkish: UiWords | null = null;

/** Loads the words that the components of `ui` say by themselves, where they are not English. */
export async function preloadUiTexts(language: string): Promise<void> {
  if (language === 'tr') turkish = (await import('@rise/ui/turkish')).turkishTexts;
}

function useUiTexts(language: string): UiWords | null {
  const [, setLoaded] = useState(turkish);
  useEffect(() => {
    void preloadUiTexts(language).then(() => setLoaded(turkish));
  }, [language]);
  return language === 'tr' ? turkish : null;
}
