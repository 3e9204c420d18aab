import { Button } from '@mantine/core';
import type { OwnActivityRecord } from '@rise/contract';
import { ErrorState, ListSkeleton, StatusPill } from '@rise/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { actionWords } from '../../audit-trail/action-words.ts';
import { exactMoment, OUTCOME_TONES } from '../../audit-trail/audit-words.ts';
import { errorText } from '../../client/error-text.ts';
import { useSession } from '../../session/session.ts';
import { activityQuery } from './user.queries.ts';
import classes from './user.module.css';

/** What the audit trail says that the person did, so that they notice what others did in their name. */
export function ActivityList() {
  const { t } = useTranslation();
  const { tenant } = useSession();
  const found = useInfiniteQuery(activityQuery);
  if (found.isPending) return <ListSkeleton rows={4} />;
  if (found.data === undefined)
    return <ErrorState {...errorText(found.error, t)} onRetry={() => void found.refetch()} />;
  const records = found.data.pages.flatMap((page) => page.records);
  return (
    <>
      <p className={classes.note}>
        {tenant === null ? t('user.activity.account') : t('user.activity.tenant', { tenant: tenant.name })}
      </p>
      {records.length === 0 ? (
        <p className={classes.note}>{t('user.activity.empty')}</p>
      ) : (
        <ol className={classes.sessions}>
          {records.map((record) => (
            <ActivityRow key={record.id} record={record} />
          ))}
        </ol>
      )}
      {found.hasNextPage && (
        <Button
          className={classes.older}
          variant="default"
          loading={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          {t('user.activity.older')}
        </Button>
      )}
      {found.isFetchNextPageError && (
        <p role="alert" className={classes.failed}>
          {errorText(found.error, t).message}
        </p>
      )}
    </>
  );
}

function ActivityRow({ record }: { record: OwnActivityRecord }) {
  const { t, i18n } = useTranslation();
  const { at, via, action, outcome, targetName, address } = record;
  const details = [
    exactMoment(at, i18n.language),
    ...(via === 'session' || via === 'unknown' ? [] : [t(`auditTrail.via.${via}`)]),
    ...(address === null ? [] : [t('user.sessions.address', { address })]),
  ];
  return (
    <li className={classes.session}>
      <div className={classes.words}>
        <div className={classes.name}>
          {actionWords(action, i18n.language)}
          {targetName !== null && <span className={classes.target}> {targetName}</span>}
        </div>
        <div className={classes.detail}>{details.join(' · ')}</div>
      </div>
      {outcome !== 'done' && (
        <StatusPill tone={OUTCOME_TONES[outcome]}>{t(`auditTrail.outcomes.${outcome}`)}</StatusPill>
      )}
    </li>
  );
}
