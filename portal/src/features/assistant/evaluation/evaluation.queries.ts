import type { EvaluationOverview, Language, NewEvaluationQuestion, QuestionAnswer } from '@rise/contract';
import type { EvaluationMode, EvaluationSet } from '@rise/contract/evaluation-words';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

const ALL = ['question-evaluation'] as const;
const POLL_MS = 1500;

const isRunning = ({ runs }: EvaluationOverview) => runs.some(({ status }) => status === 'running');

export const evaluationQuery = queryOptions({
  queryKey: [...ALL, 'overview'],
  queryFn: ({ signal }) => client.call('GET /api/v1/question-evaluation', { signal }),
  refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? POLL_MS : false),
});

/** `done`: how many questions it had answered, so that one that goes on is read again. */
export const runQuery = (id: string, done: number) =>
  queryOptions({
    queryKey: [...ALL, 'run', id, done],
    queryFn: ({ signal }) => client.call('GET /api/v1/question-evaluation/runs/:id', { params: { id }, signal }),
    placeholderData: (before) => (before?.run.id === id ? before : undefined),
  });

/** How a question is understood now. */
export function useReadQuestion() {
  return useMutation({
    mutationFn: (body: { question: string; language: Language }): Promise<QuestionAnswer> =>
      client.call('POST /api/v1/questions', { body }),
  });
}

function useChange<I, O>(mutationFn: (input: I) => Promise<O>) {
  const cache = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => cache.invalidateQueries({ queryKey: ALL }) });
}

export const useSaveQuestion = () =>
  useChange(({ id, ...body }: NewEvaluationQuestion & { id: string | null }) =>
    id === null
      ? client.call('POST /api/v1/question-evaluation/questions', { body })
      : client.call('PUT /api/v1/question-evaluation/questions/:id', { params: { id }, body }),
  );

export const useDeleteQuestion = () =>
  useChange((id: string) => client.call('DELETE /api/v1/question-evaluation/questions/:id', { params: { id } }));

export const useBeginRun = () =>
  useChange((body: { set: EvaluationSet; mode: EvaluationMode }) =>
    client.call('POST /api/v1/question-evaluation/runs', { body }),
  );

export const useEndRun = () =>
  useChange((id: string) => client.call('DELETE /api/v1/question-evaluation/runs/:id', { params: { id } }));
