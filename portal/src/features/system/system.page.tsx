import { ErrorState, Notice, Page, PageHeader, TableSkeleton } from '@rise/ui';
import { useObservable } from '@rise/ui/observable';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { formatTime } from '../../dates/moments.ts';
import { AppLink } from '../../routing/link.tsx';
import { currentSession } from '../../session/session.ts';
import { DeadJobs } from './dead-jobs.tsx';
import { HealthSection } from './health-section.tsx';
import { healthQuery, kindsQuery } from './system.queries.ts';
import { readSystemState, type SystemState, writeSystemState } from './system.state.ts';
import cards from '../../embedding/cards.module.css';
import classes from './system.module.css';

const JobGrid = lazy(() => import('./job-grid.tsx'));

const GUIDE = '/docs/guides/watch-the-system';
const TONES = { good: 'positive', attention: 'warning', bad: 'negative' } as const;

/** How the installation is, and its background jobs, for people above the tenants. */
export default function SystemPage() {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const canAct = useObservable(currentSession)?.permissions.includes('global.administer') === true;
  const state = readSystemState(useSearch({ strict: false }));
  const health = useQuery(healthQuery);
  const { kind, dismissed, page } = state;
  const change = useCallback(
    (next: Partial<SystemState>) =>
      void navigate({ to: '/global/system', search: writeSystemState({ kind, dismissed, page, ...next }) as never }),
    [navigate, kind, dismissed, page],
  );
  return (
    <Page>
      <PageHeader
        title={t('systemHealth.title')}
        purpose={t('systemHealth.purpose')}
        {...(health.data && {
          asOf: {
            label: t('systemHealth.asOf', { time: formatTime(health.data.at, i18n.language) }),
            detail: t('systemHealth.version', { version: health.data.version }),
          },
        })}
      />
      <div>
        {health.isError ? (
          <ErrorState {...errorText(health.error, t)} onRetry={() => void health.refetch()} />
        ) : health.isPending ? (
          <TableSkeleton rows={8} columns={3} />
        ) : (
          <>
            <div className={classes.summary}>
              <Notice tone={TONES[health.data.state]}>
                {t(`systemHealth.summary.${health.data.state}`)}{' '}
                <AppLink href={GUIDE}>{t('systemHealth.guide')}</AppLink>
              </Notice>
            </div>
            <HealthSection health={health.data} />
          </>
        )}
        <Jobs openKind={kind} onOpen={(one) => change({ kind: one, page: 1 })} />
        <DeadJobs state={state} canAct={canAct} onChange={change} />
      </div>
    </Page>
  );
}

function Jobs({ openKind, onOpen }: { openKind: string | null; onOpen: (kind: SystemState['kind']) => void }) {
  const { t } = useTranslation();
  const found = useQuery(kindsQuery);
  return (
    <section className={cards.card} aria-labelledby="system-jobs">
      <h2 id="system-jobs" className={cards.heading}>
        {t('systemHealth.jobs.title')}
      </h2>
      <p className={cards.hint}>{t('systemHealth.jobs.help')}</p>
      <div className={classes.grid}>
        {found.isError ? (
          <ErrorState {...errorText(found.error, t)} onRetry={() => void found.refetch()} />
        ) : found.isPending ? (
          <TableSkeleton rows={8} columns={6} />
        ) : (
          <Suspense fallback={<TableSkeleton rows={8} columns={6} />}>
            <JobGrid kinds={found.data.kinds} openKind={openKind} onOpen={onOpen} />
          </Suspense>
        )}
      </div>
    </section>
  );
}
