import { Page, PageHeader } from '@rise/ui';
import { useTranslation } from 'react-i18next';
import { BrandingSection } from './branding-section.tsx';
import { PlanSection } from './plan-section.tsx';
import { SupportSection } from './support-section.tsx';

/** What holds for the whole tenant, for those who administer it. */
export default function OrganizationPage() {
  const { t } = useTranslation();
  return (
    <Page width="narrow">
      <PageHeader title={t('organization.title')} purpose={t('organization.purpose')} />
      <div>
        <BrandingSection />
        <PlanSection />
        <SupportSection />
      </div>
    </Page>
  );
}
