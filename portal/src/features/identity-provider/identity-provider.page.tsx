import { ErrorState, ListSkeleton, Page, PageHeader } from '@rise/ui';
import type { SearchParams } from '@rise/ui/search-params';
import type { TenantProvider } from '@rise/contract';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { SecretField } from '../../embedding/secret-field.tsx';
import { AppLink } from '../../routing/link.tsx';
import { providerQuery } from './identity-provider.queries.ts';
import { ProviderForm } from './provider-form.tsx';
import { TestSection } from './test-section.tsx';
import { UseSection } from './use-section.tsx';
import cards from '../../embedding/cards.module.css';
import classes from './identity-provider.module.css';

const GUIDE = '/docs/guides/own-sign-in';

/** The tenant's own identity provider, and by which one its people sign in. */
export default function IdentityProviderPage() {
  const { t } = useTranslation();
  const found = useQuery(providerQuery);
  const search: SearchParams = useSearch({ strict: false });
  const [message, setMessage] = useState('');
  const line = useRef<HTMLParagraphElement>(null);
  const onDone = (text: string) => {
    setMessage(text);
    line.current?.focus();
  };
  return (
    <Page width="narrow">
      <PageHeader title={t('identityProvider.title')} purpose={t('identityProvider.purpose')} />
      <p role="status" ref={line} tabIndex={-1} className={classes.message}>
        {message}
      </p>
      {found.isError ? (
        <ErrorState {...errorText(found.error, t)} onRetry={() => void found.refetch()} />
      ) : found.isPending ? (
        <ListSkeleton rows={6} />
      ) : (
        <div>
          {found.data.provider && (
            <>
              <UseSection key={found.data.signIn} found={found.data} onDone={onDone} />
              <TestSection test={found.data.provider.test} isUnavailable={search.test === 'unavailable'} />
            </>
          )}
          <Addresses found={found.data} />
          <ProviderForm
            key={found.data.provider === null ? 'new' : 'stored'}
            provider={found.data.provider}
            onDone={onDone}
          />
        </div>
      )}
    </Page>
  );
}

/** What the provider has to know of us, and who is led to it. */
function Addresses({ found: { addresses, domains, provider } }: { found: TenantProvider }) {
  const { t } = useTranslation();
  return (
    <section className={cards.card} aria-labelledby="provider-addresses">
      <h2 id="provider-addresses" className={cards.heading}>
        {t('identityProvider.addresses')}
      </h2>
      <p className={cards.hint}>
        {t('identityProvider.addressesHelp')} <AppLink href={GUIDE}>{t('identityProvider.guide')}</AppLink>
      </p>
      <div className={classes.addresses}>
        <SecretField label={t('identityProvider.callback')} value={addresses.callback} />
        <SecretField label={t('identityProvider.afterSignOut')} value={addresses.afterSignOut} />
        <SecretField label={t('identityProvider.backchannel')} value={addresses.backchannel} />
        {provider && <SecretField label={t('identityProvider.signInAddress')} value={addresses.signIn} />}
      </div>
      <p className={cards.hint}>
        {domains.length > 0
          ? t('identityProvider.domains', { domains: domains.join(', ') })
          : t('identityProvider.noDomains')}{' '}
        <AppLink href="/domains">{t('identityProvider.toDomains')}</AppLink>
      </p>
    </section>
  );
}
