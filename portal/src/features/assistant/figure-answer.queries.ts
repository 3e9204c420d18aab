import type { Language, QuestionReading, SemanticQuery } from '@rise/contract';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../client/client.ts';

/** The parts of a query in the reader's language, with what else each could be. */
export const readingQuery = (question: string, query: SemanticQuery, language: Language) =>
  queryOptions({
    queryKey: ['questions', query, language],
    queryFn: async ({ signal }): Promise<QuestionReading> => {
      const body = { question, language, query };
      const answer = await client.call('POST /api/v1/questions', { body, signal });
      if (answer.kind !== 'reading') throw new Error('A query has one reading.');
      return answer.reading;
    },
    staleTime: 60_000,
  });

export const figuresQuery = (query: SemanticQuery) =>
  queryOptions({
    queryKey: ['questions', 'figures', query],
    queryFn: ({ signal }) => client.call('POST /api/v1/query', { body: query, signal }),
    staleTime: 60_000,
  });
