import { EmptyLayout, Late } from '@rise/ui';
import { Outlet } from '@tanstack/react-router';
import { lazy } from 'react';
import { consent } from '../analytics/consent.ts';
import { useObservable } from '@rise/ui/kernel';
import { useSettings } from '../kernel/settings.ts';
import { useHeadingFocus } from '../routing/heading-focus.ts';
import { useRouteTitle } from '../routing/page-title.ts';
import { SignedOutDialog } from './signed-out-dialog.tsx';

const ConsentBar = lazy(() => import('../analytics/consent-bar.tsx'));

/** Around every screen: the page's title, the focus on its heading, and the word that the session is over. */
export function Root() {
  useRouteTitle();
  useHeadingFocus();
  const { analytics } = useSettings();
  const answer = useObservable(consent);
  return (
    <>
      <Outlet />
      <SignedOutDialog />
      {analytics.key !== null && answer === null && (
        <Late>
          <ConsentBar />
        </Late>
      )}
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
