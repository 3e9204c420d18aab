import { Button, Progress } from '@mantine/core';
import type { DataImport } from '@rise/contract';
import { PageHeader } from '@rise/ui';
import { useTranslation } from 'react-i18next';
import { useReportError } from '../../../client/use-report-error.ts';
import { useCancelImport } from '../import.queries.ts';
import classes from './load.module.css';

/** A load on its way; the data stays as it is until it is complete. */
export function LoadProgress({ item }: { item: DataImport }) {
  const { t } = useTranslation();
  const report = useReportError();
  const cancel = useCancelImport(item.id);
  const { status, progress, tables } = item;
  const targets = [...new Set(tables.flatMap(({ include, target }) => (include ? [target] : [])))];
  const at = progress === null ? -1 : targets.indexOf(progress.table);
  const percent = progress === null ? null : Math.floor(progress.share * 100);
  return (
    <>
      <PageHeader
        title={t('import.load.title')}
        purpose={t('import.load.purpose')}
        back={{ href: '/import', label: t('import.title') }}
      />
      <section className={classes.card} aria-labelledby="load-state">
        <p id="load-state" role="status" className={classes.state}>
          {status === 'waiting'
            ? t('import.load.waiting')
            : progress === null
              ? t('import.load.preparing')
              : t('import.load.table', { table: progress.table })}
        </p>
        <Progress
          value={percent ?? 100}
          striped={percent === null}
          animated={percent === null}
          aria-labelledby="load-state"
        />
        {progress !== null && (
          <div className={classes.line}>
            <span>{t('import.load.tables', { done: progress.tables.done, count: progress.tables.of })}</span>
            <span>{t('import.load.percent', { percent })}</span>
          </div>
        )}
        {targets.length > 1 && (
          <ol className={classes.tables}>
            {targets.map((target, place) => {
              const state = at < 0 || place > at ? 'next' : place < at ? 'done' : 'now';
              return (
                <li key={target} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
                  {target}
                </li>
              );
            })}
          </ol>
        )}
        <Button
          variant="default"
          loading={cancel.isPending}
          onClick={() => cancel.mutate(undefined, { onError: report })}
        >
          {t('import.load.cancel')}
        </Button>
      </section>
    </>
  );
}
