import { Button } from '@mantine/core';
import { FailurePage, NotFoundPage, useUiContext } from '@rise/ui';
import { logError } from '@rise/ui/log';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useShell } from '../providers/shell-context.ts';
import { useErrorTexts } from './errors.texts.ts';

/** Text of an error page; `requestId` is the reference number for support. */
export interface ErrorDescription {
  title: string;
  message: string;
  requestId?: string;
}

function StartPageButton() {
  const t = useErrorTexts();
  const { home } = useShell();
  const { Link } = useUiContext();
  return <Button renderRoot={(attributes) => <Link {...attributes} href={home} />}>{t('startPage')}</Button>;
}

/** Shown for unknown addresses, and alike for those that the person may not see. */
export function NotFoundScreen() {
  return <NotFoundPage action={<StartPageButton />} />;
}

/** Files of this build that the host no longer serves: a newer version was deployed after the page was opened. */
const isOutdated = (error: unknown): boolean =>
  /dynamically imported module|module script|preload/i.test(String(error));

export interface ErrorScreenProps extends ErrorComponentProps {
  /** The application's own description of the error; null leaves it to the shell. */
  description?: ErrorDescription | null;
  /** The reference that the shell's own description quotes. */
  requestId?: string | null;
}

/**
 * The last error boundary, for errors thrown by a screen. Retrying renders the screen again; if a file of the build is
 * missing, it reloads the page.
 */
export function ErrorScreen({ error, reset, description = null, requestId = null }: ErrorScreenProps) {
  const t = useErrorTexts();
  const router = useRouter();
  useEffect(() => logError('A screen failed.', error), [error]);
  const outdated = isOutdated(error);
  const retry = () => {
    if (outdated) return window.location.reload();
    reset();
    void router.invalidate();
  };
  const shown: ErrorDescription =
    description ??
    (outdated
      ? { title: t('outdatedTitle'), message: t('outdatedText') }
      : { title: t('failedTitle'), message: t('failedText'), ...(requestId && { requestId }) });
  return <FailurePage {...shown} onRetry={retry} action={<StartPageButton />} />;
}
