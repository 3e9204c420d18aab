import { Button } from '@mantine/core';
import type { Provisioning, ProvisioningToken } from '@rise/contract';
import { MAX_PROVISIONING_TOKENS } from '@rise/contract/provisioning-words';
import { StatusPill, useConfirm } from '@rise/ui';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { formatAgo, formatMoment } from '../../dates/moments.ts';
import { SecretField } from '../../embedding/secret-field.tsx';
import { useRevokeToken } from './provisioning.queries.ts';
import { TokenForm } from './token-form.tsx';
import cards from '../../embedding/cards.module.css';
import classes from './provisioning.module.css';

interface TokensSectionProps {
  /** When it was read. */
  now: Date;
  provisioning: Provisioning;
}

/** What is entered at the provider: the address and a token. */
export function TokensSection({ now, provisioning: { address, tokens } }: TokensSectionProps) {
  const { t } = useTranslation();
  const revoke = useRevokeToken();
  const [message, setMessage] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const valid = tokens.filter(({ isExpired }) => !isExpired).length;
  const onRevoke = ({ id, name }: ProvisioningToken) =>
    revoke.mutate(id, {
      onSuccess: () => {
        setMessage(t('provisioning.tokens.revoked', { name }));
        // What had the focus is gone with its token.
        heading.current?.focus();
      },
    });
  return (
    <section className={cards.card} aria-labelledby="provisioning-tokens">
      <h2 id="provisioning-tokens" ref={heading} tabIndex={-1} className={cards.heading}>
        {t('provisioning.tokens.title')}
      </h2>
      <div className={classes.address}>
        <SecretField label={t('provisioning.address')} value={address} />
        <p className={cards.hint}>{t('provisioning.addressHelp')}</p>
      </div>
      <p role="status" className={classes.message}>
        {message}
      </p>
      {tokens.length === 0 ? (
        <p className={cards.hint}>{t('provisioning.tokens.none')}</p>
      ) : (
        <ul className={cards.list} aria-label={t('provisioning.tokens.list')}>
          {tokens.map((token) => (
            <TokenItem key={token.id} now={now} token={token} onRevoke={() => onRevoke(token)} />
          ))}
        </ul>
      )}
      {revoke.error && (
        <p role="alert" className={cards.error}>
          {errorText(revoke.error, t).message}
        </p>
      )}
      <TokenForm isFull={valid >= MAX_PROVISIONING_TOKENS} />
    </section>
  );
}

function TokenItem({ now, token, onRevoke }: { now: Date; token: ProvisioningToken; onRevoke: () => void }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const confirm = useConfirm();
  const { name, createdBy, expiresAt, isExpired, lastUsedAt } = token;
  const moment = formatMoment(expiresAt, language);
  const facts = [
    t(isExpired ? 'provisioning.tokens.expired' : 'provisioning.tokens.expires', { moment }),
    lastUsedAt === null
      ? t('provisioning.tokens.unused')
      : t('provisioning.tokens.used', { ago: formatAgo(lastUsedAt, now, language) }),
    ...(createdBy === null ? [] : [t('provisioning.tokens.createdBy', { person: createdBy })]),
  ];
  const confirmRevoking = async () => {
    const answer = await confirm({
      title: t('provisioning.tokens.revokeTitle', { name }),
      message: t('provisioning.tokens.revokeText'),
      actions: {
        confirm: { label: t('provisioning.tokens.revoke'), color: 'warn' },
        cancel: { label: t('common.cancel') },
      },
    });
    if (answer === 'confirmed') onRevoke();
  };
  return (
    <li className={classes.item} aria-label={name}>
      <div className={classes.words}>
        <h3 className={cards.name}>
          {name} {isExpired && <StatusPill tone="neutral">{t('provisioning.tokens.isExpired')}</StatusPill>}
        </h3>
        <p className={classes.facts}>{facts.join(' · ')}</p>
      </div>
      <Button
        size="compact-sm"
        variant="subtle"
        color="negative"
        aria-label={t('provisioning.tokens.revokeNamed', { name })}
        onClick={() => void confirmRevoking()}
      >
        {t('provisioning.tokens.revoke')}
      </Button>
    </li>
  );
}
