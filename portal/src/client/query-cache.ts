import { ApiError } from '@rise/contract/client';
import { QueryClient } from '@tanstack/react-query';

const RETRIES = 2;

/** Query cache of the screens. Retries only transient errors: no connection, a server that is not ready. */
export function createQueryCache(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 30_000,
        refetchOnReconnect: true,
        retry: (failures, error) => failures < RETRIES && isTransient(error),
      },
      mutations: { networkMode: 'always' },
    },
  });
}

const isTransient = (error: Error): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 503);
