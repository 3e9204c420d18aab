import type { ModelDocument, ViewAs } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../client/client.ts';

/** The active model's text; null while the tenant has none. */
export const activeModelQuery = queryOptions({
  queryKey: ['model', 'active'],
  queryFn: async ({ signal }): Promise<ModelDocument | null> => {
    try {
      return await client.call('GET /api/v1/model', { query: {}, signal });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'NOT_FOUND') return null;
      throw error;
    }
  },
});

/** Read once when the editor opens: it holds the text from then on. */
export const draftQuery = queryOptions({
  queryKey: ['model', 'draft'],
  queryFn: ({ signal }) => client.call('GET /api/v1/model/draft', { signal }),
  staleTime: Infinity,
  gcTime: 0,
});

/** Names of the groups that people are in; for those who administer them. */
export const groupsQuery = queryOptions({
  queryKey: ['users', 'groups'],
  queryFn: ({ signal }) => client.call('GET /api/v1/users/groups', { signal }),
});

export const tablesQuery = queryOptions({
  queryKey: ['model', 'tables'],
  queryFn: ({ signal }) => client.call('GET /api/v1/model/tables', { signal }),
});

export const checkQuery = (document: string) =>
  queryOptions({
    queryKey: ['model', 'check', document],
    queryFn: ({ signal }) => client.call('POST /api/v1/model/draft/check', { body: { document }, signal }),
    gcTime: 60_000,
    retry: false,
  });

export const questionsQuery = (tables: readonly string[]) =>
  queryOptions({
    queryKey: ['model', 'questions', ...tables],
    queryFn: ({ signal }) => client.call('POST /api/v1/model/generate', { body: { tables: [...tables] }, signal }),
    staleTime: Infinity,
    enabled: tables.length > 0,
  });

export const impactQuery = (document: string) =>
  queryOptions({
    queryKey: ['model', 'impact', document],
    queryFn: ({ signal }) => client.call('POST /api/v1/model/draft/impact', { body: { document }, signal }),
    gcTime: 60_000,
    retry: false,
  });

/** What the tests of a text find on the current data. Its key starts as that of the published tests: both follow the data. */
export const draftTestsQuery = (document: string) =>
  queryOptions({
    queryKey: ['model', 'tests', 'draft', document],
    queryFn: ({ signal }) => client.call('POST /api/v1/model/draft/tests', { body: { document }, signal }),
    gcTime: 60_000,
    retry: false,
  });

export const publishedTestsQuery = queryOptions({
  queryKey: ['model', 'tests', 'published'],
  queryFn: ({ signal }) => client.call('GET /api/v1/model/tests', { signal }),
});

export function useRunTests() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => client.call('POST /api/v1/model/tests/run'),
    onSettled: () => cache.invalidateQueries({ queryKey: publishedTestsQuery.queryKey }),
  });
}

export interface FigureRequest {
  document: string;
  dataset: string;
  measure: string;
  by: string | null;
  viewAs: ViewAs | null;
}

/** A measure of the draft: its total, and its largest members of a dimension. */
export const figureQuery = ({ document, dataset, measure, by, viewAs }: FigureRequest) =>
  queryOptions({
    queryKey: ['model', 'figure', document, dataset, measure, by, viewAs],
    queryFn: ({ signal }) =>
      client.call('POST /api/v1/model/draft/query', {
        body: {
          document,
          query: {
            dataset,
            measures: [measure],
            ...(by !== null && {
              dimensions: [by],
              order: [{ field: measure, direction: 'desc' }],
              limit: 12,
              totals: true,
            }),
          },
          ...(viewAs && { viewAs }),
        },
        signal,
      }),
    gcTime: 60_000,
    retry: false,
  });

export function usePublish() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (body: { document: string; message: string; basedOn?: number; revision: number }) => {
      const { revision, ...model } = body;
      const result = await client.call('PUT /api/v1/model', { body: model });
      // A draft that someone else saved meanwhile stays.
      if (revision > 0)
        await client.call('POST /api/v1/model/draft/discard', { body: { revision } }).catch(() => undefined);
      return result;
    },
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: ['model'] });
      await cache.invalidateQueries({ queryKey: ['catalog'] });
    },
  });
}
