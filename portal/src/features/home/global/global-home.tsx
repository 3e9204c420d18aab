import type { GlobalHome as Found } from '@rise/contract';
import { ErrorState, formatInteger, ListSkeleton, Page, PageHeader, StatusPill, TextSkeleton } from '@rise/ui';
import { IconBell, IconPlus, IconServer, IconUserPlus, IconWorld } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../client/error-text.ts';
import { formatAgo, formatTime } from '../../../dates/moments.ts';
import { AppLink } from '../../../routing/link.tsx';
import { useSession } from '../../../session/session.ts';
import { greetingAt } from '../greeting.ts';
import { AttentionList } from './attention-list.tsx';
import { globalHomeQuery } from './global-home.queries.ts';
import home from '../home.module.css';
import classes from './global-home.module.css';

/** Start page of people above the tenants: what needs attention across all of them, the newest ones, and quick actions. */
export default function GlobalHome() {
  const { t, i18n } = useTranslation();
  const { firstName, email } = useSession().account;
  const found = useQuery(globalHomeQuery);
  const [arrived] = useState(() => new Date());
  return (
    <Page loading={found.isPending}>
      <PageHeader
        title={t(greetingAt(arrived), { name: firstName || email })}
        purpose={t('globalHome.purpose')}
        {...(found.data && {
          asOf: { label: t('systemHealth.asOf', { time: formatTime(found.data.at, i18n.language) }) },
        })}
      />
      <div className={home.columns}>
        <div className={home.main}>
          {found.isPending ? (
            <ListSkeleton rows={6} />
          ) : found.data === undefined ? (
            <ErrorState {...errorText(found.error, t)} onRetry={() => void found.refetch()} />
          ) : (
            <AttentionList found={found.data} />
          )}
        </div>
        <div className={home.side}>
          <QuickActions />
          {found.isPending ? <TextSkeleton lines={5} /> : found.data && <NewestTenants found={found.data} />}
        </div>
      </div>
    </Page>
  );
}

const ACTIONS = [
  { key: 'tenant', href: '/tenants?form=new', permission: 'global.administer', Icon: IconPlus },
  { key: 'announcement', href: '/global/announcements?form=new', permission: 'global.administer', Icon: IconBell },
  { key: 'people', href: '/global/users?form=invite', permission: 'global.administer', Icon: IconUserPlus },
  { key: 'enter', href: '/tenants', permission: 'tenants.view', Icon: IconWorld },
  { key: 'system', href: '/global/system', permission: 'system.view', Icon: IconServer },
] as const;

function QuickActions() {
  const { t } = useTranslation();
  const { permissions } = useSession();
  return (
    <section aria-labelledby="global-home-actions">
      <h2 id="global-home-actions" className={home.heading}>
        {t('globalHome.actions.title')}
      </h2>
      <ul className={home.list}>
        {ACTIONS.filter(({ permission }) => permissions.includes(permission)).map(({ key, href, Icon }) => (
          <li key={key}>
            <AppLink href={href} className={home.row}>
              <Icon size={18} stroke={1.7} aria-hidden className={home.icon} />
              <span className={home.name}>{t(`globalHome.actions.${key}`)}</span>
            </AppLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

function NewestTenants({ found: { tenants, recent, at } }: { found: Found }) {
  const { t, i18n } = useTranslation();
  const count = (value: number) => formatInteger(value, i18n.language);
  return (
    <section aria-labelledby="global-home-recent">
      <h2 id="global-home-recent" className={home.heading}>
        {t('globalHome.recent.title')}
      </h2>
      {recent.length === 0 ? (
        <p className={home.none}>{t('tenantList.emptyText')}</p>
      ) : (
        <>
          <ul className={home.list}>
            {recent.map(({ id, name, slug, state, users, createdAt }) => (
              <li key={id}>
                <AppLink href={`/tenants?q=${slug}&tenant=${id}`} className={classes.tenant}>
                  <span className={home.words}>
                    <span className={home.name}>{name}</span>
                    <span className={home.detail}>
                      {t('globalHome.recent.users', {
                        count: users,
                        created: formatAgo(createdAt, new Date(at), i18n.language),
                      })}
                    </span>
                  </span>
                  {state !== 'active' && (
                    <StatusPill tone={state === 'deleting' ? 'negative' : 'warning'}>
                      {t(`tenantList.state.${state}`)}
                    </StatusPill>
                  )}
                </AppLink>
              </li>
            ))}
          </ul>
          <AppLink href="/tenants" className={home.more}>
            {t('globalHome.recent.all', {
              count: tenants.active + tenants.suspended + tenants.deleting,
              active: count(tenants.active),
            })}
          </AppLink>
        </>
      )}
    </section>
  );
}
