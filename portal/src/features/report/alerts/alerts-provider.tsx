import type { SearchParams } from '@rise/ui/search-params';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useCallback, useMemo } from 'react';
import { useOpen } from '../../../routing/use-open.ts';
import { reportAlertsQuery } from '../../../alerts/report-alerts.queries.ts';
import { useOpenReport } from '../report-context.ts';
import { AlertsContext } from './alerts-context.ts';

const AlertsDrawer = lazy(() => import('./alerts-drawer.tsx'));

/** The reader's alerts on a report, and their panel, which is open where a notice leads to it. */
export function AlertsProvider({ children }: { children: ReactNode }) {
  const { report } = useOpenReport();
  const { data } = useQuery(reportAlertsQuery);
  const { alerts: linked }: SearchParams = useSearch({ strict: false });
  const [opened, setOpened] = useOpen<{ tile: string | null } | null>(null, linked === 'open' ? { tile: null } : null);
  const open = useCallback((tile: string | null) => setOpened({ tile }), [setOpened]);
  const panel = useMemo(() => {
    const own = (data?.alerts ?? []).filter((alert) => alert.report === report.id);
    return {
      open,
      count: own.length,
      firing: own.filter(({ status, isPaused }) => status === 'firing' && !isPaused).length,
    };
  }, [open, data, report.id]);
  return (
    <AlertsContext value={panel}>
      {children}
      {opened !== null && (
        <Suspense>
          <AlertsDrawer key={opened.tile} tile={opened.tile} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </AlertsContext>
  );
}
