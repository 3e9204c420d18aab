import type { AssistantAnswer, AssistantMessage, SemanticQuery } from '@rise/contract';
import { loading } from '@rise/ui';
import { client } from '../../client/client.ts';
import { isNotFound } from '../../client/error-text.ts';

/** Sends a question. Suppresses the loading bar: the conversation itself shows that an answer is pending. */
export async function askQuestion(
  message: string,
  chatId: string | null,
  history: readonly AssistantMessage[],
  signal: AbortSignal,
  previous: SemanticQuery | null = null,
): Promise<AssistantAnswer> {
  const earlier = history.map(({ role, content }) => ({ role, content }));
  const messages = [...earlier, { role: 'user' as const, content: message }];
  const { mode } = loading.state();
  loading.setMode('manual');
  try {
    return await client.call('POST /api/v1/openai/confluence/chat', {
      body: { message, chatId, ...(previous && { previous }), openAIRequest: { messages } },
      signal,
    });
  } finally {
    loading.setMode(mode);
  }
}

/** Messages of a conversation; null if they can't be loaded. */
export async function loadChat(id: string): Promise<AssistantMessage[] | null> {
  return client.call('GET /api/v1/openai/confluence/chat/:id', { params: { id } }).catch(() => null);
}

/** Deletes a conversation; succeeds if it is already deleted. */
export async function deleteChat(id: string): Promise<void> {
  await client.call('DELETE /api/v1/openai/confluence/chat/:id', { params: { id } }).catch((error: unknown) => {
    if (!isNotFound(error)) throw error;
  });
}
