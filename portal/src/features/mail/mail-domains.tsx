import { Button, Textarea } from '@mantine/core';
import type { MailSettings } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import { ErrorState, TextSkeleton } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { formatMoment } from '../../dates/moments.ts';
import { mailSettingsQuery, useChangeDomains } from './mail.queries.ts';
import cards from '../../embedding/cards.module.css';
import classes from './mail.module.css';

/** To which domains reports may go without an account, and who unsubscribed. */
export function MailDomains() {
  const { t } = useTranslation();
  const settings = useQuery(mailSettingsQuery);
  return (
    <section className={`${cards.card} ${classes.domains}`} aria-labelledby="mail-domains">
      <h2 id="mail-domains" className={cards.heading}>
        {t('mail.domains')}
      </h2>
      <p className={cards.hint}>{t('mail.domainsHelp')}</p>
      {settings.isError ? (
        <ErrorState {...errorText(settings.error, t)} onRetry={() => void settings.refetch()} />
      ) : settings.isPending ? (
        <TextSkeleton lines={4} />
      ) : (
        <Settings settings={settings.data} />
      )}
    </section>
  );
}

/** Names the first domain that the server refused. */
function domainError(error: Error, domains: readonly string[], t: TFunction): string {
  const place = error instanceof ApiError ? /^domains\.(\d+)$/.exec(error.details[0]?.field ?? '')?.[1] : undefined;
  const domain = place === undefined ? undefined : domains[Number(place)];
  return domain === undefined ? errorText(error, t).message : t('mail.domainRefused', { domain });
}

/** One a line; commas and spaces separate, too. */
const domainsIn = (text: string): string[] => [
  ...new Set(
    text
      .toLowerCase()
      .split(/[\s,;]+/)
      .filter(Boolean),
  ),
];

function Settings({ settings: { domains, verified, unsubscribed } }: { settings: MailSettings }) {
  const { t, i18n } = useTranslation();
  const change = useChangeDomains();
  const [text, setText] = useState(domains.join('\n'));
  const next = domainsIn(text);
  const isChanged = next.toSorted().join('\n') !== domains.join('\n');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate(next, { onSuccess: (saved) => setText(saved.domains.join('\n')) });
  };
  return (
    <>
      <form noValidate className={cards.form} onSubmit={submit}>
        <Textarea
          rows={3}
          label={t('mail.domainsLabel')}
          description={t('mail.domainsLabelHelp')}
          placeholder="auditors.example"
          value={text}
          error={change.error && domainError(change.error, next, t)}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            change.reset();
          }}
        />
        <Verified
          domains={verified.filter((domain) => !next.includes(domain))}
          onAdd={(domain) => {
            setText([...next, domain].join('\n'));
            change.reset();
          }}
        />
        <div>
          <Button type="submit" disabled={!isChanged} loading={change.isPending}>
            {t('mail.saveDomains')}
          </Button>
        </div>
      </form>
      <p role="status" className={cards.hint}>
        {change.isSuccess ? t('mail.domainsSaved') : ''}
      </p>
      {unsubscribed.length > 0 && (
        <>
          <h3 className={classes.subheading}>{t('mail.unsubscribed')}</h3>
          <ul className={classes.unsubscribed}>
            {unsubscribed.map(({ address, at }) => (
              <li key={address}>{t('mail.unsubscribedAt', { address, moment: formatMoment(at, i18n.language) })}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** Offers the tenant's own domains: they are no less outside for people without an account. */
function Verified({ domains, onAdd }: { domains: readonly string[]; onAdd: (domain: string) => void }) {
  const { t } = useTranslation();
  if (domains.length === 0) return null;
  return (
    <div className={classes.verified}>
      <span className={cards.hint}>{t('mail.verified')}</span>
      {domains.map((domain) => (
        <Button key={domain} size="compact-sm" variant="default" onClick={() => onAdd(domain)}>
          {t('mail.allowVerified', { domain })}
        </Button>
      ))}
    </div>
  );
}
