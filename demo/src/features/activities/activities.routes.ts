import { type RouteEntry, screen } from '../../routing/route-entry.ts';

export const activityPages: readonly RouteEntry[] = [
  screen('/pages/activities', ['Activities', 'Etkinlikler'], () => import('./activities.page.tsx')),
];
