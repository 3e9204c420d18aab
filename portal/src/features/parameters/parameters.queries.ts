import type { ParameterPreview } from '@rise/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { client } from '../../client/client.ts';
import type { ParameterChanges } from './parameters.rules.ts';

type Changes = Pick<ParameterChanges, 'values' | 'changes'>;

export const parametersQuery = queryOptions({
  queryKey: ['parameters'],
  queryFn: ({ signal }) => client.call('GET /api/v1/parameters', { signal }),
});

export const parameterUsageQuery = queryOptions({
  queryKey: ['parameter-usage'],
  queryFn: ({ signal }) => client.call('GET /api/v1/parameters/usage', { signal }),
});

/** The key is the kind of the event that says that the table was written. */
export const parameterTableQuery = queryOptions({
  queryKey: ['parameter-table'],
  queryFn: ({ signal }) => client.call('GET /api/v1/parameters/table', { signal }),
});

/** Has the table written again. */
export function useWriteTable() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => client.call('POST /api/v1/parameters/table/write'),
    onSuccess: (written) => cache.setQueryData(parameterTableQuery.queryKey, written),
  });
}

export const parameterVersionsQuery = queryOptions({
  queryKey: ['parameter-versions'],
  queryFn: ({ signal }) => client.call('GET /api/v1/parameters/versions', { signal }),
});

/** All values of one version. */
export const loadVersion = (number: number) => client.call('GET /api/v1/parameters/version', { query: { number } });

/** Saves all changes as one version. */
export function useSaveParameters() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: Changes & { note: string; basedOn: number }) =>
      client.call('PATCH /api/v1/parameters', { body }),
    onSuccess: ({ version, asOf, parameters }) => {
      cache.setQueryData(parametersQuery.queryKey, { version, asOf, parameters });
      void cache.invalidateQueries({ queryKey: parameterVersionsQuery.queryKey });
      void cache.invalidateQueries({ queryKey: parameterTableQuery.queryKey });
    },
    // After a conflict the form shows what another person has saved, beside what is entered here.
    onError: () => cache.invalidateQueries({ queryKey: parametersQuery.queryKey }),
  });
}

export type PreviewFigure = Extract<ParameterPreview, { type: 'figure' | 'failed' }>;
export type PreviewState =
  | { state: 'idle' }
  | { state: 'running' | 'done' | 'canceled'; figures: readonly PreviewFigure[] }
  | { state: 'failed'; error: unknown };

/** Computes what a change would move; the next one, or leaving the page, cancels the one before. */
export function usePreview() {
  const [preview, setPreview] = useState<PreviewState>({ state: 'idle' });
  const running = useRef<AbortController | null>(null);
  const stop = useCallback(() => {
    running.current?.abort();
    running.current = null;
  }, []);
  useEffect(() => stop, [stop]);
  const start = useCallback(
    (body: Changes) => {
      stop();
      const own = new AbortController();
      running.current = own;
      const figures: PreviewFigure[] = [];
      const show = (state: 'running' | 'done') => !own.signal.aborted && setPreview({ state, figures: [...figures] });
      show('running');
      client
        .stream('POST /api/v1/parameters/preview', { body, signal: own.signal }, (line) => {
          if (line.type === 'end') return;
          figures.push(line);
          show('running');
        })
        .then(
          () => show('done'),
          (error: unknown) => !own.signal.aborted && setPreview({ state: 'failed', error }),
        );
    },
    [stop],
  );
  const cancel = useCallback(() => {
    stop();
    setPreview((before) => ('figures' in before ? { ...before, state: 'canceled' } : before));
  }, [stop]);
  const reset = useCallback(() => {
    stop();
    setPreview({ state: 'idle' });
  }, [stop]);
  return { preview, start, cancel, reset };
}
