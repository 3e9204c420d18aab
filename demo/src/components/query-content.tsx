import { ErrorState } from '@rise/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

interface QueryContentProps<T> {
  query: UseQueryResult<T>;
  /** Shown while the query is pending. */
  fallback: ReactNode;
  children: (data: T) => ReactNode;
}

/** Renders a query's data; its fallback while pending, and an error with a retry if it failed. */
export function QueryContent<T>({ query, fallback, children }: QueryContentProps<T>) {
  if (query.isPending) return fallback;
  if (query.isError) return <ErrorState onRetry={() => void query.refetch()} />;
  return children(query.data);
}
