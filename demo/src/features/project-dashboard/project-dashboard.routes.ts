import { type RouteEntry, screen } from '../../routing/route-entry.ts';

/** The demo's home page. */
export const projectDashboardPages: readonly RouteEntry[] = [
  screen('/dashboards/project', ['Project', 'Proje'], () => import('./project-dashboard.page.tsx')),
];
