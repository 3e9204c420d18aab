import { type RouteEntry, screen } from '../../routing/route-entry.ts';

export const profilePages: readonly RouteEntry[] = [
  screen('/pages/profile', ['Profile', 'Profil'], () => import('./profile.page.tsx')),
];
