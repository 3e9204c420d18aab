import type { AssistantMessage, SemanticQuery } from '@rise/contract';
import type { AssistantLine } from '@rise/ui/assistant';
import { isNotFound } from '../../client/error-text.ts';
import { logError, logWarning } from '@rise/ui/log';
import { type Observable, observable } from '@rise/ui/observable';
import { type AskFailure, askQuestion, deleteChat, failureOf, loadChat, storeQuery } from './assistant.calls.ts';
import { forgetChat, storeChat, storedChat } from './chat-session.ts';

/** The server's limit per conversation; a question and its answer are two. */
const MAX_MESSAGES = 100;

/** A question that has no stored answer, and why. */
export interface Unanswered {
  question: string;
  reason: AskFailure | 'stopped';
}

export interface ConversationState {
  chatId: string | null;
  /** Messages as stored by the server. */
  history: readonly AssistantMessage[];
  /** Displayed lines, including a question that has no answer. */
  lines: readonly AssistantLine[];
  /** A question has been sent and neither answer nor error has arrived. */
  waiting: boolean;
  /** What has arrived of the answer. */
  partial: string;
  /** The stored conversation is loading. */
  restoring: boolean;
  unanswered: Unanswered | null;
  draft: string;
}

export interface Conversation {
  state: Observable<ConversationState>;
  write(draft: string): void;
  /** Loads today's stored conversation unless one is open. */
  restore(): Promise<void>;
  /** Shows a conversation as the server stores it, or a new one; ends a pending answer. */
  show(chatId: string | null, history: readonly AssistantMessage[]): void;
  /**
   * Sends a question. On failure adds `failureReply` as the answer and puts the question back into the draft; where it is
   * null, neither: the page offers to try again.
   */
  send(text: string, failureReply: string | null): Promise<void>;
  /** Ends the pending answer. What has arrived of it stays visible; nothing of it is stored. */
  stop(): void;
  /**
   * Stores the query that an answer's figures are of now, by the answer's place; the next question may follow it. Rejects
   * where it could not be stored.
   */
  changeQuery(place: number, query: SemanticQuery): Promise<void>;
  /** Deletes the conversation here, in the browser and on the server; rejects if the server could not delete it. */
  clear(): Promise<void>;
  /** Cancels the pending question. */
  leave(): void;
}

export interface ConversationOptions {
  /** Remembers the conversation in the browser, to restore it there on the same day. */
  remembered: boolean;
}

const NONE = { chatId: null, history: [], lines: [], partial: '', unanswered: null } as const;
const now = () => new Date().toISOString();

/** One conversation with the assistant. */
export function createConversation({ remembered }: ConversationOptions): Conversation {
  const state = observable<ConversationState>({ ...NONE, waiting: false, restoring: false, draft: '' });
  const change = (changes: Partial<ConversationState>) => state.set({ ...state.get(), ...changes });
  const add = (role: AssistantLine['role'], content: string): AssistantLine[] => [
    ...state.get().lines,
    { role, content, timestamp: now() },
  ];
  const showHistory = (chatId: string | null, history: readonly AssistantMessage[]) =>
    change({
      chatId,
      history,
      lines: history.map(({ role, content, timestamp }) => ({ role, content, timestamp: timestamp ?? now() })),
    });
  const forget = () => remembered && forgetChat();
  let pending: AbortController | null = null;
  /** The question that is pending, and whether its failure puts it back into the draft. */
  let sentQuestion = { question: '', toDraft: false };
  let shown: SemanticQuery | null = null;
  const store = createQueryStore(state);

  return {
    state,
    write: (draft) => change({ draft }),
    async restore() {
      const { lines, restoring } = state.get();
      if (lines.length > 0 || restoring) return;
      const chatId = storedChat();
      if (chatId === null) return;
      change({ restoring: true });
      const history = await loadChat(chatId);
      change({ restoring: false });
      if (history !== null) showHistory(chatId, history);
      else {
        logWarning('The stored conversation could not be loaded.');
        forget();
      }
    },
    show(chatId, history) {
      shown = null;
      pending?.abort();
      change({ waiting: false, partial: '', unanswered: null });
      showHistory(chatId, history);
    },
    async send(text, failureReply) {
      const question = text.trim();
      const { chatId, history, waiting, restoring } = state.get();
      if (question === '' || waiting || restoring || isFull(state.get())) return;
      const controller = new AbortController();
      pending = controller;
      sentQuestion = { question, toDraft: failureReply !== null };
      change({ lines: add('user', question), waiting: true, partial: '', unanswered: null, draft: '' });
      try {
        const onPartial = (partial: string) => controller.signal.aborted || change({ partial });
        const request = { message: question, chatId, history, previous: shown };
        const answer = await askQuestion(request, onPartial, controller.signal);
        shown = null;
        if (controller.signal.aborted) return;
        change({ partial: '' });
        showHistory(answer.chatId, answer.conversationHistory);
        if (remembered) storeChat(answer.chatId);
      } catch (error) {
        if (controller.signal.aborted) return;
        logError('The assistant did not answer.', error);
        // Cleared in another window: the next question starts a new conversation.
        if (chatId !== null && isNotFound(error)) {
          change({ chatId: null, history: [] });
          forget();
        }
        change({ partial: '', unanswered: { question, reason: failureOf(error) } });
        if (failureReply !== null)
          change({ lines: add('assistant', failureReply), draft: state.get().draft || question });
      }
      change({ waiting: false });
    },
    stop() {
      const { waiting, partial, draft } = state.get();
      if (!waiting) return;
      pending?.abort();
      change({
        waiting: false,
        partial: '',
        unanswered: { question: sentQuestion.question, reason: 'stopped' },
        ...(partial !== '' && { lines: add('assistant', partial) }),
        ...(sentQuestion.toDraft && { draft: draft || sentQuestion.question }),
      });
    },
    changeQuery(place, query) {
      shown = query;
      return store(place, query);
    },
    async clear() {
      shown = null;
      const { chatId } = state.get();
      pending?.abort();
      change({ ...NONE, waiting: false });
      forget();
      if (chatId !== null) await deleteChat(chatId);
    },
    leave: () => pending?.abort(),
  };
}

/** Stores changed queries one after the other, so that the last one stays; the conversation has the answer's new words. */
function createQueryStore(state: Observable<ConversationState>): Conversation['changeQuery'] {
  let storing: Promise<unknown> = Promise.resolve();
  return async (place, query) => {
    const { chatId, history } = state.get();
    const message = history[place];
    if (chatId === null || !message) return;
    const stored = storing.catch(() => undefined).then(() => storeQuery(chatId, message.index, query));
    storing = stored;
    const { content, data } = await stored;
    const now = state.get();
    if (now.chatId !== chatId || storing !== stored) return;
    state.set({
      ...now,
      history: now.history.map((item, at) => (at === place ? { ...item, content, ...(data && { data }) } : item)),
      lines: now.lines.map((line, at) => (at === place ? { ...line, content } : line)),
    });
  };
}

/** Whether another question and its answer would exceed the server's limit. */
export const isFull = ({ history }: ConversationState): boolean => history.length + 2 > MAX_MESSAGES;
