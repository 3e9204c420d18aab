import { FailurePage, NotFoundPage } from '@rise/ui';
import { Button } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { DEFAULT_PAGE } from './access.ts';
import { AppLink } from './link.tsx';
import { logError } from '../kernel/log.ts';
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

/** The last net: whatever a screen threw. Retrying draws the screen anew; a missing file of an older build reloads. */
export function FailureScreen({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation();
  const router = useRouter();
  useEffect(() => logError('A screen failed.', error), [error]);
  const { title, message, requestId } = failureText(error, t);
  const retry = () => {
    if (/dynamically imported module|module script|preload/i.test(String(error))) window.location.reload();
    else {
      reset();
      void router.invalidate();
    }
  };
  return <FailurePage title={title} message={message} onRetry={retry} {...(requestId ? { requestId } : {})} />;
}
