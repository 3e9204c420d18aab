import { LazyBoundary } from '@rise/ui';
import { Outlet } from '@tanstack/react-router';
import { lazy } from 'react';
import { consent } from '../../analytics/consent.ts';
import { useObservable } from '@rise/ui/observable';
import { useSettings } from '../../settings/settings.ts';
import { useHeadingFocus } from '@rise/shell/routing';
import { useRouteTitle } from '../../routing/page-title.ts';
import { SignedOutDialog } from '../shell/signed-out-dialog.tsx';

const ConsentBar = lazy(() => import('../../analytics/consent-bar.tsx'));

/** Around every screen: the document title, focus on the page heading, and the session-expired dialog. */
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
        <LazyBoundary>
          <ConsentBar />
        </LazyBoundary>
      )}
    </>
  );
}
