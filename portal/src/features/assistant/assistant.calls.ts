import type {
  AnswerFailure,
  AnswerEvent,
  AssistantAnswer,
  AssistantMessage,
  RatedMessage,
  SemanticQuery,
} from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import { loading } from '@rise/ui';
import { client } from '../../client/client.ts';
import { isNotFound } from '../../client/error-text.ts';

/** Why there is no answer: as the server says, too many questions, or no connection. */
export type AskFailure = AnswerFailure | 'limited' | 'offline';

/** The server began to answer, and gave up. */
class AnswerFailed extends Error {
  override name = 'AnswerFailed';
  readonly reason: AnswerFailure;
  constructor(reason: AnswerFailure) {
    super(`The assistant failed (${reason}).`);
    this.reason = reason;
  }
}

const CODES: Partial<Record<ApiError['code'], AskFailure>> = {
  RATE_LIMITED: 'limited',
  OFFLINE: 'offline',
  NOT_FOUND: 'conversation',
  CONFLICT: 'conversation',
};

export function failureOf(error: unknown): AskFailure {
  if (error instanceof AnswerFailed) return error.reason;
  return (error instanceof ApiError && CODES[error.code]) || 'unavailable';
}

interface Question {
  message: string;
  chatId: string | null;
  history: readonly AssistantMessage[];
  /** The query of the figures that are shown now, where a part of them was changed. */
  previous: SemanticQuery | null;
}

/**
 * Sends a question, and passes on what has arrived of its answer. Suppresses the loading bar: the conversation itself
 * shows that an answer is pending.
 */
export async function askQuestion(
  { message, chatId, history, previous }: Question,
  onPartial: (partial: string) => void,
  signal: AbortSignal,
): Promise<AssistantAnswer> {
  const earlier = history.map(({ role, content }) => ({ role, content }));
  const body = {
    message,
    chatId,
    ...(previous && { previous }),
    openAIRequest: { messages: [...earlier, { role: 'user' as const, content: message }] },
  };
  const restore = withoutLoadingBar();
  try {
    let partial = '';
    let last: AnswerEvent | null = null;
    const answer = await client.eventsOrOutput('POST /api/v1/openai/confluence/chat', { body, signal }, (event) => {
      last = event;
      if (event.type !== 'text') return;
      partial = partial.slice(0, event.from) + event.text;
      onPartial(partial);
    });
    return answer ?? answerIn(last);
  } finally {
    restore();
  }
}

/** Answers that are pending, in the drawer, on the page, or stopped and not yet gone. */
const pending = { count: 0, mode: loading.state().mode };

/** The mode from before the first pending answer returns with the end of the last one, in whichever order they end. */
function withoutLoadingBar(): () => void {
  if (pending.count === 0) pending.mode = loading.state().mode;
  pending.count += 1;
  loading.setMode('manual');
  return () => {
    pending.count -= 1;
    if (pending.count === 0) loading.setMode(pending.mode);
  };
}

function answerIn(last: AnswerEvent | null): AssistantAnswer {
  if (last?.type === 'answered') return last.answer;
  if (last?.type === 'failed') throw new AnswerFailed(last.reason);
  throw new ApiError(0, 'OFFLINE', 'The connection was lost before the answer was complete.');
}

/** Messages of a conversation; null if they can't be loaded. */
export async function loadChat(id: string): Promise<AssistantMessage[] | null> {
  return client.call('GET /api/v1/openai/confluence/chat/:id', { params: { id } }).catch(() => null);
}

/** Stores the query of an answer of which a part was changed; returns the answer that it has then. */
export const storeQuery = (id: string, index: number, query: SemanticQuery): Promise<RatedMessage> =>
  client.call('PUT /api/v1/openai/conversations/:id/messages/:number/query', {
    params: { id, number: String(index) },
    body: { query },
  });

/** Deletes a conversation; succeeds if it is already deleted. */
export async function deleteChat(id: string): Promise<void> {
  await client.call('DELETE /api/v1/openai/confluence/chat/:id', { params: { id } }).catch((error: unknown) => {
    if (!isNotFound(error)) throw error;
  });
}
