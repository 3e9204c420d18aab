import { BrandProvider, LazyBoundary, Layout } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation } from '@tanstack/react-router';
import { lazy, type ReactNode, useMemo } from 'react';
import { LatestAnnouncement } from '../../features/announcements/latest-announcement.tsx';
import { ReadOnlyBanner } from '../../features/installation/read-only-banner.tsx';
import { SupportBanner } from '../../features/support/support-banner.tsx';
import { usePreferenceKeeper } from '../../appearance/preference-keeper.ts';
import { useLayoutName } from '@rise/shell/display';
import { useSettings } from '../../settings/settings.ts';
import { useNavigationLanguage } from '../../navigation/navigation-language.ts';
import { navigationQuery } from '../../navigation/navigation.queries.ts';
import { HOME } from '../../routing/access.ts';
import { useLostTenant } from '../../routing/lost-tenant.ts';
import { allows } from '../../session/permissions.ts';
import { useSession } from '../../session/session.ts';
import { Assistant } from './assistant.tsx';
import { MenuError } from './menu-error.tsx';
import { useMenus } from './menus.ts';
import { AccountMenu } from './account-menu.tsx';
import { AskButton, CHAT, Notices, Toolbar } from './toolbar.tsx';

const ChatRail = lazy(() => import('../../features/chat/chat-rail.tsx'));
const DisplayDrawer = lazy(() => import('@rise/shell/display/drawer'));

/** The frame of every signed-in screen. Its content is remounted for another tenant, so no state of the former stays. */
export function Shell() {
  const session = useSession();
  const { settingsDrawer } = useSettings();
  const { account, tenant } = session;
  const pathname = useLocation({ select: (location) => location.pathname });
  const navigation = useMenus();
  const { isError, isFetching, refetch } = useQuery(navigationQuery);
  const layout = useLayoutName();
  const isLost = useLostTenant(session);
  usePreferenceKeeper();
  // After the keeper, which starts saving the language that the menus are to be in.
  useNavigationLanguage();
  return (
    <TenantBrand>
      <Layout
        name={layout}
        navigation={navigation}
        pathname={pathname}
        home={HOME}
        {...(isError ? { navigationEnd: <MenuError trying={isFetching} onRetry={() => void refetch()} /> } : {})}
        toolbarStart={<AskButton />}
        toolbarEnd={<Toolbar layout={layout} />}
        notices={<Notices />}
        banner={
          <>
            <ReadOnlyBanner />
            <SupportBanner />
            <LatestAnnouncement />
          </>
        }
        user={{ person: account, menu: <AccountMenu /> }}
        {...(allows(session, CHAT) && {
          rail: (
            <LazyBoundary>
              <ChatRail key={tenant?.id} />
            </LazyBoundary>
          ),
        })}
      >
        {!isLost && <Outlet key={tenant?.id ?? 'none'} />}
        <Assistant />
        {settingsDrawer && (
          <LazyBoundary>
            <DisplayDrawer />
          </LazyBoundary>
        )}
      </Layout>
    </TenantBrand>
  );
}

/** The tenant's logo and name in place of the product's, where it has one. */
function TenantBrand({ children }: { children: ReactNode }) {
  const { tenant, branding } = useSession();
  const name = tenant?.name;
  const { logo } = branding;
  const brand = useMemo(() => (logo !== null && name !== undefined ? { name, logo } : null), [logo, name]);
  return <BrandProvider value={brand}>{children}</BrandProvider>;
}
