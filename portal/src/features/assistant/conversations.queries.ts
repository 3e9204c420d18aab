import type { Conversation, Rating } from '@rise/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../client/client.ts';

const ALL = ['assistant'] as const;

export const conversationsQuery = (search: string) =>
  queryOptions({
    queryKey: [...ALL, 'list', search],
    queryFn: ({ signal }) => client.call('GET /api/v1/openai/conversations', { query: { search }, signal }),
    placeholderData: keepPreviousData,
  });

export const conversationQuery = (id: string) =>
  queryOptions({
    queryKey: [...ALL, 'one', id],
    queryFn: ({ signal }) => client.call('GET /api/v1/openai/conversations/:id', { params: { id }, signal }),
  });

export const sharedQuery = (id: string) =>
  queryOptions({
    queryKey: [...ALL, 'shared', id],
    queryFn: ({ signal }) => client.call('GET /api/v1/openai/shared/:id', { params: { id }, signal }),
  });

/** Loads all conversations again, as after an answer. */
export function useRefreshConversations(): () => Promise<void> {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: ALL });
}

export type ConversationChange =
  | { kind: 'rename'; title: string }
  | { kind: 'pin'; pinned: boolean }
  | { kind: 'share' | 'unshare' | 'restore' | 'delete' };

/** Changes a conversation of the person's. */
export function useChangeConversation() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, change }: { id: string; change: ConversationChange }) => send(id, change),
    onSettled: (_result, _error, { id, change }) => {
      // A deleted one is not loaded again by the page that still shows it.
      if (change.kind === 'delete') cache.removeQueries({ queryKey: [...ALL, 'one', id] });
      return cache.invalidateQueries({ queryKey: ALL });
    },
  });
}

async function send(id: string, change: ConversationChange): Promise<Conversation | { deleted: true }> {
  const params = { id };
  switch (change.kind) {
    case 'rename':
      return client.call('PATCH /api/v1/openai/conversations/:id', { params, body: { title: change.title } });
    case 'pin':
      return client.call('PATCH /api/v1/openai/conversations/:id', { params, body: { pinned: change.pinned } });
    case 'share':
      return client.call('PUT /api/v1/openai/conversations/:id/share', { params });
    case 'unshare':
      return client.call('DELETE /api/v1/openai/conversations/:id/share', { params });
    case 'restore':
      return client.call('POST /api/v1/openai/conversations/:id/restore', { params });
    default:
      return client.call('DELETE /api/v1/openai/conversations/:id', { params });
  }
}

/** Rates one answer; the page shows the rating at once. */
export function useRateAnswer(id: string) {
  const cache = useQueryClient();
  const { queryKey } = conversationQuery(id);
  return useMutation({
    mutationFn: ({ index, rating }: { index: number; rating: Rating | null }) =>
      client.call('PUT /api/v1/openai/conversations/:id/messages/:number/rating', {
        params: { id, number: String(index) },
        body: { rating },
      }),
    onMutate: ({ index, rating }) =>
      cache.setQueryData(
        queryKey,
        (read) =>
          read && {
            ...read,
            messages: read.messages.map((message) => (message.index === index ? { ...message, rating } : message)),
          },
      ),
    onError: () => cache.invalidateQueries({ queryKey }),
  });
}
