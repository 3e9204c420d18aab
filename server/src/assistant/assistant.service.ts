import {
  ASSISTANT_LIMITS,
  type AssistantAnswer,
  type AssistantMessage,
  type AssistantQuestion,
  type Language,
  type SemanticQuery,
} from '@rise/contract';
import type { TenantActor } from '../kernel/actor.ts';
import { audit } from '../kernel/audit.ts';
import type { Database, Mode, TenantTx } from '../kernel/database/database.ts';
import { UserError, notFound } from '../kernel/errors/user-error.ts';
import { SharedLimit } from '../limits/shared-limit.service.ts';
import type { PassageService } from '../search/passages.service.ts';
import { ownerOf } from './assistant.policy.ts';
import { noAnswerText, quotePassages, toMessages } from './assistant.rules.ts';
import * as sql from './assistant.sql.ts';
import type { FigureAnswers } from './figure-answers.service.ts';
import { withPassages, type PlainAnswer } from './figure-text.rules.ts';
import type { LanguageModel } from './language-model.ts';
import { buildPrompt, sanitizeAnswer } from './prompt.rules.ts';

/** Conversations stored per person and tenant, and days after which an idle one is deleted. */
const CHAT_LIMITS = { most: 20, days: 30 };
/** Passages quoted by an answer without a language model. */
const MAX_QUOTED = 3;
/** Passages that a language model receives. */
const MAX_PROMPTED = 6;

export interface AssistantOptions {
  readonly database: Database;
  readonly passages: PassageService;
  /** Answers about the tenant's data, where there is no language model. */
  readonly figures: FigureAnswers;
  /** Null: answers are quotations. */
  readonly model: LanguageModel | null;
  readonly enabled: boolean;
  /** Questions that one person may ask in a minute. */
  readonly questionsPerMinute: number;
  /** Key of the hashes under which it is counted who asks. */
  readonly addressKey: Buffer;
}

interface AskContext {
  readonly actor: TenantActor;
  readonly language: Language;
  /** Aborts when the reader disconnects. */
  readonly signal: AbortSignal;
}

/** Answers questions from what the person may open, and stores the conversations for that person only. */
export class AssistantService {
  readonly #database: Database;
  readonly #passages: PassageService;
  readonly #figures: FigureAnswers;
  readonly #model: LanguageModel | null;
  readonly #enabled: boolean;
  readonly #limit: SharedLimit;

  constructor({ database, passages, figures, model, enabled, questionsPerMinute, addressKey }: AssistantOptions) {
    this.#database = database;
    this.#passages = passages;
    this.#figures = figures;
    this.#model = model;
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
  async askQuestion(
    { chatId, message: question, previous }: AssistantQuestion,
    context: AskContext,
  ): Promise<AssistantAnswer> {
    const { actor, signal } = context;
    if (!this.#enabled) throw notFound();
    if ((await this.#limit.use(ownerOf(actor))) !== null) throw new UserError('RATE_LIMITED');
    const receivedAt = new Date();
    // Before anything is answered: what is not recorded is not sent to a language model either.
    await audit(this.#database, actor, {
      action: 'assistant.ask',
      outcome: 'done',
      target: chatId,
      details: { question },
    });
    const earlier = chatId === null ? [] : await this.#history(actor, chatId);
    requireRoom(earlier);
    const answer =
      this.#model === null
        ? await this.#answerPlainly(question, previous ?? lastQueryOf(earlier), context)
        : { content: await this.#complete(this.#model, question, earlier, context), data: null };
    signal.throwIfAborted();
    return this.#withOwnChats(actor, async (tx, owner) => {
      const id = chatId ?? (await sql.insertChat(tx, owner, CHAT_LIMITS));
      if (!(await sql.lockChat(tx, owner, id))) throw notFound();
      const before = (await sql.listMessages(tx, owner, id)) ?? [];
      requireRoom(before);
      const added: sql.MessageRow[] = [
        { role: 'user', content: question, place: before.length, createdAt: receivedAt, data: null },
        { role: 'assistant', ...answer, place: before.length + 1, createdAt: new Date() },
      ];
      await sql.insertMessages(tx, owner, id, added);
      return {
        chatId: id,
        message: { content: answer.content },
        conversationHistory: toMessages([...before, ...added]),
      };
    });
  }

  async read(actor: TenantActor, id: string): Promise<AssistantMessage[]> {
    return toMessages(await this.#history(actor, id));
  }

  async clear(actor: TenantActor, id: string): Promise<void> {
    await this.#withOwnChats(actor, async (tx, owner) => {
      if (!(await sql.deleteChat(tx, owner, id))) throw notFound();
    });
  }

  /** A transaction for the person's own conversations; NOT_FOUND where the assistant is disabled. */
  async #withOwnChats<T>(
    actor: TenantActor,
    work: (tx: TenantTx, owner: string) => Promise<T>,
    mode: Mode = 'writes',
  ): Promise<T> {
    if (!this.#enabled) throw notFound();
    return this.#database.withTenant(actor, (tx) => work(tx, ownerOf(actor)), mode);
  }

  #history(actor: TenantActor, id: string): Promise<sql.MessageRow[]> {
    const read = async (tx: TenantTx, owner: string) => {
      const rows = await sql.listMessages(tx, owner, id);
      if (!rows) throw notFound();
      return rows;
    };
    return this.#withOwnChats(actor, read, 'reads');
  }

  /** An answer without a language model: figures where the question is about data, and passages that are about it. */
  async #answerPlainly(question: string, previous: SemanticQuery | null, context: AskContext): Promise<PlainAnswer> {
    const { actor, language } = context;
    const figures = await this.#figures.answer({ question, previous }, context);
    if (figures && !figures.needsPassages) return figures;
    const passages = await this.#passages.find(actor, question, language, MAX_QUOTED);
    if (passages.length > 0) return withPassages(quotePassages(passages, language), figures);
    return figures ?? { content: noAnswerText(this.#passages.topic(question), language), data: null };
  }

  async #complete(
    model: LanguageModel,
    question: string,
    earlier: readonly sql.MessageRow[],
    { actor, language, signal }: AskContext,
  ): Promise<string> {
    const noAnswer = () => noAnswerText(this.#passages.topic(question), language);
    const previous = earlier.findLast(({ role }) => role === 'user')?.content ?? '';
    let passages = await this.#passages.find(actor, question, language, MAX_PROMPTED);
    // A follow-up may only make sense together with the previous question: "Shorter, please."
    if (passages.length === 0 && previous !== '')
      passages = await this.#passages.find(actor, previous, language, MAX_PROMPTED);
    if (passages.length === 0) return noAnswer();
    const completion = await model.complete(buildPrompt(question, passages, earlier, language), signal);
    return sanitizeAnswer(completion, passages, language) ?? noAnswer();
  }
}

/** The query of the last answer with figures, which a question may follow. */
function lastQueryOf(messages: readonly sql.MessageRow[]): SemanticQuery | null {
  return messages.findLast(({ role }) => role === 'assistant')?.data?.query ?? null;
}

function requireRoom(messages: readonly unknown[]): void {
  if (messages.length + 2 > ASSISTANT_LIMITS.messages)
    throw new UserError('CONFLICT', 'This conversation is full. Clear it to start another one.');
}
