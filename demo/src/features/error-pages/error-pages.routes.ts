import { barePage, type RouteEntry } from '../../routing/route-entry.ts';

/** The error pages, as a showcase. */
export const errorPages: readonly RouteEntry[] = [
  barePage('public', '/pages/error/404', ['Not found', 'Bulunamadı'], () => import('./not-found.page.tsx')),
  barePage('public', '/pages/error/500', ['Server error', 'Sunucu hatası'], () => import('./server-error.page.tsx')),
  barePage('public', '/pages/maintenance', ['Maintenance', 'Bakım'], () => import('./maintenance.page.tsx')),
];
