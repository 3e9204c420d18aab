import { EmptyLayout } from '@rise/ui';
import { Outlet } from '@tanstack/react-router';
import { useHeadingFocus } from '../routing/heading-focus.ts';
import { useRouteTitle } from '../routing/page-title.ts';
import { SignedOutDialog } from './signed-out-dialog.tsx';

/** Around every screen: the page's title, the focus on its heading, and the word that the session is over. */
export function Root() {
  useRouteTitle();
  useHeadingFocus();
  return (
    <>
      <Outlet />
      <SignedOutDialog />
    </>
  );
}

export function EmptyFrame() {
  return (
    <EmptyLayout>
      <Outlet />
    </EmptyLayout>
  );
}
