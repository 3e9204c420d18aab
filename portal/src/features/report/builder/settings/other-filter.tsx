import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './settings.module.css';

/** A filter of a kind that these settings cannot change, such as one of a report file: it can be removed. */
export function OtherFilter({ label, onRemove }: { label: string; onRemove: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={classes.part}>
      <span className={classes.label}>{label}</span>
      <p className={classes.help}>{t('builder.filter.other')}</p>
      <Button size="xs" variant="default" onClick={onRemove}>
        {t('builder.filter.remove')}
      </Button>
    </div>
  );
}
