import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { navigationQuery } from '../navigation/navigation.queries.ts';
import classes from './menu-failure.module.css';

/** Stands where the menu would be, while it can't be had. */
export function MenuFailure() {
  const { t } = useTranslation();
  const { isFetching, refetch } = useQuery(navigationQuery);
  return (
    <div role="alert" className={classes.failure}>
      {t('navigation.failed')}
      <Button size="compact-sm" variant="default" loading={isFetching} onClick={() => void refetch()}>
        {t('navigation.retry')}
      </Button>
    </div>
  );
}
