import { Button } from '@mantine/core';
import { EmptyState, ErrorState, Notice, Page, PageHeader, TableSkeleton, TextSkeleton } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { sqlTablesQuery } from './sql.queries.ts';
import { placeInText, sqlProblem } from './sql-error.ts';
import { TableList } from './table-list.tsx';
import { type SqlRun, type Statement, useSqlRun } from './use-sql-run.ts';
import classes from './sql.module.css';

const SqlEditor = lazy(() => import('./sql-editor.tsx'));
const SqlResultView = lazy(() => import('./sql-result.tsx'));

const isMac = () => /mac/i.test(navigator.userAgent);

/** Ad-hoc statements over the reader's tables. */
export default function SqlPage() {
  const { t } = useTranslation();
  const tables = useQuery(sqlTablesQuery);
  return (
    <Page>
      <PageHeader title={t('sql.title')} purpose={t('sql.purpose')} />
      {tables.isError ? (
        <ErrorState {...errorText(tables.error, t)} onRetry={() => void tables.refetch()} />
      ) : tables.data?.tables.length === 0 ? (
        <EmptyState title={t('sql.noTables.title')} text={t('sql.noTables.text')} art="list" />
      ) : (
        <div className={classes.page}>
          <Workbench tables={tables.data?.tables ?? []} />
          {tables.data ? <TableList tables={tables.data.tables} /> : <TextSkeleton lines={8} />}
        </div>
      )}
    </Page>
  );
}

function Workbench({ tables }: Pick<Parameters<typeof TableList>[0], 'tables'>) {
  const { t } = useTranslation();
  const { run, start, cancel } = useSqlRun();
  const [text, setText] = useState('');
  const [selected, setSelected] = useState<Statement | null>(null);
  const statement = selected ?? { sql: text, offset: 0 };
  const isEmpty = statement.sql.trim() === '';
  const problem = useMemo(() => {
    if (run.state !== 'failed') return null;
    const found = sqlProblem(run.error);
    const at = found && placeInText(run.text, run.offset, found);
    return found && at !== null ? { at, message: found.message } : null;
  }, [run]);
  const runStatement = () => !isEmpty && start({ ...statement, text });
  return (
    <div className={classes.workbench}>
      <Suspense fallback={<div className={classes.editor} />}>
        <SqlEditor
          label={t('sql.editor')}
          initial={text}
          tables={tables}
          problem={problem}
          onChange={setText}
          onSelect={setSelected}
          onRun={runStatement}
        />
      </Suspense>
      <div className={classes.bar}>
        <Button onClick={runStatement} disabled={isEmpty} loading={run.state === 'running'}>
          {selected ? t('sql.runSelection') : t('sql.run')}
        </Button>
        {run.state === 'running' && (
          <Button variant="default" onClick={cancel}>
            {t('sql.cancel')}
          </Button>
        )}
        <kbd className={classes.keys}>{isMac() ? '⌘ Enter' : 'Ctrl+Enter'}</kbd>
        {run.state === 'running' && <Elapsed since={run.since} />}
      </div>
      <Outcome run={run} onRetry={runStatement} />
    </div>
  );
}

/** The seconds since then; not read out, since it changes all the time. */
function Elapsed({ since }: { since: number }) {
  const { t } = useTranslation();
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span aria-hidden className={classes.summary}>
      {t('sql.running', { seconds: Math.round((now - since) / 1000) })}
    </span>
  );
}

function Outcome({ run, onRetry }: { run: SqlRun; onRetry: () => void }) {
  const { t } = useTranslation();
  if (run.state === 'idle') return null;
  if (run.state === 'running') return <TableSkeleton rows={6} columns={4} />;
  if (run.state === 'cancelled')
    return (
      <p role="status" className={classes.summary}>
        {t('sql.cancelled')}
      </p>
    );
  if (run.state === 'done')
    return (
      <Suspense fallback={<TableSkeleton rows={6} columns={4} />}>
        <SqlResultView result={run.result} />
      </Suspense>
    );
  const problem = sqlProblem(run.error);
  return problem ? (
    <Notice tone="negative" title={t('sql.failed')}>
      {problem.message}
    </Notice>
  ) : (
    <ErrorState {...errorText(run.error, t)} onRetry={onRetry} />
  );
}
