import type { ApplicationSettings } from '@rise/contract';
import { ApplicationProviders } from '@rise/shell/providers';
import type { QueryClient } from '@tanstack/react-query';
import type { i18n } from 'i18next';
import { useObservable } from '@rise/ui/observable';
import { currentSession } from '../../session/session.ts';
import { SettingsContext } from '../../settings/settings.ts';
import { AppLink } from '../../routing/link.tsx';
import { PortalShell } from '../shell/portal-shell.tsx';
import type { PortalRouter } from '../router/router.tsx';

interface ProvidersProps {
  settings: ApplicationSettings;
  texts: i18n;
  cache: QueryClient;
  router: PortalRouter;
}

/** All providers above the screens. */
export function Providers({ settings, texts, cache, router }: ProvidersProps) {
  const { scheme, theme: installed, themes } = settings.appearance;
  const theme = useObservable(currentSession)?.branding.theme ?? installed;
  return (
    <SettingsContext value={settings}>
      <ApplicationProviders
        texts={texts}
        cache={cache}
        router={router}
        appearance={{ scheme, theme, themes }}
        link={AppLink}
        Shell={PortalShell}
      />
    </SettingsContext>
  );
}
