import { Button } from '@mantine/core';
import type { JoinRequest } from '@rise/contract';
import { StatusPill } from '@rise/ui';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAgo } from '../../dates/moments.ts';
import { ROLE_NAMES } from '../../session/role-names.ts';
import { problemText } from './domain-words.ts';
import { useDecide } from './domains.queries.ts';
import cards from '../../embedding/cards.module.css';
import classes from './domains.module.css';

interface JoinRequestsProps {
  /** When the list was read. */
  now: Date;
  requests: readonly JoinRequest[];
  onDone: (message: string) => void;
  /** The same where no request is left. */
  onLastDone: (message: string) => void;
}

/** Who waits for an administrator's decision; nothing where nobody does. */
export function JoinRequests({ now, requests, onDone, onLastDone }: JoinRequestsProps) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  if (requests.length === 0) return null;
  const done = (message: string, isGone: boolean) => {
    if (isGone && requests.length === 1) return onLastDone(message);
    // What had the focus is gone with its request.
    heading.current?.focus();
    onDone(message);
  };
  return (
    <section className={cards.card} aria-labelledby="join-requests">
      <h2 id="join-requests" ref={heading} tabIndex={-1} className={cards.heading}>
        {t('domains.requests.title')}
      </h2>
      <p className={classes.hint}>{t('domains.requests.help')}</p>
      <ul className={cards.list}>
        {requests.map((request) => (
          <RequestItem key={request.id} now={now} request={request} onDone={done} />
        ))}
      </ul>
    </section>
  );
}

interface RequestItemProps {
  now: Date;
  request: JoinRequest;
  onDone: (message: string, isGone: boolean) => void;
}

function RequestItem({ now, request, onDone }: RequestItemProps) {
  const { id, name, email, domain, role, requestedAt, isDeclined } = request;
  const { t, i18n } = useTranslation();
  const decide = useDecide(id);
  const person = name || email;
  const run = (isApproved: boolean) =>
    decide.mutate(isApproved, {
      onSuccess: () => {
        if (isApproved) void decide.onMembersChanged();
        onDone(t(isApproved ? 'domains.requests.approved' : 'domains.requests.declined', { person }), isApproved);
      },
    });
  return (
    <li className={classes.item} aria-label={person}>
      <div className={classes.head}>
        <h3 className={cards.name}>{person}</h3>
        {isDeclined && <StatusPill tone="neutral">{t('domains.requests.isDeclined')}</StatusPill>}
      </div>
      {name !== '' && <p className={classes.text}>{email}</p>}
      <p className={classes.hint}>
        {t('domains.requests.asks', {
          domain,
          role: t(ROLE_NAMES[role]),
          ago: formatAgo(requestedAt, now, i18n.language),
        })}
      </p>
      {decide.error && (
        <p role="alert" className={cards.error}>
          {problemText(decide.error, t)}
        </p>
      )}
      <div className={classes.actions}>
        <Button
          size="compact-sm"
          variant="subtle"
          loading={decide.isPending && decide.variables}
          aria-label={t('domains.requests.approveNamed', { person })}
          onClick={() => run(true)}
        >
          {t('domains.requests.approve')}
        </Button>
        {!isDeclined && (
          <Button
            size="compact-sm"
            variant="subtle"
            loading={decide.isPending && !decide.variables}
            aria-label={t('domains.requests.declineNamed', { person })}
            onClick={() => run(false)}
          >
            {t('domains.requests.decline')}
          </Button>
        )}
      </div>
    </li>
  );
}
