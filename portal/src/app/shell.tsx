import { IconUser, IconLogout } from '@tabler/icons-react';
import { FullscreenToggle, Layout, UserMenu } from '@rise/ui';
import { Outlet, useLocation } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { HOME } from '../routing/access.ts';
import { LanguageSwitch } from '../i18n/language-switch.tsx';
import { navigationFor } from './navigation.ts';
import { useRouteTable } from '../routing/route-context.ts';
import { useSession } from '../session/session.ts';
import { useSettings } from '../kernel/settings.ts';
import { useEnterTenant } from '../routing/enter-tenant.ts';

/** The frame of every signed-in screen. Its content is drawn anew for another tenant, so nothing of the former stays. */
export function Shell() {
  const { t } = useTranslation();
  const session = useSession();
  const settings = useSettings();
  const pathname = useLocation({ select: (location) => location.pathname });
  const enterTenant = useEnterTenant();
  const table = useRouteTable();
  const navigation = useMemo(() => navigationFor(table, session, t), [table, session, t]);
  const { account, tenant, tenants } = session;
  return (
    <Layout
      name={settings.appearance.layout}
      navigation={navigation}
      pathname={pathname}
      home={HOME}
      toolbarEnd={
        <>
          <LanguageSwitch />
          <FullscreenToggle />
          <UserMenu
            person={account}
            items={[{ id: 'profile', label: t('userMenu.profile'), icon: IconUser, href: '/user' }]}
            {...(tenants.length > 1
              ? {
                  tenants: {
                    current: tenant?.id ?? null,
                    options: tenants,
                    onChoose: (id: string) => void enterTenant(id),
                  },
                }
              : {})}
            signOut={{
              id: 'sign-out',
              label: t('userMenu.signOut'),
              icon: IconLogout,
              href: settings.signIn.signOutPath,
            }}
          />
        </>
      }
    >
      <Outlet key={tenant?.id ?? 'none'} />
    </Layout>
  );
}
