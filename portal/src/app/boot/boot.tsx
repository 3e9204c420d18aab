import type { ApplicationSettings } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import { preloadLayout } from '@rise/ui';
import { createRoot, type Root } from 'react-dom/client';
import { watchPageViews } from '../../analytics/analytics.ts';
import { layoutNamed, resolveLayout } from '../../appearance/layout.ts';
import { client } from '../../client/client.ts';
import { startTranslations } from '../../i18n/i18n.ts';
import { startLanguage } from '../../i18n/language.ts';
import { logError, parseSearch } from '@rise/ui/kernel';
import { watchEvents } from '../../live/live.ts';
import { Providers } from '../providers.tsx';
import { createQueryCache } from '../../client/query-cache.ts';
import { createPortalRouter } from '../router.tsx';
import { adoptSession, currentSession } from '../../session/session.ts';
import { watchSession } from '../../session/session-watch.ts';
import { BootFailure } from './boot-failure.tsx';
import { endSplash } from '@rise/ui/splash';

/**
 * Starts the portal: settings, then session and texts, then the first screen, under the splash until it is there.
 * Whatever fails, then or later outside of any screen, is logged and shown as a page of its own that can try again.
 */
export async function boot(element: HTMLElement): Promise<void> {
  let failed = false;
  const fail = (error: unknown) => {
    if (failed) return;
    failed = true;
    logError('The portal could not start.', error);
    endSplash();
    root.render(<BootFailure error={error} onRetry={() => window.location.reload()} />);
  };
  const root = createRoot(element, {
    // What no screen's own net catches leaves nothing of the page: better a way to try again than a blank one.
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
  const [texts] = await Promise.all([
    startTranslations({ language: startLanguage(settings.languages, settings.defaultLanguage) }),
    loadSession().then(() => preloadLayout(firstLayout(settings))),
  ]);
  const cache = createQueryCache();
  const router = createPortalRouter({ cache });
  const stop = router.subscribe('onResolved', () => {
    stop();
    endSplash();
  });
  watchSession(cache);
  watchEvents(cache);
  watchPageViews(router, settings.analytics.key);
  root.render(<Providers settings={settings} texts={texts} cache={cache} router={router} />);
}

/** What the first frame will be drawn with, loaded before it is needed; a route may still want another one. */
function firstLayout(settings: ApplicationSettings) {
  const session = currentSession.get();
  const asked = layoutNamed(parseSearch(window.location.search).layout);
  if (!session) return 'empty';
  return resolveLayout({ configured: settings.appearance.layout, preferred: session.preferences.layout, asked });
}

/** Who is signed in, with their permissions; a 401 means nobody. */
async function loadSession(): Promise<void> {
  try {
    adoptSession(await client.call('GET /api/v1/session'));
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error;
  }
}
