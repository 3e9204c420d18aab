import { type AppearanceConfig, RiseProvider } from '@rise/ui';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { i18n } from 'i18next';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { useLanguage } from '../language/language.ts';
import { useUiTexts } from '../texts/ui-texts.ts';

export interface PageProvidersProps {
  texts: i18n;
  cache: QueryClient;
  appearance: AppearanceConfig;
  children: ReactNode;
}

/** The providers of a page that stands alone: without routes, and its links are plain ones. */
export function PageProviders({ texts, cache, ...rest }: PageProvidersProps) {
  return (
    <I18nextProvider i18n={texts}>
      <QueryClientProvider client={cache}>
        <Appearance {...rest} />
      </QueryClientProvider>
    </I18nextProvider>
  );
}

function Appearance({ appearance, children }: Pick<PageProvidersProps, 'appearance' | 'children'>) {
  return (
    <RiseProvider appearance={appearance} locale={useLanguage()} currency="USD" texts={useUiTexts()}>
      {children}
    </RiseProvider>
  );
}
