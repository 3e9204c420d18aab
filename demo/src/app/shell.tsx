import { Layout } from '@rise/ui';
import { Outlet, useLocation } from '@tanstack/react-router';
import { useDemoQuery } from '../client/queries.ts';
import { useLayoutName } from '../looks/layout.ts';
import { useMenus } from '../navigation/menus.ts';
import { HOME } from '../routing/access.ts';
import { OwnMenu, personOf } from './own-menu.tsx';
import { Toolbar } from './toolbar.tsx';

/** The frame of every screen of the signed-in. */
export function Shell() {
  const pathname = useLocation({ select: (location) => location.pathname });
  const { data: user } = useDemoQuery('user', 'GET /api/common/user');
  return (
    <Layout
      name={useLayoutName()}
      navigation={useMenus()}
      pathname={pathname}
      home={HOME}
      toolbarEnd={<Toolbar />}
      {...(user && { user: { person: personOf(user), menu: <OwnMenu user={user} /> } })}
    >
      <Outlet />
    </Layout>
  );
}
