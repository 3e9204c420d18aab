import { type RouteEntry, screen } from '../../routing/route-entry.ts';

export const cryptoPages: readonly RouteEntry[] = [
  screen('/dashboards/crypto', ['Crypto', 'Kripto'], () => import('./crypto-dashboard.page.tsx')),
];
