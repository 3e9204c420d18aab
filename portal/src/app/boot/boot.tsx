import type { ApplicationSettings } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import { preloadLayout } from '@rise/ui';
import type { QueryClient } from '@tanstack/react-query';
import { createRoot, type Root } from 'react-dom/client';
import { watchPageViews } from '../../analytics/analytics.ts';
import { parseLayout, resolveLayout } from '@rise/shell/display';
import { client } from '../../client/client.ts';
import { startTranslations } from '../../i18n/i18n.ts';
import { portalLanguage } from '../../i18n/language.ts';
import { logError } from '@rise/ui/log';
import { parseSearch } from '@rise/ui/search-params';
import { watchEvents } from '../../live/live.ts';
import { Providers } from './providers.tsx';
import { createQueryCache } from '../../client/query-cache.ts';
import { createPortalRouter } from '../router/router.tsx';
import { adoptSession, currentSession } from '../../session/session.ts';
import { watchSession } from '../../session/session-watch.ts';
import { BootError } from './boot-error.tsx';
import { endSplash } from '@rise/ui/splash';

/**
 * Starts the portal: settings, then session and texts, then the first screen; the splash covers it until then. An error
 * now, or later outside of any screen, is logged and shown as a full page with a retry.
 */
export async function boot(element: HTMLElement): Promise<void> {
  let failed = false;
  const fail = (error: unknown) => {
    if (failed) return;
    failed = true;
    logError('The portal could not start.', error);
    endSplash();
    root.render(<BootError error={error} onRetry={() => window.location.reload()} />);
  };
  const root = createRoot(element, {
    // React unmounts everything after an error that no boundary catches: show a retry instead of a blank page.
    onUncaughtError: (error) => queueMicrotask(() => fail(error)),
  });
  try {
    await start(root);
  } catch (error) {
    fail(error);
  }
}

async function start(root: Root): Promise<void> {
  const settings = await client.call('GET /api/application-settings');
  const cache = createQueryCache();
  const [texts] = await Promise.all([
    startTranslations({ language: portalLanguage(settings.languages, settings.defaultLanguage) }),
    startSession(settings, cache).then(() => preloadLayout(firstLayout(settings))),
  ]);
  const router = createPortalRouter({ cache });
  const stop = router.subscribe('onResolved', () => {
    stop();
    endSplash();
  });
  watchPageViews(router, settings.analytics.key);
  root.render(<Providers settings={settings} texts={texts} cache={cache} router={router} />);
}

/** Layout of the first frame, to preload it; a route may still require another one. */
function firstLayout(settings: ApplicationSettings) {
  const session = currentSession.get();
  const requested = parseLayout(parseSearch(window.location.search).layout);
  if (!session) return 'empty';
  return resolveLayout({ configured: settings.appearance.layout, preferred: session.preferences.layout, requested });
}

/**
 * Loads the session, then follows it and the server's events: the stream is open before the first screen fetches, so
 * that nothing has to be fetched again once it opens.
 */
async function startSession(settings: ApplicationSettings, cache: QueryClient): Promise<void> {
  if (settings.signedIn) await loadSession();
  watchSession(cache);
  watchEvents(cache);
}

/** Who is signed in, with their permissions; a 401 means the session ended meanwhile. */
async function loadSession(): Promise<void> {
  try {
    adoptSession(await client.call('GET /api/v1/session'));
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error;
  }
}
