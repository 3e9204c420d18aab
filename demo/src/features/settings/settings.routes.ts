import { listScreen, type RouteEntry } from '../../routing/route-entry.ts';

const page = () => import('./settings.page.tsx');

export const settingsPages: readonly RouteEntry[] = [
  listScreen('/pages/settings', ['Settings', 'Ayarlar'], page),
  listScreen('/pages/settings/$panel', ['Settings', 'Ayarlar'], page),
];
