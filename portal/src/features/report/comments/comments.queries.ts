import type { CommentThread, NewComment, NewCommentThread } from '@rise/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

/** Threads on a report, the newest first. */
export const commentsQuery = (id: string) =>
  queryOptions({
    queryKey: ['comments', id],
    queryFn: async ({ signal }) =>
      (await client.call('GET /api/v1/reports/:id/comments', { params: { id }, signal })).threads,
    // The report opens without them, too.
    retry: false,
  });

/** People who may open the report. */
export const peopleQuery = (id: string) =>
  queryOptions({
    queryKey: ['comment-people', id],
    queryFn: async ({ signal }) =>
      (await client.call('GET /api/v1/reports/:id/comments/people', { params: { id }, signal })).people,
    staleTime: 60_000,
  });

/** Changes a thread, and shows it as the server returns it. `null`: it is gone. */
function useThreadMutation<Input>(id: string, run: (input: Input) => Promise<CommentThread | string>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: (result) =>
      cache.setQueryData(commentsQuery(id).queryKey, (threads = []) => {
        if (typeof result === 'string') return threads.filter((thread) => thread.id !== result);
        const isKnown = threads.some((thread) => thread.id === result.id);
        return isKnown ? threads.map((thread) => (thread.id === result.id ? result : thread)) : [result, ...threads];
      }),
    // Someone else may have been faster: the thread is gone, or resolved.
    onError: () => cache.invalidateQueries(commentsQuery(id)),
  });
}

export const useStartThread = (id: string) =>
  useThreadMutation(id, (body: NewCommentThread) =>
    client.call('POST /api/v1/reports/:id/comments', { params: { id }, body }),
  );

export const useReply = (id: string, thread: string) =>
  useThreadMutation(id, (body: NewComment) =>
    client.call('POST /api/v1/reports/:id/comments/:thread/replies', { params: { id, thread }, body }),
  );

export const useEditComment = (id: string, thread: string, comment: string) =>
  useThreadMutation(id, (body: NewComment) =>
    client.call('PATCH /api/v1/reports/:id/comments/:thread/replies/:comment', {
      params: { id, thread, comment },
      body,
    }),
  );

export const useDeleteComment = (id: string, thread: string) =>
  useThreadMutation(id, async (comment: string) => {
    const key = 'DELETE /api/v1/reports/:id/comments/:thread/replies/:comment';
    return (await client.call(key, { params: { id, thread, comment } })).thread ?? thread;
  });

export const useResolve = (id: string, thread: string) =>
  useThreadMutation(id, (resolve: boolean) => {
    const request = { params: { id, thread }, body: {} };
    return resolve
      ? client.call('POST /api/v1/reports/:id/comments/:thread/resolve', request)
      : client.call('POST /api/v1/reports/:id/comments/:thread/reopen', request);
  });
