import { Button, NativeSelect } from '@mantine/core';
import type { DeadJob } from '@rise/contract';
import { DEAD_JOB_DAYS, DEAD_JOB_PAGE, JOB_KINDS } from '@rise/contract/system-words';
import { EmptyState, ErrorState, ListSkeleton } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { formatMoment } from '../../dates/moments.ts';
import { ListPages } from '../../page-frame/list-pages.tsx';
import { deadJobsQuery, type JobAct, useJobAct } from './system.queries.ts';
import type { SystemState } from './system.state.ts';
import cards from '../../embedding/cards.module.css';
import classes from './system.module.css';

interface DeadJobsProps {
  state: SystemState;
  canAct: boolean;
  onChange: (next: Partial<SystemState>) => void;
}

const DONE = {
  retry: 'systemHealth.dead.retried',
  dismiss: 'systemHealth.dead.dismissed',
  restore: 'systemHealth.dead.restored',
} as const satisfies Record<JobAct, string>;

/** Jobs that were given up. */
export function DeadJobs({ state, canAct, onChange }: DeadJobsProps) {
  const { t } = useTranslation();
  const found = useQuery(deadJobsQuery(state));
  const heading = useRef<HTMLHeadingElement>(null);
  const act = useJobAct();
  // What was done last, with its job for the way back.
  const [done, setDone] = useState<{ act: JobAct; job: DeadJob } | null>(null);
  const run = (input: { act: JobAct; job: DeadJob }) =>
    act.mutate(input, {
      onSuccess: () => {
        setDone(input);
        // What had the focus is gone with its job.
        heading.current?.focus();
      },
    });
  return (
    <section className={cards.card} aria-labelledby="dead-jobs">
      <h2 id="dead-jobs" ref={heading} tabIndex={-1} className={cards.heading}>
        {t('systemHealth.dead.title')}
      </h2>
      <p className={cards.hint}>{t('systemHealth.dead.help', { count: DEAD_JOB_DAYS })}</p>
      <Filters state={state} onChange={onChange} />
      <div role="status" className={classes.done}>
        {done && t(DONE[done.act])}
        {done?.act === 'dismiss' && (
          <Button
            size="compact-sm"
            variant="subtle"
            loading={act.isPending}
            onClick={() => run({ act: 'restore', job: done.job })}
          >
            {t('systemHealth.dead.undo')}
          </Button>
        )}
      </div>
      {act.error && (
        <p role="alert" className={cards.error}>
          {errorText(act.error, t).message}
        </p>
      )}
      {found.isError ? (
        <ErrorState {...errorText(found.error, t)} onRetry={() => void found.refetch()} />
      ) : found.isPending ? (
        <ListSkeleton rows={3} />
      ) : found.data.jobs.length === 0 ? (
        <EmptyState
          art="list"
          title={t(state.dismissed ? 'systemHealth.dead.noneDismissed' : 'systemHealth.dead.none')}
          text={t(state.dismissed ? 'systemHealth.dead.noneDismissedText' : 'systemHealth.dead.noneText')}
        />
      ) : (
        <>
          <ul className={cards.list} aria-label={t('systemHealth.dead.title')}>
            {found.data.jobs.map((job) => (
              <JobItem
                key={`${job.kind} ${job.id}`}
                job={job}
                isDismissed={state.dismissed}
                canAct={canAct}
                running={act.isPending && act.variables.job.id === job.id ? act.variables.act : null}
                onAct={(name) => run({ act: name, job })}
              />
            ))}
          </ul>
          <ListPages
            label={t('systemHealth.dead.pages')}
            page={state.page}
            size={DEAD_JOB_PAGE}
            total={found.data.total}
            onChange={(page) => onChange({ page })}
          />
        </>
      )}
    </section>
  );
}

function Filters({ state: { kind, dismissed }, onChange }: Pick<DeadJobsProps, 'state' | 'onChange'>) {
  const { t } = useTranslation();
  return (
    <div className={classes.tools}>
      <NativeSelect
        aria-label={t('systemHealth.jobs.columns.kind')}
        value={kind ?? ''}
        data={[
          { value: '', label: t('systemHealth.dead.allKinds') },
          ...JOB_KINDS.map((value) => ({ value, label: t(`systemHealth.jobs.kinds.${value}`) })),
        ]}
        onChange={({ currentTarget }) =>
          onChange({ kind: JOB_KINDS.find((one) => one === currentTarget.value) ?? null, page: 1 })
        }
      />
      <NativeSelect
        aria-label={t('systemHealth.dead.which')}
        value={dismissed ? 'yes' : ''}
        data={[
          { value: '', label: t('systemHealth.dead.open') },
          { value: 'yes', label: t('systemHealth.dead.dismissedOnes') },
        ]}
        onChange={({ currentTarget }) => onChange({ dismissed: currentTarget.value === 'yes', page: 1 })}
      />
    </div>
  );
}

interface JobItemProps {
  job: DeadJob;
  isDismissed: boolean;
  canAct: boolean;
  /** What is being done with it. */
  running: JobAct | null;
  onAct: (act: JobAct) => void;
}

function JobItem({ job, isDismissed, canAct, running, onAct }: JobItemProps) {
  const { t, i18n } = useTranslation();
  const { kind, id, tenant, failedAt, attempts, reason, canRetry } = job;
  const moment = formatMoment(failedAt, i18n.language);
  const title = `${t(`systemHealth.jobs.kinds.${kind}`)} · ${tenant?.name ?? t('systemHealth.dead.ofInstallation')}`;
  const acts: readonly JobAct[] = isDismissed ? ['restore'] : [...(canRetry ? ['retry' as const] : []), 'dismiss'];
  return (
    <li className={classes.item}>
      <h3 className={cards.name}>{title}</h3>
      <p className={classes.facts}>
        {[
          moment,
          ...(attempts === null ? [] : [t('systemHealth.dead.attempts', { count: attempts })]),
          ...(reason === null ? [] : [t('systemHealth.dead.reason', { reason })]),
        ].join(' · ')}
        <span className={cards.code}>{id}</span>
      </p>
      {!canRetry && !isDismissed && <p className={cards.hint}>{t('systemHealth.dead.byTenant')}</p>}
      {canAct && (
        <div className={classes.actions}>
          {acts.map((act) => (
            <Button
              key={act}
              size="compact-sm"
              variant="subtle"
              loading={running === act}
              disabled={running !== null && running !== act}
              aria-label={t(`systemHealth.dead.named.${act}`, { job: title, moment })}
              onClick={() => onAct(act)}
            >
              {t(`systemHealth.dead.acts.${act}`)}
            </Button>
          ))}
        </div>
      )}
    </li>
  );
}
