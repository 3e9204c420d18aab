import { Button } from '@mantine/core';
import type { TenantDomain } from '@rise/contract';
import { StatusPill, useConfirm } from '@rise/ui';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAgo, formatMoment } from '../../dates/moments.ts';
import { SecretField } from '../../embedding/secret-field.tsx';
import { AppLink } from '../../routing/link.tsx';
import { adviceText, problemText, shownState, STATE_TONES } from './domain-words.ts';
import { useCheckDomain, useRemoveDomain, useRestartDomain } from './domains.queries.ts';
import { JoiningFields } from './joining-fields.tsx';
import cards from '../../embedding/cards.module.css';
import classes from './domains.module.css';

interface DomainItemProps {
  /** When the list was read. */
  now: Date;
  domain: TenantDomain;
  onRemoved: (message: string) => void;
}

/** One domain: how it stands, what to do, and who joins by it. */
export function DomainItem({ now, domain, onRemoved }: DomainItemProps) {
  const { t, i18n } = useTranslation();
  const [message, setMessage] = useState('');
  const { title, state } = domain;
  const shown = shownState(domain);
  return (
    <li className={classes.item} aria-label={title}>
      <div className={classes.head}>
        <h3 className={cards.name}>{title}</h3>
        <StatusPill tone={STATE_TONES[shown]}>{t(`domains.states.${shown}`)}</StatusPill>
      </div>
      {title !== domain.domain && <p className={cards.code}>{domain.domain}</p>}
      <p className={classes.text}>{adviceText(domain, t, i18n.language)}</p>
      <Checks now={now} domain={domain} />
      {(state === 'pending' || state === 'failing') && <DnsRecord domain={domain} />}
      {state !== 'expired' && <JoiningFields domain={domain} onDone={setMessage} />}
      {(state === 'verified' || state === 'failing') && (
        <p className={classes.hint}>
          {t(domain.isMailAllowed ? 'domains.mailAllowed' : 'domains.mailNotAllowed')}{' '}
          <AppLink href="/mail">{t('domains.mailLink')}</AppLink>
        </p>
      )}
      <p role="status" className={classes.done}>
        {message}
      </p>
      <Actions domain={domain} onDone={setMessage} onRemoved={onRemoved} />
    </li>
  );
}

/** When the record was looked for, and when it will be. */
function Checks({ now, domain }: Pick<DomainItemProps, 'now' | 'domain'>) {
  const { t, i18n } = useTranslation();
  const { state, lastCheckedAt, lastResult, nextCheckAt } = domain;
  if (state === 'expired') return null;
  const last =
    lastCheckedAt === null
      ? t('domains.notChecked')
      : t('domains.checked', { ago: formatAgo(lastCheckedAt, now, i18n.language) });
  const next = nextCheckAt === null ? '' : t('domains.nextCheck', { moment: formatMoment(nextCheckAt, i18n.language) });
  return (
    <p className={classes.hint}>
      {last} {lastResult === 'unknown' && `${t('domains.unknown')} `}
      {next}
    </p>
  );
}

function DnsRecord({ domain: { record } }: { domain: TenantDomain }) {
  const { t } = useTranslation();
  return (
    <div className={classes.record}>
      <SecretField label={t('domains.recordName')} value={record.name} />
      <SecretField label={t('domains.recordValue')} value={record.value} />
      <p className={classes.hint}>{t('domains.recordHelp')}</p>
    </div>
  );
}

function Actions({
  domain,
  onDone,
  onRemoved,
}: Omit<DomainItemProps, 'now'> & {
  onDone: (message: string) => void;
}) {
  const { id, title, state } = domain;
  const { t } = useTranslation();
  const confirm = useConfirm();
  const check = useCheckDomain(id);
  const restart = useRestartDomain(id);
  const remove = useRemoveDomain(id);
  const recordId = useId();
  const [isRecordOpen, setIsRecordOpen] = useState(false);
  const error = check.error ?? restart.error ?? remove.error;
  const confirmRemoval = async () => {
    const answer = await confirm({
      title: t('domains.removeTitle', { domain: title }),
      message: t('domains.removeText'),
      actions: { confirm: { label: t('domains.remove') }, cancel: { label: t('common.cancel') } },
    });
    if (answer === 'confirmed')
      remove.mutate(undefined, { onSuccess: () => onRemoved(t('domains.removed', { domain: title })) });
  };
  const checkNow = () =>
    check.mutate(undefined, {
      onSuccess: ({ domains }) => {
        const result = domains.find((one) => one.id === id)?.lastResult ?? 'unknown';
        onDone(t(`domains.results.${result}`, { domain: title }));
      },
    });
  return (
    <>
      {error && (
        <p role="alert" className={cards.error}>
          {problemText(error, t)}
        </p>
      )}
      <div className={classes.actions}>
        {state === 'expired' ? (
          <Button
            size="compact-sm"
            variant="subtle"
            loading={restart.isPending}
            aria-label={t('domains.restartNamed', { domain: title })}
            onClick={() =>
              restart.mutate(undefined, { onSuccess: () => onDone(t('domains.restarted', { domain: title })) })
            }
          >
            {t('domains.restart')}
          </Button>
        ) : (
          <Button
            size="compact-sm"
            variant="subtle"
            loading={check.isPending}
            aria-label={t('domains.checkNamed', { domain: title })}
            onClick={checkNow}
          >
            {t('domains.check')}
          </Button>
        )}
        {state === 'verified' && (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-expanded={isRecordOpen}
            aria-controls={recordId}
            aria-label={t('domains.recordNamed', { domain: title })}
            onClick={() => setIsRecordOpen(!isRecordOpen)}
          >
            {t('domains.record')}
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="subtle"
          color="negative"
          loading={remove.isPending}
          aria-label={t('domains.removeNamed', { domain: title })}
          onClick={() => void confirmRemoval()}
        >
          {t('domains.remove')}
        </Button>
      </div>
      <div id={recordId} className={classes.opened}>
        {state === 'verified' && isRecordOpen && <DnsRecord domain={domain} />}
      </div>
    </>
  );
}
