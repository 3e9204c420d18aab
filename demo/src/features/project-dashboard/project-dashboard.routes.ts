import { type RouteEntry, screen } from '../../routing/route-entry.ts';

/** The suite's home. */
export const projectDashboardPages: readonly RouteEntry[] = [
  screen('/dashboards/project', ['Project', 'Proje'], () => import('./project-dashboard.page.tsx')),
];
