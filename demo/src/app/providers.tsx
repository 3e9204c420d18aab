import { LANGUAGES } from '@rise/shell/language';
import { ApplicationProviders, ShellProvider } from '@rise/shell/providers';
import { THEME_NAMES } from '@rise/ui';
import { useObservable } from '@rise/ui/observable';
import type { QueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { CONFIGURED_LAYOUT, preferredLayout, saveLayout } from '../appearance/layout.ts';
import { switchLanguage } from '../i18n/language.ts';
import { i18n } from '../i18n/texts.ts';
import { HOME } from '../routing/access.ts';
import { AppLink } from '../routing/link.tsx';
import type { DemoRouter } from './router.tsx';

const APPEARANCE = { key: 'rise.demo.appearance', scheme: 'light', theme: 'default', themes: THEME_NAMES } as const;

interface ProvidersProps {
  cache: QueryClient;
  router: DemoRouter;
}

/** The providers that all screens need. */
export function Providers({ cache, router }: ProvidersProps) {
  return (
    <ApplicationProviders
      texts={i18n}
      cache={cache}
      router={router}
      appearance={APPEARANCE}
      link={AppLink}
      Shell={DemoShell}
    />
  );
}

/** Supplies the shell with the visitor's choices, which are stored in this browser. */
function DemoShell({ children }: { children: ReactNode }) {
  const layout = useObservable(preferredLayout);
  const shell = useMemo(
    () => ({
      home: HOME,
      languages: LANGUAGES,
      changeLanguage: switchLanguage,
      configuredLayout: CONFIGURED_LAYOUT,
      preferredLayout: layout,
      saveLayout,
    }),
    [layout],
  );
  return <ShellProvider value={shell}>{children}</ShellProvider>;
}
