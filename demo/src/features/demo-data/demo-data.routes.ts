import { type RouteEntry, screen } from '../../routing/route-entry.ts';

/** The visitor's changes to the demo's data: export, import, reset. */
export const demoDataPages: readonly RouteEntry[] = [
  screen('/demo-data', ['Demo data', 'Demo verileri'], () => import('./demo-data.page.tsx')),
];
