import { type RouteEntry } from '../../routing/route-entry.ts';

/** The pages that say what went wrong. */
export const errorPages: readonly RouteEntry[] = [];
