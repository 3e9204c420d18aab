import { Button } from '@mantine/core';
import { FailurePage, NotFoundPage } from '@rise/ui';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { logError } from '@rise/ui/kernel';
import { HOME } from '../routing/access.ts';
import { AppLink } from '../routing/link.tsx';
import { useAppTexts } from './app.texts.ts';

/** Shown for addresses that lead nowhere. */
export function NotFoundScreen() {
  const t = useAppTexts();
  return (
    <NotFoundPage
      action={
        <Button component={AppLink} href={HOME}>
          {t('goHome')}
        </Button>
      }
    />
  );
}

/** Files of this build that the host no longer has: it has been renewed since the page was opened. */
const isOutdated = (error: unknown): boolean =>
  /dynamically imported module|module script|preload/i.test(String(error));

/** The last net: whatever a screen threw. Retrying draws the screen anew, a missing file loads the page anew. */
export function FailureScreen({ error, reset }: ErrorComponentProps) {
  const t = useAppTexts();
  const router = useRouter();
  useEffect(() => logError('A screen failed.', error), [error]);
  const outdated = isOutdated(error);
  const retry = () => {
    if (outdated) return window.location.reload();
    reset();
    void router.invalidate();
  };
  return (
    <FailurePage
      title={t(outdated ? 'outdatedTitle' : 'failedTitle')}
      message={t(outdated ? 'outdatedText' : 'failedText')}
      onRetry={retry}
      action={
        <Button component={AppLink} href={HOME}>
          {t('goHome')}
        </Button>
      }
    />
  );
}
