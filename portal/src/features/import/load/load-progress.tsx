import { Button, Progress } from '@mantine/core';
import type { DataImport } from '@rise/contract';
import { formatInteger, PageHeader } from '@rise/ui';
import { useTranslation } from 'react-i18next';
import { useReportError } from '../../../client/use-report-error.ts';
import { useCancelImport } from '../import.queries.ts';
import classes from './load.module.css';

/** A load on its way; the data stays as it is until it is complete. */
export function LoadProgress({ item }: { item: DataImport }) {
  const { t, i18n } = useTranslation();
  const report = useReportError();
  const cancel = useCancelImport(item.id);
  const { status, progress, tables } = item;
  const included = tables.filter(({ include }) => include);
  const at = included.findIndex(({ target }) => target === progress?.table);
  const percent = progress?.share == null ? null : Math.floor(progress.share * 100);
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
            : progress?.table == null
              ? t('import.load.preparing')
              : t('import.load.table', { table: progress.table })}
        </p>
        <Progress
          value={percent ?? 100}
          striped={percent === null}
          animated={percent === null}
          aria-labelledby="load-state"
        />
        <div className={classes.line}>
          <span>
            {t('import.load.rows', {
              count: progress?.rows ?? 0,
              rows: formatInteger(progress?.rows ?? 0, i18n.language),
            })}
          </span>
          {percent !== null && <span>{t('import.load.percent', { percent })}</span>}
        </div>
        <ol className={classes.tables}>
          {included.map(({ id, title, target }, place) => {
            const state = at < 0 || place > at ? 'next' : place < at ? 'done' : 'now';
            return (
              <li key={id} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
                {title === target ? title : `${title} → ${target}`}
              </li>
            );
          })}
        </ol>
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
