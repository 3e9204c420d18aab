import { FailurePage, preloadLayout, RiseProvider, THEME_NAMES } from '@rise/ui';
import { createRoot, type Root } from 'react-dom/client';
import { getSimulation, whenRunning } from '../../client/simulation.ts';
import { storeFiles } from '../../client/offline.ts';
import { createQueryCache } from '../../client/queries.ts';
import { demoLanguage } from '../../i18n/language.ts';
import { startTexts } from '../../i18n/texts.ts';
import { logError } from '@rise/ui/log';
import { whenIdle } from '@rise/shell/idle';
import { firstLayout } from '../../appearance/layout.ts';
import { renewSession } from '../../session/session.ts';
import { usableToken } from '../../session/token.ts';
import { useAppTexts } from '../app.texts.ts';
import { Providers } from '../providers.tsx';
import { createDemoRouter } from '../router.tsx';
import { endSplash } from '@rise/ui/splash';

/** Starts the demo behind the splash screen. Errors outside any screen, now or later, are shown as a page. */
export async function boot(element: HTMLElement): Promise<void> {
  let failed = false;
  const fail = (error: unknown) => {
    if (failed) return;
    failed = true;
    logError('The suite could not start.', error);
    endSplash();
    root.render(<BootFailure />);
  };
  const root = createRoot(element, { onUncaughtError: (error) => queueMicrotask(() => fail(error)) });
  try {
    await start(root);
  } catch (error) {
    fail(error);
  }
}

async function start(root: Root): Promise<void> {
  const language = demoLanguage();
  // A signed-in visitor's first screen makes calls right away: load the simulation in parallel with the screen.
  if (usableToken() !== null) startSimulation();
  await startTexts(language);
  if (usableToken() !== null) await preloadLayout(firstLayout());
  const cache = createQueryCache();
  const router = createDemoRouter({ cache });
  const stop = router.subscribe('onResolved', () => {
    stop();
    endSplash();
    // The token is still valid; renew it when the browser is idle.
    whenIdle(() => {
      startSimulation();
      void whenRunning().then(() => whenIdle(storeFiles));
      renewSession().catch((error: unknown) => logError('The session could not be renewed.', error));
    });
  });
  root.render(<Providers cache={cache} router={router} />);
}

function startSimulation(): void {
  getSimulation().catch((error: unknown) => logError('The simulation could not start.', error));
}

function BootFailure() {
  const t = useAppTexts();
  return (
    <RiseProvider
      appearance={{ scheme: 'light', theme: 'default', themes: THEME_NAMES }}
      locale={document.documentElement.lang}
      texts={{ retry: t('retry') }}
    >
      <FailurePage
        alone
        title={t('couldNotStartTitle')}
        message={t('couldNotStartText')}
        onRetry={() => window.location.reload()}
      />
    </RiseProvider>
  );
}
