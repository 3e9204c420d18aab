import { EmptyLayout, LazyBoundary, useCancelConfirm } from '@rise/ui';
import { Outlet, useRouter } from '@tanstack/react-router';
import { lazy, useEffect } from 'react';
import { useBack, useHeadingFocus } from '@rise/shell/routing';
import { UndoBar } from '../components/undo-bar.tsx';
import { useRouteTitle } from '../routing/page-title.ts';
import { session } from '../session/token.ts';
import { StoreNotice } from './store-notice.tsx';
import { useIdle } from '@rise/shell/idle';

const SettingsButton = lazy(async () => ({ default: (await import('@rise/ui/settings')).SettingsButton }));
const DisplayDrawer = lazy(() => import('@rise/shell/display/drawer'));

/** Wraps every screen: title, focus, what Back closes, display settings and notices about the visitor's data. */
export function Root() {
  useRouteTitle();
  useHeadingFocus();
  useGuardsInStep();
  useBack(useCancelConfirm());
  return (
    <>
      <StoreNotice />
      <Outlet />
      <UndoBar />
      {useIdle() && (
        <LazyBoundary>
          <DisplayDrawer />
        </LazyBoundary>
      )}
    </>
  );
}

/** Re-runs the route guards when the visitor signs in or out, also in another tab. */
function useGuardsInStep() {
  const router = useRouter();
  useEffect(() => session.subscribe(() => void router.invalidate()), [router]);
}

export function EmptyFrame() {
  const idle = useIdle();
  return (
    <EmptyLayout tools={<LazyBoundary>{idle && <SettingsButton />}</LazyBoundary>}>
      <Outlet />
    </EmptyLayout>
  );
}
