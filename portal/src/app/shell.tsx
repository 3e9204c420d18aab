import { Late, Layout } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation } from '@tanstack/react-router';
import { lazy } from 'react';
import { LatestAnnouncement } from '../features/announcements/latest-announcement.tsx';
import { usePreferenceKeeper } from '../appearance/preference-keeper.ts';
import { useLayoutName } from '../appearance/use-layout.ts';
import { useSettings } from '../kernel/settings.ts';
import { navigationQuery } from '../navigation/navigation.queries.ts';
import { HOME } from '../routing/access.ts';
import { allows } from '../session/permissions.ts';
import { useSession } from '../session/session.ts';
import { Assistant } from './assistant.tsx';
import { MenuFailure } from './menu-failure.tsx';
import { useMenus } from './menus.ts';
import { OwnMenu } from './own-menu.tsx';
import { AskButton, CHAT, Notices, Toolbar } from './toolbar.tsx';

const ChatRail = lazy(() => import('../features/chat/chat-rail.tsx'));
const DisplayDrawer = lazy(() => import('../features/display/display-drawer.tsx'));

/** The frame of every signed-in screen. Its content is drawn anew for another tenant, so nothing of the former stays. */
export function Shell() {
  const session = useSession();
  const { account, tenant } = session;
  const { settingsDrawer } = useSettings();
  const pathname = useLocation({ select: (location) => location.pathname });
  const navigation = useMenus();
  const { isError, isFetching, refetch } = useQuery(navigationQuery);
  const layout = useLayoutName();
  usePreferenceKeeper();
  return (
    <Layout
      name={layout}
      navigation={navigation}
      pathname={pathname}
      home={HOME}
      {...(isError ? { navigationEnd: <MenuFailure trying={isFetching} onRetry={() => void refetch()} /> } : {})}
      toolbarStart={<AskButton />}
      toolbarEnd={<Toolbar layout={layout} />}
      notices={<Notices />}
      banner={<LatestAnnouncement />}
      user={{ person: account, menu: <OwnMenu /> }}
      {...(allows(session, CHAT) && {
        rail: (
          <Late>
            <ChatRail key={tenant?.id} />
          </Late>
        ),
      })}
    >
      <Outlet key={tenant?.id ?? 'none'} />
      <Assistant />
      {settingsDrawer && (
        <Late>
          <DisplayDrawer />
        </Late>
      )}
    </Layout>
  );
}
