import { type RouteEntry, screen } from '../../routing/route-entry.ts';

/** What the visitor has made of the demo, and its undoing. */
export const demoDataPages: readonly RouteEntry[] = [
  screen('/demo-data', ['Demo data', 'Demo verileri'], () => import('./demo-data.page.tsx')),
];
