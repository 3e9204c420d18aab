import { ListSkeleton, Page, PageHeader } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import type { MouseEvent, ReactNode } from 'react';
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
    <Page>
      <div className={classes.page}>
        <PageHeader title={name} purpose={t('user.purpose')} />
        {/* What the identity provider says differs in length: settings below it would move when it arrives. */}
        {profile.isPending ? <ListSkeleton rows={16} /> : <Sections />}
      </div>
    </Page>
  );
}

function Sections() {
  const { t } = useTranslation();
  const { permissions } = useSession();
  const { analytics } = useSettings();
  const sections: SectionProps[] = [
    { id: 'profile', title: t('user.profile.title'), children: <ProfileSection /> },
    { id: 'appearance', title: t('user.appearance.title'), children: <AppearanceSettings /> },
    { id: 'start-page', title: t('user.start.title'), children: <LandingPageSetting /> },
    { id: 'notifications', title: t('user.notifications.title'), children: <NotificationSettings /> },
    ...(analytics.key === null ? [] : [{ id: 'usage', title: t('analytics.title'), children: <UsageSetting /> }]),
    ...(permissions.includes('account.tokens')
      ? [{ id: 'tokens', title: t('user.tokens.title'), children: <TokenList /> }]
      : []),
    { id: 'sessions', title: t('user.sessions.title'), children: <SessionList /> },
    { id: 'activity', title: t('user.activity.title'), children: <ActivityList /> },
    { id: 'data', title: t('user.data.title'), children: <OwnData /> },
  ];
  return (
    <div className={classes.columns}>
      <Contents sections={sections} />
      <div className={classes.sections}>
        {sections.map((section) => (
          <Section key={section.id} {...section} />
        ))}
      </div>
    </div>
  );
}

/** Leads to the sections, where there is room for it beside them. */
function Contents({ sections }: { sections: readonly SectionProps[] }) {
  const { t } = useTranslation();
  const jump = (event: MouseEvent, id: string) => {
    // Within the page: no entry in the history, whose restored scrolling would undo it.
    event.preventDefault();
    const heading = document.getElementById(headingOf(id));
    heading?.focus({ preventScroll: true });
    heading?.closest('section')?.scrollIntoView({ block: 'start' });
  };
  return (
    <nav className={classes.contents} aria-label={t('user.contents')}>
      <ul>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`} onClick={(event) => jump(event, id)}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface SectionProps {
  id: string;
  title: string;
  children: ReactNode;
}

const headingOf = (id: string) => `user-${id}`;

function Section({ id, title, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={headingOf(id)} className={classes.section}>
      <h2 id={headingOf(id)} tabIndex={-1} className={classes.heading}>
        {title}
      </h2>
      {children}
    </section>
  );
}
