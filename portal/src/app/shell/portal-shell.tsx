import { ShellProvider } from '@rise/shell/providers';
import { useObservable } from '@rise/ui/observable';
import { type ReactNode, useMemo } from 'react';
import { savePreferences } from '../../appearance/preferences.ts';
import { useChangeLanguage } from '../../i18n/use-language.ts';
import { useSettings } from '../../settings/settings.ts';
import { currentSession } from '../../session/session.ts';

/** Supplies the shell with the installation's settings and the person's choices, which are saved with the account. */
export function PortalShell({ children }: { children: ReactNode }) {
  const { languages, appearance } = useSettings();
  const preferredLayout = useObservable(currentSession)?.preferences.layout ?? null;
  const changeLanguage = useChangeLanguage();
  const { layout: configuredLayout } = appearance;
  const shell = useMemo(
    () => ({
      home: '/',
      languages,
      changeLanguage,
      configuredLayout,
      preferredLayout,
      saveLayout: (layout: Exclude<typeof configuredLayout, 'empty'>) => savePreferences({ layout }),
    }),
    [languages, changeLanguage, configuredLayout, preferredLayout],
  );
  return <ShellProvider value={shell}>{children}</ShellProvider>;
}
