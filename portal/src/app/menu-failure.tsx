import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './menu-failure.module.css';

/** Stands where the menu would be, while it can't be had. */
export function MenuFailure({ trying, onRetry }: { trying: boolean; onRetry: () => void }) {
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
