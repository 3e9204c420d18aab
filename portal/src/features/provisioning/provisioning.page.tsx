import { ErrorState, ListSkeleton, Page, PageHeader } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { AppLink } from '../../routing/link.tsx';
import { PeopleSection } from './people-section.tsx';
import { provisioningQuery } from './provisioning.queries.ts';
import { RequestsSection } from './requests-section.tsx';
import { RolesSection } from './roles-section.tsx';
import { SubjectSection } from './subject-section.tsx';
import { TokensSection } from './tokens-section.tsx';
import classes from './provisioning.module.css';

/** How the tenant's identity provider keeps its people and their roles up to date. */
export default function ProvisioningPage() {
  const { t } = useTranslation();
  const found = useQuery(provisioningQuery);
  return (
    <Page width="narrow">
      <PageHeader title={t('provisioning.title')} purpose={t('provisioning.purpose')} />
      <p className={classes.intro}>
        {t('provisioning.intro')} <AppLink href="/docs/guides/provision-users">{t('provisioning.guide')}</AppLink>
      </p>
      {found.isError ? (
        <ErrorState {...errorText(found.error, t)} onRetry={() => void found.refetch()} />
      ) : found.isPending ? (
        <ListSkeleton rows={4} />
      ) : (
        <div>
          <TokensSection now={new Date(found.dataUpdatedAt)} provisioning={found.data} />
          <SubjectSection provisioning={found.data} />
          {/* Mounted again where other groups have arrived, or other roles are stored. */}
          <RolesSection key={JSON.stringify([found.data.admitsAll, found.data.groups])} provisioning={found.data} />
          <PeopleSection people={found.data.people} />
          <RequestsSection />
        </div>
      )}
    </Page>
  );
}
