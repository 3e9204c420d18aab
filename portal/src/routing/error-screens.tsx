import { ApiError } from '@rise/contract/client';
import { FailurePage, NotFoundPage } from '@rise/ui';
import { Button } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { DEFAULT_PAGE } from './access.ts';
import { AppLink } from './link.tsx';
import { logError } from '@rise/ui/kernel';
import { lastAnswered } from '../client/client.ts';
import { failureText } from '../client/failure.ts';

/** Shown for addresses that lead nowhere, and alike for those that the person may not see. */
export function NotFoundScreen() {
  const { t } = useTranslation();
  return (
    <NotFoundPage
      action={
        <Button component={AppLink} href={DEFAULT_PAGE}>
          {t('notFound.action')}
        </Button>
      }
    />
  );
}

/** Files of this build that the server no longer has: it has been renewed since the page was opened. */
const isOutdated = (error: unknown): boolean =>
  /dynamically imported module|module script|preload/i.test(String(error));

/**
 * The last net: whatever a screen threw. What the server told keeps its own words; a fault of the screen itself is
 * told with the last request before it. Retrying draws the screen anew, a missing file loads the page anew.
 */
export function FailureScreen({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation();
  const router = useRouter();
  useEffect(() => logError('A screen failed.', error), [error]);
  const outdated = isOutdated(error);
  const { title, message, requestId } =
    error instanceof ApiError
      ? failureText(error, t)
      : outdated
        ? { title: t('errors.outdated.title'), message: t('errors.outdated.message') }
        : { title: t('errors.screen.title'), message: t('errors.screen.message'), requestId: lastAnswered.get() };
  const retry = () => {
    if (outdated) return window.location.reload();
    reset();
    void router.invalidate();
  };
  return (
    <FailurePage
      title={title}
      message={message}
      onRetry={retry}
      action={
        <Button component={AppLink} href="/">
          {t('notFound.action')}
        </Button>
      }
      {...(requestId ? { requestId } : {})}
    />
  );
}
