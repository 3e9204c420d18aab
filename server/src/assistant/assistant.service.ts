import {
  ASSISTANT_LIMITS,
  CONVERSATION_DAYS,
  CONVERSATION_LIMITS,
  type AnswerEvent,
  type AssistantAnswer,
  type AssistantMessage,
  type AssistantMode,
  type AssistantQuestion,
  type SemanticQuery,
} from '@rise/contract';
import type { TenantActor } from '../kernel/actor.ts';
import { audit } from '../kernel/audit.ts';
import type { Database, Mode, TenantTx } from '../kernel/database/database.ts';
import { UserError, notFound } from '../kernel/errors/user-error.ts';
import { SharedLimit } from '../limits/shared-limit.service.ts';
import type { AnswerService, AskContext, IncomingQuestion, WrittenAnswer } from './answers.service.ts';
import { inChatbot } from '../tenants/tenants.service.ts';
import { ownerOf } from './assistant.policy.ts';
import { toMessages } from './assistant.rules.ts';
import * as sql from './assistant.sql.ts';
import { ModelFailure } from './language-model.ts';
import type { TokenBudget } from './token-budget.service.ts';

const CHAT_LIMITS = { most: CONVERSATION_LIMITS.stored, days: CONVERSATION_DAYS.idle };

export interface AssistantOptions {
  readonly database: Database;
  readonly answers: AnswerService;
  readonly budget: TokenBudget;
  /** Name of the language model; null: there is none. */
  readonly modelName: string | null;
  readonly enabled: boolean;
  /** Questions that one person may ask in a minute. */
  readonly questionsPerMinute: number;
  /** Key of the hashes under which it is counted who asks. */
  readonly addressKey: Buffer;
}

/** A question that was accepted. */
type Turn = Pick<AssistantQuestion, 'chatId'> & IncomingQuestion & { readonly receivedAt: Date };

/** Answers questions from what the person may open, and stores the conversations for that person only. */
export class AssistantService {
  readonly #database: Database;
  readonly #answers: AnswerService;
  readonly #budget: TokenBudget;
  readonly #modelName: string | null;
  readonly #enabled: boolean;
  readonly #limit: SharedLimit;

  constructor({ database, answers, budget, modelName, enabled, questionsPerMinute, addressKey }: AssistantOptions) {
    this.#database = database;
    this.#answers = answers;
    this.#budget = budget;
    this.#modelName = modelName;
    this.#enabled = enabled;
    this.#limit = new SharedLimit({
      database,
      key: addressKey,
      what: 'assistant',
      most: questionsPerMinute,
      seconds: 60,
    });
  }

  /**
   * Answers a question and stores both. NOT_FOUND for another person's conversation, CONFLICT for a full one,
   * RATE_LIMITED, ASSISTANT_UNAVAILABLE. Nothing is stored where the reader has disconnected.
   */
  async askQuestion(question: AssistantQuestion, context: AskContext): Promise<AssistantAnswer> {
    const turn = await this.#accept(question, context);
    return this.#store(turn, await this.#answers.write(turn, context), context);
  }

  /**
   * The same, event by event as the answer is written. Errors before the first event are thrown; later ones of the model
   * or the conversation are the last event.
   */
  async *streamAnswer(question: AssistantQuestion, context: AskContext): AsyncGenerator<AnswerEvent> {
    const turn = await this.#accept(question, context);
    yield { type: 'started' };
    const writing = this.#answers.stream(turn, context);
    try {
      for (let step = await writing.next(); ; step = await writing.next()) {
        if (step.done) {
          yield { type: 'answered', answer: await this.#store(turn, step.value, context) };
          return;
        }
        yield { type: 'text', ...step.value };
      }
    } catch (error) {
      if (error instanceof ModelFailure) yield { type: 'failed', reason: error.reason };
      else if (error instanceof UserError && (error.code === 'NOT_FOUND' || error.code === 'CONFLICT'))
        yield { type: 'failed', reason: 'conversation' };
      else throw error;
    } finally {
      // A reader who leaves ends the request to the model as well.
      await writing.return({ content: '', sources: [], data: null });
    }
  }

  /** What answers are written with now. */
  async readMode(actor: TenantActor): Promise<AssistantMode> {
    const model = this.#modelName;
    await this.#withOwnChats(actor, async () => undefined, 'reads');
    return { model, isUsedUp: model !== null && (await this.#budget.isUsedUp(actor)) };
  }

  async read(actor: TenantActor, id: string): Promise<AssistantMessage[]> {
    return toMessages(await this.#history(actor, id));
  }

  async clear(actor: TenantActor, id: string): Promise<void> {
    await this.#withOwnChats(actor, async (tx, owner) => {
      if (!(await sql.deleteChat(tx, owner, id))) throw notFound();
    });
  }

  async #accept({ chatId, message, previous }: AssistantQuestion, { actor }: AskContext): Promise<Turn> {
    await this.#withOwnChats(actor, async () => undefined, 'reads');
    if ((await this.#limit.use(ownerOf(actor))) !== null) throw new UserError('RATE_LIMITED');
    const receivedAt = new Date();
    // Before anything is answered: what is not recorded is not sent to a language model either.
    await audit(this.#database, actor, {
      action: 'assistant.ask',
      outcome: 'done',
      target: chatId,
      details: { question: message },
    });
    const earlier = chatId === null ? [] : await this.#history(actor, chatId);
    requireRoom(earlier);
    const useId = await this.#budget.begin(actor);
    return { chatId, message, receivedAt, earlier, useId, previous: previous ?? lastQueryOf(earlier) };
  }

  async #store(
    { chatId, message, receivedAt }: Turn,
    { content, sources, data }: WrittenAnswer,
    { actor, signal }: AskContext,
  ): Promise<AssistantAnswer> {
    signal.throwIfAborted();
    return this.#withOwnChats(actor, async (tx, owner) => {
      const id = chatId ?? (await sql.insertChat(tx, owner, CHAT_LIMITS));
      if (!(await sql.lockChat(tx, owner, id))) throw notFound();
      const before = (await sql.listMessages(tx, owner, id)) ?? [];
      requireRoom(before);
      const place = before.length;
      const added: sql.MessageRow[] = [
        { role: 'user', content: message, place, createdAt: receivedAt, sources: null, data: null },
        { role: 'assistant', content, place: place + 1, createdAt: new Date(), sources, data },
      ];
      await sql.insertMessages(tx, owner, id, added);
      return { chatId: id, message: { content }, conversationHistory: toMessages([...before, ...added]) };
    });
  }

  /** A transaction for the person's own conversations; NOT_FOUND where the assistant is disabled. */
  async #withOwnChats<T>(
    actor: TenantActor,
    work: (tx: TenantTx, owner: string) => Promise<T>,
    mode: Mode = 'writes',
  ): Promise<T> {
    const chatbot = { database: this.#database, enabled: this.#enabled };
    return inChatbot(chatbot, actor, (tx) => work(tx, ownerOf(actor)), mode);
  }

  #history(actor: TenantActor, id: string): Promise<sql.MessageRow[]> {
    const read = async (tx: TenantTx, owner: string) => {
      const rows = await sql.listMessages(tx, owner, id);
      if (!rows) throw notFound();
      return rows;
    };
    return this.#withOwnChats(actor, read, 'reads');
  }
}

/** The query of the last answer with figures, which a question may follow: one that was missed in between ends nothing. */
function lastQueryOf(messages: readonly sql.MessageRow[]): SemanticQuery | null {
  return messages.findLast(({ role, data }) => role === 'assistant' && data?.query)?.data?.query ?? null;
}

function requireRoom(messages: readonly unknown[]): void {
  if (messages.length + 2 > ASSISTANT_LIMITS.messages)
    throw new UserError('CONFLICT', 'This conversation is full. Clear it to start another one.');
}
