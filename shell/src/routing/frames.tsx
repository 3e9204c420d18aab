import { EmptyLayout } from '@rise/ui';
import { Outlet } from '@tanstack/react-router';

/** The frame of pages without chrome. */
export function EmptyFrame() {
  return (
    <EmptyLayout>
      <Outlet />
    </EmptyLayout>
  );
}
