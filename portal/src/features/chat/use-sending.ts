import { ApiError } from '@rise/contract/client';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { client } from '../../client/client.ts';
import { chatQuery, chatsQuery } from './chat.queries.ts';
import type { Outbox, Unsent } from './chat-outbox.ts';

/** Sends messages; those to one person go out one at a time, so that they arrive in order. */
export function useSending(outbox: Outbox) {
  const cache = useQueryClient();
  const queues = useRef(new Map<string, Promise<void>>());

  const post = useCallback(
    async ({ id, contactId, value }: Unsent) => {
      try {
        const { chatId, createdAt } = await client.call('POST /api/apps/chat/message', {
          body: { id, contactId, value },
        });
        outbox.change(id, { state: 'sent', createdAt });
        void cache.invalidateQueries({ queryKey: chatsQuery.queryKey });
        void cache.invalidateQueries({ queryKey: chatQuery(chatId).queryKey });
      } catch (error) {
        outbox.change(id, { state: 'failed' });
        // The person may have left, or the chat may be gone.
        if (error instanceof ApiError && error.status !== 0) void cache.invalidateQueries({ queryKey: ['chat'] });
      }
    },
    [cache, outbox],
  );

  const queue = useCallback(
    (message: Unsent) => {
      const before = queues.current.get(message.contactId) ?? Promise.resolve();
      queues.current.set(
        message.contactId,
        before.then(() => post(message)),
      );
    },
    [post],
  );

  const send = (contactId: string, value: string) => {
    const id = crypto.randomUUID();
    const message: Unsent = { id, contactId, value, createdAt: new Date().toISOString(), state: 'sending' };
    outbox.add(message);
    queue(message);
  };
  const sendAgain = (id: string) => {
    const message = outbox.unsent.get().find((one) => one.id === id && one.state === 'failed');
    if (!message) return;
    outbox.change(id, { state: 'sending' });
    queue(message);
  };
  return { send, sendAgain };
}
