import { Progress } from '@mantine/core';
import type { CopyRun } from '@rise/contract';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../figures/format-bytes.ts';
import classes from './copies.module.css';

/** A run on its way; the data stays as it is until it is complete. */
export function RunProgress({ run: { progress } }: { run: CopyRun }) {
  const { t, i18n } = useTranslation();
  const share = progress === null ? null : (progress.tables.done / progress.tables.of) * 100;
  const isLoading = progress?.step === 'load';
  return (
    <section className={classes.card} aria-labelledby="run-state">
      <p id="run-state" className={classes.failureTitle}>
        {progress === null
          ? t('copies.progress.waiting')
          : isLoading
            ? t('copies.progress.load')
            : t('copies.progress.read', { table: progress.table })}
      </p>
      <Progress
        value={share === null || isLoading ? 100 : share}
        striped
        animated={share === null || isLoading}
        aria-labelledby="run-state"
      />
      {progress?.step === 'read' && (
        <p className={classes.facts}>
          {t('copies.progress.tables', { done: progress.tables.done, count: progress.tables.of })} ·{' '}
          {formatBytes(progress.bytes, i18n.language)}
        </p>
      )}
    </section>
  );
}
