import { ApiError } from '@rise/contract/client';
import { QueryClient } from '@tanstack/react-query';

const RETRIES = 2;

/** What the screens have read. Only what may pass by itself is asked again: no connection, a server that is not ready. */
export function createQueryCache(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 30_000,
        refetchOnReconnect: true,
        retry: (failures, error) => failures < RETRIES && passes(error),
      },
      mutations: { networkMode: 'always' },
    },
  });
}

const passes = (error: Error): boolean => error instanceof ApiError && (error.status === 0 || error.status === 503);
