import { LazyBoundary, Layout } from '@rise/ui';
import { Outlet, useLocation } from '@tanstack/react-router';
import { lazy } from 'react';
import { useDemoQuery } from '../client/queries.ts';
import { useLayoutName } from '@rise/shell/display';
import { useMenus } from '../navigation/menus.ts';
import { HOME } from '../routing/access.ts';
import { OwnMenu, personOf } from './own-menu.tsx';
import { ChatButton, Notifications, Toolbar } from './toolbar.tsx';
import { useIdle } from '@rise/shell/idle';

const Reminders = lazy(() => import('../features/notes/reminders.tsx'));
const ChatRail = lazy(() => import('../features/quick-chat/chat-rail.tsx'));

/** The shell around every screen of a signed-in visitor. */
export function Shell() {
  const pathname = useLocation({ select: (location) => location.pathname });
  const { data: user } = useDemoQuery('user', 'GET /api/common/user');
  const layout = useLayoutName();
  const idle = useIdle();
  // Classy shows the notifications above its navigation, where a chat button would look out of place.
  const chatFirst = layout === 'classy';
  return (
    <Layout
      name={layout}
      navigation={useMenus()}
      pathname={pathname}
      home={HOME}
      toolbarEnd={
        <>
          <Toolbar />
          {chatFirst && <ChatButton />}
        </>
      }
      notices={
        <>
          <Notifications />
          {!chatFirst && <ChatButton />}
        </>
      }
      {...(user && { user: { person: personOf(user), menu: <OwnMenu user={user} /> } })}
      rail={<LazyBoundary>{idle && <ChatRail />}</LazyBoundary>}
    >
      <Outlet />
      <LazyBoundary>{idle && <Reminders />}</LazyBoundary>
    </Layout>
  );
}
