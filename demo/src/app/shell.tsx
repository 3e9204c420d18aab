import { Late, Layout } from '@rise/ui';
import { Outlet, useLocation } from '@tanstack/react-router';
import { lazy } from 'react';
import { useDemoQuery } from '../client/queries.ts';
import { useLayoutName } from '../looks/layout.ts';
import { useMenus } from '../navigation/menus.ts';
import { HOME } from '../routing/access.ts';
import { OwnMenu, personOf } from './own-menu.tsx';
import { ChatButton, Notifications, Toolbar } from './toolbar.tsx';
import { useIdle } from './use-idle.ts';

const ChatRail = lazy(() => import('../features/quick-chat/chat-rail.tsx'));

/** The frame of every screen of the signed-in. */
export function Shell() {
  const pathname = useLocation({ select: (location) => location.pathname });
  const { data: user } = useDemoQuery('user', 'GET /api/common/user');
  const layout = useLayoutName();
  const idle = useIdle();
  // Classy has the notifications above its navigation, where the chat's button would look lost.
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
      rail={<Late>{idle && <ChatRail />}</Late>}
    >
      <Outlet />
    </Layout>
  );
}
