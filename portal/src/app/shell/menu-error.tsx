import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './menu-error.module.css';

/** Shown in place of the menu if it could not be loaded. */
export function MenuError({ trying, onRetry }: { trying: boolean; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div role="alert" className={classes.failure}>
      {t('navigation.failed')}
      <Button size="compact-sm" variant="default" loading={trying} onClick={onRetry}>
        {t('navigation.retry')}
      </Button>
    </div>
  );
}
