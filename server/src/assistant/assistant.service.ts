import {
  ASSISTANT_LIMITS,
  type AssistantAnswer,
  type AssistantMessage,
  type AssistantQuestion,
  type Language,
} from '@rise/contract';
import type { TenantActor } from '../kernel/actor.ts';
import type { Database, Mode, TenantTx } from '../kernel/database.ts';
import { Failure, notFound } from '../kernel/failure.ts';
import type { Passages } from '../search/passages.service.ts';
import { createAllowance } from './allowance.ts';
import { ownerOf } from './assistant.policy.ts';
import { abstention, quotation, told } from './assistant.rules.ts';
import * as sql from './assistant.sql.ts';
import type { LanguageModel } from './language-model.ts';
import { cited, prompt } from './prompt.rules.ts';

/** Conversations kept for one person in one tenant, and days after which one that rests is let go. */
const ROOM = { most: 20, days: 30 };
const MOST_QUOTED = 3;
const MOST_TOLD = 6;

export type AssistantService = ReturnType<typeof createAssistant>;

export interface AssistantOptions {
  readonly database: Database;
  readonly passages: Passages;
  /** Null: answers are quotations. */
  readonly model: LanguageModel | null;
  readonly enabled: boolean;
  /** Questions that one person may ask in a minute. */
  readonly questionsPerMinute: number;
}

/** Answers questions from what the asker may open, and keeps the conversation for them alone. */
export function createAssistant({ database, passages, model, enabled, questionsPerMinute }: AssistantOptions) {
  const allowance = createAllowance(questionsPerMinute);

  /** A transaction for the person's own conversations. Where there is no assistant, there are none. */
  const inOwn = <T>(
    actor: TenantActor,
    work: (tx: TenantTx, owner: string) => Promise<T>,
    mode: Mode = 'writes',
  ): Promise<T> => {
    if (!enabled) throw notFound();
    return database.withTenant(actor, (tx) => work(tx, ownerOf(actor)), mode);
  };

  const history = (actor: TenantActor, id: string): Promise<sql.MessageRow[]> =>
    inOwn(
      actor,
      async (tx, owner) => {
        const rows = await sql.messagesOf(tx, owner, id);
        if (!rows) throw notFound();
        return rows;
      },
      'reads',
    );

  const quoted = async (actor: TenantActor, question: string, language: Language): Promise<string> => {
    const found = await passages.find(actor, question, language, MOST_QUOTED);
    return found.length > 0 ? quotation(found, language) : abstention(passages.topic(question), language);
  };

  const written = async (
    by: LanguageModel,
    { actor, question, language, earlier, signal }: Asked & { earlier: readonly sql.MessageRow[] },
  ): Promise<string> => {
    const before = earlier.findLast(({ role }) => role === 'user')?.content ?? '';
    const found = await passages.find(actor, question, language, MOST_TOLD);
    // A question may lean on the one before it: "Shorter, please."
    const all = found.length > 0 || before === '' ? found : await passages.find(actor, before, language, MOST_TOLD);
    const answer =
      all.length > 0 ? cited(await by.complete(prompt(question, all, earlier, language), signal), all, language) : null;
    return answer ?? abstention(passages.topic(question), language);
  };

  return {
    /**
     * Answers, and stores question and answer together. NOT_FOUND for a conversation of somebody else's, CONFLICT for
     * one without room, RATE_LIMITED, ASSISTANT_UNAVAILABLE. Nothing is stored where the asker has hung up.
     */
    async ask(
      { chatId, message: question }: AssistantQuestion,
      { actor, language, signal }: Omit<Asked, 'question'>,
    ): Promise<AssistantAnswer> {
      if (!enabled) throw notFound();
      if (!allowance.take(ownerOf(actor))) throw new Failure('RATE_LIMITED');
      const askedAt = new Date();
      const earlier = chatId === null ? [] : await history(actor, chatId);
      refuseWithoutRoom(earlier);
      const asked = { actor, question, language, signal };
      const answer =
        model === null ? await quoted(actor, question, language) : await written(model, { ...asked, earlier });
      signal.throwIfAborted();
      return inOwn(actor, async (tx, owner) => {
        const id = chatId ?? (await sql.insertChat(tx, owner, ROOM));
        if (!(await sql.holdChat(tx, owner, id))) throw notFound();
        const before = (await sql.messagesOf(tx, owner, id)) ?? [];
        refuseWithoutRoom(before);
        const added: sql.MessageRow[] = [
          { role: 'user', content: question, place: before.length, createdAt: askedAt },
          { role: 'assistant', content: answer, place: before.length + 1, createdAt: new Date() },
        ];
        await sql.insertMessages(tx, owner, id, added);
        return { chatId: id, message: { content: answer }, conversationHistory: told([...before, ...added]) };
      });
    },

    async read(actor: TenantActor, id: string): Promise<AssistantMessage[]> {
      return told(await history(actor, id));
    },

    async clear(actor: TenantActor, id: string): Promise<void> {
      if (!(await inOwn(actor, (tx, owner) => sql.deleteChat(tx, owner, id)))) throw notFound();
    },
  };
}

interface Asked {
  readonly actor: TenantActor;
  readonly question: string;
  readonly language: Language;
  /** Aborts when the asker hangs up. */
  readonly signal: AbortSignal;
}

function refuseWithoutRoom(messages: readonly unknown[]): void {
  if (messages.length + 2 > ASSISTANT_LIMITS.messages)
    throw new Failure('CONFLICT', 'This conversation is full. Clear it to begin another one.');
}
