import { FailurePage, preloadLayout, RiseProvider, THEME_NAMES } from '@rise/ui';
import { createRoot, type Root } from 'react-dom/client';
import { answers } from '../../client/answers.ts';
import { createQueryCache } from '../../client/queries.ts';
import { startLanguage } from '../../i18n/language.ts';
import { startTexts } from '../../i18n/texts.ts';
import { logError } from '@rise/ui/kernel';
import { whenIdle } from '../../kernel/when-idle.ts';
import { firstLayout } from '../../looks/layout.ts';
import { renewSession } from '../../session/session.ts';
import { usableToken } from '../../session/token.ts';
import { useAppTexts } from '../app.texts.ts';
import { preloadUiTexts, Providers } from '../providers.tsx';
import { createSuiteRouter } from '../router.tsx';
import { endSplash } from '@rise/ui/splash';

/** Starts the suite under the splash; whatever fails, then or later outside of any screen, is shown as a page of its own. */
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
  const language = startLanguage();
  // The first screen of somebody signed in asks at once: the simulation's code comes beside that of the screen.
  if (usableToken() !== null) startAnswering();
  await startTexts(language);
  await Promise.all([preloadUiTexts(language), ...(usableToken() === null ? [] : [preloadLayout(firstLayout())])]);
  const cache = createQueryCache();
  const router = createSuiteRouter({ cache });
  const stop = router.subscribe('onResolved', () => {
    stop();
    endSplash();
    // The token is good as it is; a fresh one is fetched when there is nothing else to do.
    whenIdle(() => {
      startAnswering();
      renewSession().catch((error: unknown) => logError('The session could not be renewed.', error));
    });
  });
  root.render(<Providers cache={cache} router={router} />);
}

function startAnswering(): void {
  answers().catch((error: unknown) => logError('The simulation could not start.', error));
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
        title={t('couldNotStartTitle')}
        message={t('couldNotStartText')}
        onRetry={() => window.location.reload()}
      />
    </RiseProvider>
  );
}
