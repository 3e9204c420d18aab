import { Button } from '@mantine/core';
import type { StoredMail } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import { DetailDrawer, DetailList, DetailSection, StatusPill, TextSkeleton } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { formatMoment } from '../../dates/moments.ts';
import { MAIL_TONES } from './mail-tones.ts';
import { mailQuery, useRetryMail } from './mail.queries.ts';
import cards from '../../embedding/cards.module.css';
import classes from './mail.module.css';

interface MailDrawerProps {
  id: string;
  /** A mail server is set up. */
  canSend: boolean;
  onClose: () => void;
}

/** One mail as its recipient sees it (except for an invitation), what became of it, and how it is sent again. */
export default function MailDrawer({ id, canSend, onClose }: MailDrawerProps) {
  const { t } = useTranslation();
  const found = useQuery(mailQuery(id));
  return (
    <DetailDrawer
      opened
      size="wide"
      onClose={onClose}
      title={found.data?.subject ?? t('mail.one')}
      {...(found.data && { subtitle: found.data.recipient })}
    >
      {found.data ? (
        <Mail mail={found.data} canSend={canSend} />
      ) : found.isError ? (
        <p role="alert" className={cards.error}>
          {errorText(found.error, t).message}
        </p>
      ) : (
        <TextSkeleton lines={8} />
      )}
    </DetailDrawer>
  );
}

function Mail({ mail, canSend }: { mail: StoredMail; canSend: boolean }) {
  const { t, i18n } = useTranslation();
  const retry = useRetryMail(mail.id);
  const { status, kind, createdAt, sentAt, nextAttemptAt, attempts, reason, files, subject, html } = mail;
  const moment = (iso: string) => formatMoment(iso, i18n.language);
  const pair = (name: string, value: string | null) => (value === null ? [] : [{ name, value }]);
  return (
    <>
      <DetailList
        items={[
          {
            name: t('mail.columns.status'),
            value: <StatusPill tone={MAIL_TONES[status]}>{t(`mail.status.${status}`)}</StatusPill>,
          },
          { name: t('mail.columns.kind'), value: t(`mail.kinds.${kind}`) },
          { name: t('mail.columns.created'), value: moment(createdAt) },
          ...pair(t('mail.sentAt'), sentAt && moment(sentAt)),
          ...pair(t('mail.nextAttempt'), attempts > 0 ? nextAttemptAt && moment(nextAttemptAt) : null),
          ...pair(t('mail.attempts'), attempts > 0 ? String(attempts) : null),
          ...pair(t('mail.columns.reason'), reason),
          ...pair(t('mail.files'), files.length > 0 ? files.join(', ') : null),
        ]}
      />
      {canSend && (status === 'failed' || status === 'held') && (
        <div className={classes.retry}>
          <Button size="compact-md" loading={retry.isPending} onClick={() => retry.mutate()}>
            {t(status === 'held' ? 'mail.sendHeld' : 'mail.retry')}
          </Button>
          {retry.error && (
            <p role="alert" className={cards.error}>
              {retry.error instanceof ApiError && retry.error.code === 'CONFLICT'
                ? t('mail.cannotSend')
                : errorText(retry.error, t).message}
            </p>
          )}
        </div>
      )}
      <DetailSection title={t('mail.preview')}>
        {html === null ? (
          <p className={cards.hint}>{t('mail.invitationHidden')}</p>
        ) : (
          /* No script of a mail runs here, nothing is loaded, and its links lead nowhere: the text came from anywhere. */
          <iframe className={classes.preview} sandbox="" title={t('mail.previewOf', { subject })} srcDoc={html} />
        )}
      </DetailSection>
    </>
  );
}
