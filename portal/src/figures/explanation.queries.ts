import type { SemanticQuery } from '@rise/contract';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../client/client.ts';

/** What one measure or calculation of a query means, and the SQL that computes it. */
export const explanationQuery = (query: SemanticQuery, measure: string) =>
  queryOptions({
    queryKey: ['explanation', query, measure],
    queryFn: ({ signal }) => client.call('POST /api/v1/query/explanation', { body: { query, measure }, signal }),
  });
