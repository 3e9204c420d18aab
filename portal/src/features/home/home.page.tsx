import { Page, TextSkeleton } from '@rise/ui';
import { lazy, Suspense } from 'react';
import { useSession } from '../../session/session.ts';

const TenantHome = lazy(() => import('./tenant-home.tsx'));
const GlobalHome = lazy(() => import('./global/global-home.tsx'));

/** Start page: of the tenant that the person is in, or of people above the tenants. */
export default function HomePage() {
  const { tenant } = useSession();
  return (
    <Suspense
      fallback={
        <Page loading>
          <TextSkeleton lines={4} />
        </Page>
      }
    >
      {tenant === null ? <GlobalHome /> : <TenantHome />}
    </Suspense>
  );
}
