import { ListSkeleton, Page, PageHeader } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../settings/settings.ts';
import { useSession } from '../../session/session.ts';
import { ActivityList } from './activity-list.tsx';
import { AppearanceSettings } from './appearance-settings.tsx';
import { LandingPageSetting } from './landing-page-setting.tsx';
import { NotificationSettings } from './notification-settings.tsx';
import { OwnData } from './own-data.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SessionList } from './session-list.tsx';
import { TokenList } from './token-list.tsx';
import { UsageSetting } from './usage-setting.tsx';
import { profileQuery } from './user.queries.ts';
import classes from './user.module.css';

/** Profile: account and picture, appearance, landing page, notifications, usage statistics, tokens, sessions, activity, own data. */
export default function UserPage() {
  const { t } = useTranslation();
  const { account } = useSession();
  const profile = useQuery(profileQuery);
  const name = `${account.firstName} ${account.lastName}`.trim() || account.email;
  return (
    <Page width="narrow">
      <PageHeader title={name} purpose={t('user.purpose')} />
      {/* What the identity provider says differs in length: settings below it would move when it arrives. */}
      {profile.isPending ? <ListSkeleton rows={16} /> : <Sections />}
    </Page>
  );
}

function Sections() {
  const { t } = useTranslation();
  const { permissions } = useSession();
  const { analytics } = useSettings();
  return (
    <>
      <Section id="profile" title={t('user.profile.title')}>
        <ProfileSection />
      </Section>
      <Section id="appearance" title={t('user.appearance.title')}>
        <AppearanceSettings />
      </Section>
      <Section id="start-page" title={t('user.start.title')}>
        <LandingPageSetting />
      </Section>
      <Section id="notifications" title={t('user.notifications.title')}>
        <NotificationSettings />
      </Section>
      {analytics.key !== null && (
        <Section id="usage" title={t('analytics.title')}>
          <UsageSetting />
        </Section>
      )}
      {permissions.includes('account.tokens') && (
        <Section id="tokens" title={t('user.tokens.title')}>
          <TokenList />
        </Section>
      )}
      <Section id="sessions" title={t('user.sessions.title')}>
        <SessionList />
      </Section>
      <Section id="activity" title={t('user.activity.title')}>
        <ActivityList />
      </Section>
      <Section id="data" title={t('user.data.title')}>
        <OwnData />
      </Section>
    </>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`user-${id}`} className={classes.section}>
      <h2 id={`user-${id}`} className={classes.heading}>
        {title}
      </h2>
      {children}
    </section>
  );
}
