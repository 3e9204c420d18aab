import { Button } from '@mantine/core';
import { FailurePage } from '@rise/ui';
import { HOME } from '../../routing/access.ts';
import { AppLink } from '../../routing/link.tsx';
import { useErrorPagesTexts } from './error-pages.texts.ts';

export default function ServerErrorPage() {
  const t = useErrorPagesTexts();
  return (
    <FailurePage
      title={t('failureTitle')}
      message={t('failureText')}
      action={
        <>
          <Button component={AppLink} href={HOME}>
            {t('home')}
          </Button>
          <Button component={AppLink} href="/pages/error/404" variant="default">
            {t('otherError')}
          </Button>
        </>
      }
    />
  );
}
