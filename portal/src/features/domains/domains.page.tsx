import { EmptyState, ErrorState, ListSkeleton, Page, PageHeader } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { AppLink } from '../../routing/link.tsx';
import { AddDomain } from './add-domain.tsx';
import { DomainItem } from './domain-item.tsx';
import { domainsQuery } from './domains.queries.ts';
import { JoinRequests } from './join-requests.tsx';
import cards from '../../embedding/cards.module.css';
import classes from './domains.module.css';

const GUIDE = '/docs/guides/email-domains';

/** The email domains of the tenant, and who joins by them. */
export default function DomainsPage() {
  const { t } = useTranslation();
  const found = useQuery(domainsQuery);
  const now = new Date(found.dataUpdatedAt);
  // What was done, for those who do not see the list change.
  const [message, setMessage] = useState('');
  const messageLine = useRef<HTMLParagraphElement>(null);
  const input = useRef<HTMLInputElement>(null);
  // What had the focus is gone with its domain, or with the last request.
  const onLastDecided = (text: string) => {
    setMessage(text);
    messageLine.current?.focus();
  };
  const onRemoved = (text: string) => {
    setMessage(text);
    input.current?.focus();
  };
  return (
    <Page width="narrow">
      <PageHeader
        title={t('domains.title')}
        purpose={t('domains.purpose')}
        {...(found.data ? { count: found.data.domains.length } : {})}
      />
      <p role="status" ref={messageLine} tabIndex={-1} className={classes.message}>
        {message}
      </p>
      {found.isError ? (
        <ErrorState {...errorText(found.error, t)} onRetry={() => void found.refetch()} />
      ) : found.isPending ? (
        <ListSkeleton rows={4} />
      ) : (
        <div>
          <JoinRequests now={now} requests={found.data.requests} onDone={setMessage} onLastDone={onLastDecided} />
          {found.data.domains.length === 0 ? (
            <section className={cards.card} aria-label={t('domains.title')}>
              <EmptyState
                art="list"
                title={t('domains.none')}
                text={t('domains.noneText')}
                action={<AppLink href={GUIDE}>{t('domains.guide')}</AppLink>}
              />
            </section>
          ) : (
            <section className={cards.card} aria-label={t('domains.title')}>
              <p className={classes.hint}>
                {t('domains.help')} <AppLink href={GUIDE}>{t('domains.guide')}</AppLink>
              </p>
              <ul className={cards.list}>
                {found.data.domains.map((domain) => (
                  <DomainItem key={domain.id} now={now} domain={domain} onRemoved={onRemoved} />
                ))}
              </ul>
            </section>
          )}
          <AddDomain ref={input} onDone={setMessage} />
        </div>
      )}
    </Page>
  );
}
