import { type RouteEntry, screen } from '../../routing/route-entry.ts';

/** Who visits, and what comes of it. */
export const analyticsDashboardPages: readonly RouteEntry[] = [
  screen('/dashboards/analytics', ['Analytics', 'Analiz'], () => import('./analytics-dashboard.page.tsx')),
];
