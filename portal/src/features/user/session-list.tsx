import { Button } from '@mantine/core';
import type { SessionSummary } from '@rise/contract';
import { ErrorState, ListSkeleton, useConfirm } from '@rise/ui';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { formatAgo, formatMoment } from '../../dates/moments.ts';
import { sessionsQuery, useEndOtherSessions, useEndSession } from './user.queries.ts';
import classes from './user.module.css';

/** Active sessions of the account, this browser first; the others can be signed out. */
export function SessionList() {
  const { t } = useTranslation();
  const sessions = useQuery(sessionsQuery);
  const end = useEndSession();
  const endOthers = useEndOtherSessions();
  const error = end.error ?? endOthers.error;
  if (sessions.isPending) return <ListSkeleton rows={2} />;
  if (sessions.isError) return <ErrorState {...errorText(sessions.error, t)} onRetry={() => void sessions.refetch()} />;
  const ordered = sessions.data.sessions.toSorted(
    (a, b) => Number(b.current) - Number(a.current) || b.lastSeenAt.localeCompare(a.lastSeenAt),
  );
  return (
    <>
      <ul className={classes.sessions}>
        {ordered.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => end.mutate(session.id)} />
        ))}
      </ul>
      {ordered.some(({ current }) => !current) && (
        <EndOthers pending={endOthers.isPending} onEnd={() => endOthers.mutate()} />
      )}
      {error !== null && (
        <p role="alert" className={classes.error}>
          {errorText(error, t).message}
        </p>
      )}
    </>
  );
}

function EndOthers({ pending, onEnd }: { pending: boolean; onEnd: () => void }) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const ask = async () => {
    const answer = await confirm({
      title: t('user.sessions.othersTitle'),
      message: t('user.sessions.othersMessage'),
      actions: {
        confirm: { label: t('user.sessions.endOthers'), color: 'warn' },
        cancel: { label: t('common.cancel') },
      },
    });
    if (answer === 'confirmed') onEnd();
  };
  return (
    <Button className={classes.others} variant="default" loading={pending} onClick={() => void ask()}>
      {t('user.sessions.endOthers')}
    </Button>
  );
}

const PHONES: ReadonlySet<string | null> = new Set(['Android', 'iOS']);

function SessionRow({ session, onEnd }: { session: SessionSummary; onEnd: () => void }) {
  const { t, i18n } = useTranslation();
  const confirm = useConfirm();
  const [now] = useState(() => new Date());
  const { browser, system, address } = session;
  const device = browser === null || system === null ? session.device : t('user.sessions.device', { browser, system });
  const Icon = PHONES.has(system) ? IconDeviceMobile : IconDeviceDesktop;
  const details = [
    t('user.sessions.since', { moment: formatMoment(session.createdAt, i18n.language) }),
    t('user.sessions.seen', { ago: formatAgo(session.lastSeenAt, now, i18n.language) }),
    ...(address === null ? [] : [t('user.sessions.address', { address })]),
  ];
  const confirmSignOut = async () => {
    const answer = await confirm({
      title: t('user.sessions.confirmTitle'),
      message: t('user.sessions.confirmMessage', { device }),
      actions: { confirm: { label: t('user.sessions.end'), color: 'warn' }, cancel: { label: t('common.cancel') } },
    });
    if (answer === 'confirmed') onEnd();
  };
  return (
    <li className={classes.session}>
      <Icon size={20} stroke={1.6} aria-hidden className={classes.device} />
      <div className={classes.words}>
        <div className={classes.name}>{device}</div>
        <div className={classes.detail}>{details.join(' · ')}</div>
      </div>
      {session.current ? (
        <span className={classes.current}>{t('user.sessions.current')}</span>
      ) : (
        <Button variant="default" onClick={() => void confirmSignOut()}>
          {t('user.sessions.end')}
        </Button>
      )}
    </li>
  );
}
