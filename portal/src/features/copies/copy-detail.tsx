import { Button } from '@mantine/core';
import type { CopyRun, DataCopy } from '@rise/contract';
import { ErrorState, formatInteger, ListSkeleton, PageHeader, useConfirm } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { useReportError } from '../../client/use-report-error.ts';
import { formatMoment } from '../../dates/moments.ts';
import { AppLink } from '../../routing/link.tsx';
import { isActive, runsQuery, useCancelCopy, useDeleteCopy, usePauseCopy, useRunCopy } from './copies.queries.ts';
import { addressOf } from './copies.state.ts';
import { QueryReport } from './query-report.tsx';
import { RunProgress } from './run-progress.tsx';
import { scheduleText } from './schedule-text.ts';
import { RunStatus } from './run-status.tsx';
import classes from './copies.module.css';

/** A copy: when it runs, what became of it, and what needs a person. */
export function CopyDetail({ copy, onDeleted }: { copy: DataCopy; onDeleted: () => void }) {
  const { t, i18n } = useTranslation();
  const report = useReportError();
  const run = useRunCopy(copy.id);
  const cancel = useCancelCopy(copy.id);
  const pause = usePauseCopy(copy.id);
  const { id, name, content, schedule, paused, nextRunAt, lastRun, timeZone } = copy;
  const active = isActive(copy);
  const facts = [
    ...factsOf(copy, t),
    scheduleText(schedule, { t, language: i18n.language, timeZone }),
    ...(paused ? [t('copies.paused')] : []),
    ...(nextRunAt === null ? [] : [t('copies.next', { moment: formatMoment(nextRunAt, i18n.language) })]),
  ];
  return (
    <>
      <PageHeader title={name} purpose={facts.join(' · ')} back={{ href: '/copies', label: t('copies.title') }} />
      <div className={classes.buttons}>
        {active ? (
          <Button
            variant="default"
            loading={cancel.isPending}
            onClick={() => cancel.mutate(undefined, { onError: report })}
          >
            {t('copies.cancel')}
          </Button>
        ) : (
          <Button loading={run.isPending} onClick={() => run.mutate(undefined, { onError: report })}>
            {t('copies.run')}
          </Button>
        )}
        {schedule !== null && (
          <Button
            variant="default"
            loading={pause.isPending}
            onClick={() => pause.mutate(!paused, { onError: report })}
          >
            {t(paused ? 'copies.resume' : 'copies.pause')}
          </Button>
        )}
        <Button
          variant="default"
          renderRoot={(attributes) => <AppLink href={addressOf({ kind: 'edit', id })} {...attributes} />}
        >
          {t('copies.edit')}
        </Button>
        <DeleteButton copy={copy} onDeleted={onDeleted} />
      </div>
      <p role="status" className={classes.status}>
        {lastRun && !active && t(`copies.outcome.${lastRun.status}`)}
        {active && t('copies.outcome.running')}
      </p>
      {lastRun && active && <RunProgress run={lastRun} />}
      {content.kind === 'query' && lastRun?.status === 'loaded' && <QueryReport table={content.target} name={name} />}
      {lastRun?.failure && <Failure copy={copy} failure={lastRun.failure} importId={lastRun.importId} />}
      <Runs copy={copy} />
    </>
  );
}

/** What is copied. */
function factsOf({ content, runsAs, reads }: DataCopy, t: TFunction): string[] {
  if (content.kind === 'file') return [content.url];
  if (content.kind === 'tables') return [content.tables.map(({ table }) => table).join(', ')];
  return [
    t('copies.query.into', { target: content.target, tables: reads.join(', ') }),
    ...(runsAs === null ? [] : [t('copies.query.runsAs', { person: runsAs })]),
  ];
}

function DeleteButton({ copy: { id, name }, onDeleted }: { copy: DataCopy; onDeleted: () => void }) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const report = useReportError();
  const remove = useDeleteCopy(id);
  const ask = async () => {
    const answer = await confirm({
      title: t('copies.deleteTitle', { name }),
      message: t('copies.deleteMessage'),
      actions: { confirm: { label: t('copies.delete') }, cancel: { label: t('common.cancel') } },
    });
    if (answer === 'confirmed') remove.mutate(undefined, { onSuccess: onDeleted, onError: report });
  };
  return (
    <Button variant="default" loading={remove.isPending} onClick={() => void ask()}>
      {t('copies.delete')}
    </Button>
  );
}

interface FailureProps {
  copy: DataCopy;
  failure: NonNullable<CopyRun['failure']>;
  importId: string | null;
}

/** Why the last run ended without a version, and the way to what has to be done. */
function Failure({ copy: { id, content }, failure: { code, message }, importId }: FailureProps) {
  const { t } = useTranslation();
  return (
    <section className={classes.failure} aria-label={t('copies.failure')}>
      <p className={classes.failureTitle}>{t(`copies.failures.${code}`)}</p>
      <p lang="en">{message}</p>
      {(code === 'statement' || code === 'rights') && (
        <AppLink href={addressOf({ kind: 'edit', id })}>{t('copies.query.decide')}</AppLink>
      )}
      {code === 'columns' && <AppLink href={addressOf({ kind: 'edit', id })}>{t('copies.decideColumns')}</AppLink>}
      {code === 'decision' && content.kind !== 'file' && importId !== null && (
        <AppLink href={`/import?import=${importId}`}>{t('copies.decide')}</AppLink>
      )}
      {code === 'decision' && content.kind === 'file' && <AppLink href="/import">{t('copies.importOnce')}</AppLink>}
    </section>
  );
}

function Runs({ copy: { id, lastRun } }: { copy: DataCopy }) {
  const { t, i18n } = useTranslation();
  const runs = useQuery(runsQuery(id, lastRun ? `${lastRun.id} ${lastRun.status}` : ''));
  if (runs.isError) return <ErrorState {...errorText(runs.error, t)} onRetry={() => void runs.refetch()} />;
  if (!runs.data) return <ListSkeleton rows={3} />;
  const sum = (run: CopyRun) => formatInteger(run.results.reduce((rows, { loaded }) => rows + loaded, 0), i18n.language); // prettier-ignore
  return (
    <section aria-labelledby="runs">
      <h2 id="runs" className={classes.heading}>
        {t('copies.runs.title')}
      </h2>
      {runs.data.runs.length === 0 ? (
        <p className={classes.hint}>{t('copies.runs.none')}</p>
      ) : (
        <ul className={classes.list}>
          {runs.data.runs.map((run) => (
            <li key={run.id} className={classes.item}>
              <RunStatus status={run.status} />
              <div className={classes.words}>
                <p>
                  {formatMoment(run.startedAt ?? run.createdAt, i18n.language)} ·{' '}
                  {run.scheduled ? t('copies.runs.scheduled') : (run.startedBy ?? t('copies.runs.byHand'))}
                </p>
                {run.status === 'loaded' && (
                  <p className={classes.facts}>
                    {t('copies.runs.loaded', { rows: sum(run), number: run.version })} ·{' '}
                    {run.results
                      .map(({ table, loaded }) => `${table} ${formatInteger(loaded, i18n.language)}`)
                      .join(', ')}
                  </p>
                )}
                {run.failure && (
                  <p className={classes.facts} lang="en">
                    {run.failure.message}
                  </p>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
