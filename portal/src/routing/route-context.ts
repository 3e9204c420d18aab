import type { QueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { RouteEntry } from './route-entry.ts';

/** Context of guards and frames. */
export interface RouteContext {
  cache: QueryClient;
  table: readonly RouteEntry[];
}

/** The table that the router was built from. */
export function useRouteTable(): readonly RouteEntry[] {
  return (useRouter().options.context as RouteContext).table;
}
