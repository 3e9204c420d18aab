import type { QueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { RouteEntry } from './route-entry.ts';

/** What every route's guard and every frame can reach. */
export interface RouteContext {
  cache: QueryClient;
  table: readonly RouteEntry[];
}

/** The table that the running router was made from. */
export function useRouteTable(): readonly RouteEntry[] {
  return (useRouter().options.context as RouteContext).table;
}
