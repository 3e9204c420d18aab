import { HOME } from '../routing/access.ts';
import type { RouteAlias, RouteEntry } from '../routing/route-entry.ts';
import { demoDataPages } from '../features/demo-data/demo-data.routes.ts';
import { errorPages } from '../features/error-pages/error-pages.routes.ts';
import { signInPages } from '../features/authentication/authentication.routes.ts';

/** Every address of the suite. Each room lists its own. */
export const routeTable: readonly RouteEntry[] = [...signInPages, ...demoDataPages, ...errorPages];

/** Addresses that older links know. */
export const aliases: readonly RouteAlias[] = [
  { path: '/', to: HOME },
  { path: '/dashboard', to: HOME },
  { path: '/dashboard/project', to: HOME },
  { path: '/reports', to: '/dashboards/analytics' },
];
