import { ErrorState } from '@rise/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

interface AnsweredProps<T> {
  query: UseQueryResult<T>;
  /** Stands there while the answer is on its way. */
  meanwhile: ReactNode;
  children: (answer: T) => ReactNode;
}

/** What was asked for once it is there; until then its shape, or why it did not come. */
export function Answered<T>({ query, meanwhile, children }: AnsweredProps<T>) {
  if (query.isPending) return meanwhile;
  if (query.isError) return <ErrorState onRetry={() => void query.refetch()} />;
  return children(query.data);
}
