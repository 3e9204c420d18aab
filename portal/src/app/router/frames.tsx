import { LazyBoundary, useCancelConfirm } from '@rise/ui';
import { Outlet } from '@tanstack/react-router';
import { lazy } from 'react';
import { consent } from '../../analytics/consent.ts';
import { useObservable } from '@rise/ui/observable';
import { useSettings } from '../../settings/settings.ts';
import { useHeadingFocus } from '@rise/shell/routing';
import { useBack } from '../../routing/use-back.ts';
import { useRouteTitle } from '../../routing/page-title.ts';
import { SignedOutDialog } from '../shell/signed-out-dialog.tsx';

const ConsentBar = lazy(() => import('../../analytics/consent-bar.tsx'));

/** Around every screen: the document title, focus on the page heading, what Back closes, and the session-expired dialog. */
export function Root() {
  useRouteTitle();
  useHeadingFocus();
  useBack(useCancelConfirm());
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
