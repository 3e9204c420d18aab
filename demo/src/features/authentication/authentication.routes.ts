import { barePage, type RouteEntry } from '../../routing/route-entry.ts';

/** Everything before somebody is signed in. */
export const signInPages: readonly RouteEntry[] = [
  barePage('guests', '/sign-in', ['Sign in', 'Giriş'], () => import('./sign-in.page.tsx')),
];
