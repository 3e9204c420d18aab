import { type AppearanceConfig, type LinkComponent, RiseProvider } from '@rise/ui';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type AnyRouter, RouterContextProvider, RouterProvider } from '@tanstack/react-router';
import type { i18n } from 'i18next';
import type { ComponentType, ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { useLanguage } from '../language/language.ts';
import { useUiTexts } from '../texts/ui-texts.ts';

export interface ApplicationProvidersProps {
  texts: i18n;
  cache: QueryClient;
  router: AnyRouter;
  appearance: AppearanceConfig;
  link: LinkComponent;
  /** Supplies the shell's context; rendered where texts, dialogs and the router are available. */
  Shell: ComponentType<{ children: ReactNode }>;
}

/** All providers of an application, and its screens. */
export function ApplicationProviders({ texts, cache, ...rest }: ApplicationProvidersProps) {
  return (
    <I18nextProvider i18n={texts}>
      <QueryClientProvider client={cache}>
        <Screens {...rest} />
      </QueryClientProvider>
    </I18nextProvider>
  );
}

/** Dialogs are rendered outside the routes, and their links need the router as well. */
function Screens({ router, appearance, link, Shell }: Omit<ApplicationProvidersProps, 'texts' | 'cache'>) {
  return (
    <RouterContextProvider router={router}>
      <RiseProvider appearance={appearance} locale={useLanguage()} currency="USD" texts={useUiTexts()} link={link}>
        <Shell>
          <RouterProvider router={router} />
        </Shell>
      </RiseProvider>
    </RouterContextProvider>
  );
}
