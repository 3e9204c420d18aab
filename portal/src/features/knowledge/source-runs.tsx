import type { KnowledgeRun } from '@rise/contract';
import { StatusPill, TextSkeleton } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { formatMoment } from '../../dates/moments.ts';
import { runsQuery, type ReadSource } from './sources.queries.ts';
import cards from '../../embedding/cards.module.css';
import classes from './knowledge.module.css';

export const RUN_TONES = {
  waiting: 'neutral',
  running: 'neutral',
  done: 'positive',
  failed: 'negative',
  canceled: 'warning',
} as const;

/** The last runs that read a site or a folder, and what each of them did. */
export function SourceRuns({ source: { id, name }, version }: { source: ReadSource; version: string }) {
  const { t } = useTranslation();
  const found = useQuery(runsQuery(id, version));
  if (found.isError)
    return (
      <p role="alert" className={cards.error}>
        {errorText(found.error, t).message}
      </p>
    );
  if (!found.data) return <TextSkeleton lines={3} />;
  if (found.data.runs.length === 0) return <p className={cards.hint}>{t('knowledge.sources.noRuns')}</p>;
  return (
    <ul className={classes.runs} aria-label={t('knowledge.sources.historyNamed', { name })}>
      {found.data.runs.map((run) => (
        <RunItem key={run.id} run={run} />
      ))}
    </ul>
  );
}

function RunItem({ run }: { run: KnowledgeRun }) {
  const { t, i18n } = useTranslation();
  const { status, complete, startedBy, createdAt, startedAt, finishedAt, skipped, skips, failure } = run;
  const moment = (iso: string) => formatMoment(iso, i18n.language);
  const counts = (['added', 'changed', 'removed', 'skipped'] as const).map((key) =>
    t(`knowledge.sources.counts.${key}`, { count: run[key] }),
  );
  return (
    <li className={classes.run}>
      <StatusPill tone={RUN_TONES[status]}>{t(`knowledge.sources.status.${status}`)}</StatusPill>
      <div className={classes.words}>
        <p className={classes.runText}>
          {moment(startedAt ?? createdAt)}
          {finishedAt !== null && ` – ${moment(finishedAt)}`} ·{' '}
          {t(complete ? 'knowledge.sources.complete' : 'knowledge.sources.changes')}
          {startedBy !== null && ` · ${startedBy}`}
        </p>
        <p className={classes.detail}>{counts.join(' · ')}</p>
        {failure && <p className={cards.error}>{t(`knowledge.sources.failures.${failure}`)}</p>}
        {skips.length > 0 && (
          <details className={classes.skips}>
            <summary>{t('knowledge.sources.whySkipped', { count: skipped })}</summary>
            <ul>
              {skips.map(({ title, reason }) => (
                <li key={`${reason} ${title}`}>
                  {title}: {t(`knowledge.sources.skips.${reason}`)}
                </li>
              ))}
              {skipped > skips.length && <li>{t('knowledge.sources.moreSkips', { count: skipped - skips.length })}</li>}
            </ul>
          </details>
        )}
      </div>
    </li>
  );
}
