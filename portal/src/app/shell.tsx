import { IconUser, IconLogout } from '@tabler/icons-react';
import { FullscreenToggle, Layout, UserMenu } from '@rise/ui';
import { Outlet, useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { usePreferenceKeeper } from '../appearance/preference-keeper.ts';
import { useLayoutName } from '../appearance/use-layout.ts';
import { useQuery } from '@tanstack/react-query';
import { navigationQuery } from '../navigation/navigation.queries.ts';
import { HOME } from '../routing/access.ts';
import { LanguageSwitch } from '../i18n/language-switch.tsx';
import { useMenus } from './menus.ts';
import { MenuFailure } from './menu-failure.tsx';
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
  const navigation = useMenus();
  const menuFailed = useQuery(navigationQuery).isError;
  const layout = useLayoutName();
  usePreferenceKeeper();
  const { account, tenant, tenants } = session;
  return (
    <Layout
      name={layout}
      navigation={navigation}
      pathname={pathname}
      home={HOME}
      {...(menuFailed ? { navigationEnd: <MenuFailure /> } : {})}
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
