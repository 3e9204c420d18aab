import { Button } from '@mantine/core';
import { NotFoundPage } from '@rise/ui';
import { HOME } from '../../routing/access.ts';
import { AppLink } from '../../routing/link.tsx';
import { useErrorPagesTexts } from './error-pages.texts.ts';

export default function NotFoundErrorPage() {
  const t = useErrorPagesTexts();
  return (
    <NotFoundPage
      title={t('notFoundTitle')}
      text={t('notFoundText')}
      action={
        <>
          <Button component={AppLink} href={HOME}>
            {t('home')}
          </Button>
          <Button component={AppLink} href="/pages/error/500" variant="default">
            {t('otherError')}
          </Button>
        </>
      }
    />
  );
}
