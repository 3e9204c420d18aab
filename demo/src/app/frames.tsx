import { EmptyLayout, Late } from '@rise/ui';
import { Outlet, useRouter } from '@tanstack/react-router';
import { lazy, useEffect } from 'react';
import { useHeadingFocus } from '../routing/heading-focus.ts';
import { useRouteTitle } from '../routing/page-title.ts';
import { session } from '../session/token.ts';
import { StoreNotice } from './store-notice.tsx';
import { useIdle } from './use-idle.ts';

const DisplayDrawer = lazy(() => import('../features/display/display-drawer.tsx'));

/** Around every screen: title, focus, the drawer of looks, and what the visitor should know of their data. */
export function Root() {
  useRouteTitle();
  useHeadingFocus();
  useGuardsInStep();
  return (
    <>
      <StoreNotice />
      <Outlet />
      {useIdle() && (
        <Late>
          <DisplayDrawer />
        </Late>
      )}
    </>
  );
}

/** Signing in or out, also in another tab, asks the guards again. */
function useGuardsInStep() {
  const router = useRouter();
  useEffect(() => session.subscribe(() => void router.invalidate()), [router]);
}

export function EmptyFrame() {
  return (
    <EmptyLayout>
      <Outlet />
    </EmptyLayout>
  );
}
