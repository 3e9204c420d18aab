import {
  ASSISTANT_LIMITS,
  CONVERSATION_DAYS,
  CONVERSATION_LIMITS,
  type Conversation,
  type RatedMessage,
  type Rating,
  type SemanticQuery,
  type SharedConversation,
} from '@rise/contract';
import { SYSTEM, type TenantActor } from '../kernel/actor.ts';
import type { Database, Mode, TenantTx } from '../kernel/database/database.ts';
import { UserError, notFound } from '../kernel/errors/user-error.ts';
import type { PassageService } from '../search/passages.service.ts';
import { inChatbot } from '../tenants/tenants.service.ts';
import type { AskContext } from './answers.service.ts';
import { ownerOf } from './assistant.policy.ts';
import { toConversation, toRatedMessage, toSharedMessage } from './conversations.rules.ts';
import * as sql from './conversations.sql.ts';
import type { FigureAnswers } from './figure-answers.service.ts';
import { withPassages, type PlainAnswer } from './figure-text.rules.ts';
import { personName } from './people.sql.ts';

export interface ConversationOptions {
  readonly database: Database;
  readonly passages: PassageService;
  readonly figures: FigureAnswers;
  /** Whether tenants have the assistant unless they are set otherwise: without it, all of this does not exist. */
  readonly enabled: boolean;
}

/** A person's conversations with the assistant, and those that others in the tenant have shared. */
export class ConversationService {
  readonly #options: ConversationOptions;

  constructor(options: ConversationOptions) {
    this.#options = options;
  }

  /** Those in which the text is found, in titles and messages; all where it is empty. */
  async list(actor: TenantActor, search: string): Promise<Conversation[]> {
    const rows = await this.#own(actor, (tx, owner) => sql.listConversations(tx, owner, { search }), 'reads');
    return rows.map(toConversation);
  }

  async read(actor: TenantActor, id: string): Promise<{ conversation: Conversation; messages: RatedMessage[] }> {
    return this.#own(
      actor,
      async (tx, owner) => ({
        conversation: await requireOne(tx, owner, id),
        messages: (await sql.listRatedMessages(tx, owner, id)).map(toRatedMessage),
      }),
      'reads',
    );
  }

  /** CONFLICT where as many are pinned as may be. */
  change(
    actor: TenantActor,
    id: string,
    change: { title?: string | undefined; pinned?: boolean | undefined },
  ): Promise<Conversation> {
    return this.#own(actor, async (tx, owner) => {
      const { title = null, pinned = null } = change;
      if (pinned === true && !(await requireOne(tx, owner, id)).pinned) await requirePin(tx, owner);
      if (!(await sql.updateConversation(tx, owner, id, { title, pinned }))) throw notFound();
      return requireOne(tx, owner, id);
    });
  }

  delete(actor: TenantActor, id: string): Promise<void> {
    return this.#own(actor, async (tx, owner) => {
      if (!(await sql.markDeleted(tx, owner, id))) throw notFound();
    });
  }

  /** NOT_FOUND for one that is not deleted, or was a day ago or more. */
  restore(actor: TenantActor, id: string): Promise<Conversation> {
    return this.#own(actor, async (tx, owner) => {
      if (!(await sql.markRestored(tx, owner, id, CONVERSATION_DAYS.deleted))) throw notFound();
      const restored = await requireOne(tx, owner, id);
      if (restored.pinned && (await sql.countPinned(tx, owner)) > CONVERSATION_LIMITS.pinned)
        await sql.updateConversation(tx, owner, id, { pinned: false });
      return requireOne(tx, owner, id);
    });
  }

  /** Shares what the conversation contains now, or nothing of it. */
  share(actor: TenantActor, id: string, shared: boolean): Promise<Conversation> {
    return this.#own(actor, async (tx, owner) => {
      if (!(await sql.updateSharing(tx, owner, id, shared))) throw notFound();
      return requireOne(tx, owner, id);
    });
  }

  rate(actor: TenantActor, id: string, place: number, rating: Rating | null): Promise<{ rating: Rating | null }> {
    return this.#own(actor, async (tx, owner) => {
      if (!(await sql.updateRating(tx, owner, { id, place, rating }))) throw notFound();
      return { rating };
    });
  }

  /**
   * Replaces what an answer with figures is of, and what it says. NOT_FOUND where the person has no such answer,
   * QUERY_INVALID for what they may not query.
   */
  async changeQuery(
    context: AskContext,
    { id, number: place }: { id: string; number: number },
    query: SemanticQuery,
  ): Promise<RatedMessage> {
    const { actor } = context;
    const find = async (tx: TenantTx, owner: string) => {
      await requireOne(tx, owner, id);
      const found = (await sql.listRatedMessages(tx, owner, id)).find((message) => message.place === place);
      if (!found?.data) throw notFound();
      return { ...found, data: found.data };
    };
    const { data } = await this.#own(actor, find, 'reads');
    const answer = withPassages(
      data.passages,
      await this.#options.figures.answerQuery({ question: data.question, query }, context),
    );
    if (!isStorable(answer)) throw new UserError('QUERY_INVALID', 'The answer is too long to be stored.');
    return this.#own(actor, async (tx, owner) => {
      if (!(await sql.updateAnswer(tx, owner, { id, place, ...answer }))) throw notFound();
      return toRatedMessage(await find(tx, owner));
    });
  }

  /** A shared conversation; answers from sources that the reader may not open now have no content. */
  async readShared(actor: TenantActor, id: string): Promise<SharedConversation> {
    const { database, passages } = this.#options;
    const found = await this.#own(actor, (tx) => sql.findShared(tx, id), 'reads');
    if (!found) throw notFound();
    const { conversation, messages } = found;
    const { ownerId, title, sharedAt } = conversation;
    const [owner, open] = await Promise.all([
      database.withGlobal(SYSTEM, (tx) => personName(tx, ownerId), 'reads'),
      passages.openSources(
        actor,
        messages.flatMap(({ sources }) => sources ?? []),
      ),
    ]);
    return {
      id,
      title,
      owner,
      own: ownerId === ownerOf(actor),
      sharedAt: sharedAt.toISOString(),
      messages: messages.map((message) => toSharedMessage(message, open)),
    };
  }

  #own<T>(actor: TenantActor, work: (tx: TenantTx, owner: string) => Promise<T>, mode: Mode = 'writes'): Promise<T> {
    return inChatbot(this.#options, actor, (tx) => work(tx, ownerOf(actor)), mode);
  }
}

/** Bytes of what a stored answer's figures are of. */
const MAX_DATA = 60_000;

const isStorable = ({ content, data }: PlainAnswer): boolean =>
  content.length <= ASSISTANT_LIMITS.answer && Buffer.byteLength(JSON.stringify(data)) <= MAX_DATA;

async function requireOne(tx: TenantTx, owner: string, id: string): Promise<Conversation> {
  const [row] = await sql.listConversations(tx, owner, { id });
  if (!row) throw notFound();
  return toConversation(row);
}

async function requirePin(tx: TenantTx, owner: string): Promise<void> {
  if ((await sql.countPinned(tx, owner)) >= CONVERSATION_LIMITS.pinned)
    throw new UserError('CONFLICT', `${CONVERSATION_LIMITS.pinned} conversations are pinned. Unpin one of them first.`);
}
