import { Page, PageHeader } from '@rise/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../settings/settings.ts';
import { useSession } from '../../session/session.ts';
import { AppearanceSettings } from './appearance-settings.tsx';
import { LandingPageSetting } from './landing-page-setting.tsx';
import { SessionList } from './session-list.tsx';
import { UsageSetting } from './usage-setting.tsx';
import classes from './user.module.css';

/** Profile: account, appearance, landing page, usage statistics, sessions. */
export default function UserPage() {
  const { t } = useTranslation();
  const { account, tenant, tenants } = useSession();
  const { analytics } = useSettings();
  const name = `${account.firstName} ${account.lastName}`.trim() || account.email;
  return (
    <Page width="narrow">
      <PageHeader title={name} purpose={t('user.purpose')} />
      <Section id="user-profile" title={t('user.profile.title')}>
        <dl className={classes.facts}>
          <dt>{t('user.profile.name')}</dt>
          <dd>{name}</dd>
          <dt>{t('user.profile.email')}</dt>
          <dd>{account.email}</dd>
          <dt>{t('user.profile.tenant')}</dt>
          <dd>{tenant?.name ?? t('user.profile.noTenant')}</dd>
          {tenants.length > 1 && (
            <>
              <dt>{t('user.profile.tenants')}</dt>
              <dd>{tenants.map((option) => option.name).join(', ')}</dd>
            </>
          )}
        </dl>
        <p className={classes.note}>{t('user.profile.note')}</p>
      </Section>
      <Section id="user-appearance" title={t('user.appearance.title')}>
        <AppearanceSettings />
      </Section>
      <Section id="user-start" title={t('user.start.title')}>
        <LandingPageSetting />
      </Section>
      {analytics.key !== null && (
        <Section id="user-usage" title={t('analytics.title')}>
          <UsageSetting />
        </Section>
      )}
      <Section id="user-sessions" title={t('user.sessions.title')}>
        <SessionList />
      </Section>
    </Page>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className={classes.section}>
      <h2 id={id} className={classes.heading}>
        {title}
      </h2>
      {children}
    </section>
  );
}
