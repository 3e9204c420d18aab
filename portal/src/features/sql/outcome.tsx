import { DetailCode, ErrorState, Notice, TableSkeleton } from '@rise/ui';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { sqlProblem } from './sql-error.ts';
import type { SqlRun } from './use-sql-run.ts';
import classes from './sql.module.css';

const SqlResultView = lazy(() => import('./result/sql-result.tsx'));

/** What came of the last run. */
export function Outcome({ run, onRetry }: { run: SqlRun; onRetry: () => void }) {
  const { t } = useTranslation();
  switch (run.state) {
    case 'idle':
      return null;
    case 'running':
      return <TableSkeleton rows={6} columns={4} />;
    case 'cancelled':
      return (
        <p role="status" className={classes.summary}>
          {t('sql.cancelled')}
        </p>
      );
    case 'planned':
      return (
        <section className={classes.result} aria-label={t('sqlWorkbench.plan')}>
          <p role="status" className={classes.summary}>
            {t('sqlWorkbench.planText')}
          </p>
          <DetailCode label={t('sqlWorkbench.plan')}>{run.plan}</DetailCode>
        </section>
      );
    case 'done':
      return (
        <Suspense fallback={<TableSkeleton rows={6} columns={4} />}>
          <SqlResultView result={run.result} request={run.request} />
        </Suspense>
      );
    case 'failed': {
      const problem = sqlProblem(run.error);
      return problem ? (
        <Notice tone="negative" title={t('sql.failed')}>
          {problem.message}
        </Notice>
      ) : (
        <ErrorState {...errorText(run.error, t)} onRetry={onRetry} />
      );
    }
  }
}
