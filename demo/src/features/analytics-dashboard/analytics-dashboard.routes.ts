import { type RouteEntry, screen } from '../../routing/route-entry.ts';

/** Visitors and conversions. */
export const analyticsDashboardPages: readonly RouteEntry[] = [
  screen('/dashboards/analytics', ['Analytics', 'Analiz'], () => import('./analytics-dashboard.page.tsx')),
];
