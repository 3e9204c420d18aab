import type { AssistantAnswer, AssistantMessage } from '@rise/contract';
import { loading } from '@rise/ui';
import { client } from '../../client/client.ts';
import { isNotFound } from '../../client/failure.ts';

/** Asks. The loading bar is off meanwhile: the conversation itself shows that an answer is on its way. */
export async function ask(
  message: string,
  chatId: string | null,
  history: readonly AssistantMessage[],
  signal: AbortSignal,
): Promise<AssistantAnswer> {
  const earlier = history.map(({ role, content }) => ({ role, content }));
  const messages = [...earlier, { role: 'user' as const, content: message }];
  const { mode } = loading.state();
  loading.setMode('manual');
  try {
    return await client.call('POST /api/v1/openai/confluence/chat', {
      body: { message, chatId, openAIRequest: { messages } },
      signal,
    });
  } finally {
    loading.setMode(mode);
  }
}

/** What was said in a conversation; null where it can't be had. */
export async function loadChat(id: string): Promise<AssistantMessage[] | null> {
  return client.call('GET /api/v1/openai/confluence/chat/:id', { params: { id } }).catch(() => null);
}

/** Deletes a conversation; one that is gone already is as good. */
export async function deleteChat(id: string): Promise<void> {
  await client.call('DELETE /api/v1/openai/confluence/chat/:id', { params: { id } }).catch((error: unknown) => {
    if (!isNotFound(error)) throw error;
  });
}
