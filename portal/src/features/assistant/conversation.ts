import type { AssistantMessage } from '@rise/contract';
import type { AssistantLine } from '@rise/ui/assistant';
import { isNotFound } from '../../client/failure.ts';
import { logError, logWarning, type Observable, observable } from '@rise/ui/kernel';
import { ask, deleteChat, loadChat } from './assistant.calls.ts';
import { forgetChat, storeChat, storedChat } from './chat-session.ts';

/** As many messages as the server keeps of one conversation; a question and its answer are two. */
const MOST_MESSAGES = 100;

export interface ConversationState {
  chatId: string | null;
  /** As the server has it. */
  history: readonly AssistantMessage[];
  /** As it is shown: a question without an answer is in it too. */
  lines: readonly AssistantLine[];
  /** From sending until the answer or the failure. */
  waiting: boolean;
  /** A stored conversation is being fetched. */
  restoring: boolean;
  draft: string;
}

export interface Conversation {
  state: Observable<ConversationState>;
  write(draft: string): void;
  /** Takes up the stored conversation of today, where none is under way. */
  restore(): Promise<void>;
  /** Asks; `sorry` is answered where there is no answer, and what was typed is in the box again. */
  send(text: string, sorry: string): Promise<void>;
  /** Forgets the conversation here, in the browser and on the server; rejects where the server still has it. */
  clear(): Promise<void>;
  /** Gives up what is under way. */
  leave(): void;
}

const NONE = { chatId: null, history: [], lines: [] } as const;
const now = () => new Date().toISOString();

/** One conversation with the assistant. */
export function createConversation(): Conversation {
  const state = observable<ConversationState>({ ...NONE, waiting: false, restoring: false, draft: '' });
  const change = (changes: Partial<ConversationState>) => state.set({ ...state.get(), ...changes });
  const add = (role: AssistantLine['role'], content: string): AssistantLine[] => [
    ...state.get().lines,
    { role, content, timestamp: now() },
  ];
  const tell = (chatId: string, history: readonly AssistantMessage[]) =>
    change({
      chatId,
      history,
      lines: history.map(({ role, content, timestamp }) => ({ role, content, timestamp: timestamp ?? now() })),
    });
  let pending: AbortController | null = null;

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
      if (history !== null) tell(chatId, history);
      else {
        logWarning('The stored conversation could not be loaded.');
        forgetChat();
      }
    },
    async send(text, sorry) {
      const question = text.trim();
      const { chatId, history, waiting, restoring } = state.get();
      if (question === '' || waiting || restoring || isFull(state.get())) return;
      const controller = new AbortController();
      pending = controller;
      change({ lines: add('user', question), waiting: true, draft: '' });
      try {
        const answer = await ask(question, chatId, history, controller.signal);
        if (controller.signal.aborted) return;
        tell(answer.chatId, answer.conversationHistory);
        storeChat(answer.chatId);
      } catch (error) {
        if (controller.signal.aborted) return;
        logError('The assistant did not answer.', error);
        // Cleared in another window: the next question begins anew.
        if (chatId !== null && isNotFound(error)) {
          change({ chatId: null, history: [] });
          forgetChat();
        }
        change({ lines: add('assistant', sorry), draft: state.get().draft || question });
      }
      change({ waiting: false });
    },
    async clear() {
      const { chatId } = state.get();
      pending?.abort();
      change({ ...NONE, waiting: false });
      forgetChat();
      if (chatId !== null) await deleteChat(chatId);
    },
    leave: () => pending?.abort(),
  };
}

/** Whether there is no room for another question and its answer. */
export const isFull = ({ history }: ConversationState): boolean => history.length + 2 > MOST_MESSAGES;
