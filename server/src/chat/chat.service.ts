import type {
  Chat,
  ChatContact,
  ChatContactDetails,
  ChatMessage,
  ChatSummary,
  Language,
  NewChatMessage,
} from '@rise/contract';
import { accountOf, type TenantActor } from '../kernel/actor.ts';
import type { Database, TenantTx } from '../kernel/database/database.ts';
import { publish } from '../kernel/events.ts';
import { UserError, notFound } from '../kernel/errors/user-error.ts';
import { ownTenant } from '../tenants/tenants.service.ts';
import { canReceiveMessages, participates } from './chat.policy.ts';
import {
  PAGE_SIZE,
  parseId,
  sortByName,
  toContact,
  toMessage,
  toSummary,
  withDetails,
  fullName,
} from './chat.rules.ts';
import * as sql from './chat.sql.ts';

export interface ChatOptions {
  readonly database: Database;
  /** Whether tenants without their own setting have chat. */
  readonly enabled: boolean;
}

/** Which messages of a chat to read: the last ones, or those before or after one of its messages. */
export interface ChatPage {
  readonly id: string;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

interface Recipient {
  readonly id: string;
  /** Whether the two already have a chat. */
  readonly hasChat: boolean;
}

/** Direct messages between two people of one tenant. Everything is NOT_FOUND where chat is disabled for the tenant. */
export class ChatService {
  readonly #database: Database;
  readonly #enabled: boolean;

  constructor({ database, enabled }: ChatOptions) {
    this.#database = database;
    this.#enabled = enabled;
  }

  async list(actor: TenantActor): Promise<ChatSummary[]> {
    const rows = await this.#inChat(actor, async (tx) =>
      participates(actor) ? sql.listChats(tx, accountOf(actor)) : [],
    );
    const people = await this.#findPeople(
      actor,
      rows.map(({ contactId }) => contactId),
    );
    return rows.map((row) => toSummary(row, people.get(row.contactId)));
  }

  /** NOT_FOUND for other people's chats and other tenants'. An unknown `before` or `after` returns no messages. */
  async read(actor: TenantActor, { id, before, after }: ChatPage): Promise<Chat> {
    const { chat, rows } = await this.#inChat(actor, async (tx) => {
      const chat = await requireOwnChat(tx, actor, id);
      const rows = after
        ? await sql.messagesAfter(tx, chat.id, after, PAGE_SIZE + 1)
        : await sql.messagesBefore(tx, chat.id, before ?? null, PAGE_SIZE + 1);
      return { chat, rows };
    });
    const messages = rows.slice(0, PAGE_SIZE).map((message) => toMessage(message, accountOf(actor)));
    const hasMore = rows.length > PAGE_SIZE;
    return {
      ...(await this.#summarize(actor, chat)),
      messages: after ? messages : messages.toReversed(),
      earlier: after ? messages.length > 0 : hasMore,
      later: after ? hasMore : before !== undefined && messages.length > 0,
    };
  }

  async update(actor: TenantActor, id: string, change: { muted?: boolean; unreadCount?: 0 }): Promise<ChatSummary> {
    const row = await this.#inChat(actor, async (tx) => {
      const chat = await requireOwnChat(tx, actor, id);
      await sql.updatePerson(tx, accountOf(actor), chat.id, {
        muted: change.muted ?? null,
        read: change.unreadCount === 0,
      });
      await publishChatChanged(tx, chat.id, [accountOf(actor)]);
      return requireOwnChat(tx, actor, id);
    });
    return this.#summarize(actor, row);
  }

  /** Colleagues who can receive messages, without the actor. */
  async contacts(actor: TenantActor, language: Language): Promise<ChatContact[]> {
    await this.#requireChat(actor);
    if (!participates(actor)) return [];
    const rows = await this.#database.withGlobal(actor, (tx) => sql.listMembers(tx, actor.tenantId));
    const others = rows.filter((row) => row.id !== actor.accountId && canReceiveMessages(row));
    return sortByName(
      others.map((row) => toContact(row.id, row, '')),
      language,
    );
  }

  /** A colleague, or the other person of one of the actor's chats. */
  async contact(actor: TenantActor, id: string): Promise<ChatContactDetails> {
    const contactId = parseId(id);
    if (contactId === null || contactId === actor.accountId || !participates(actor)) {
      await this.#requireChat(actor);
      throw unknownContact(id);
    }
    const chat = await this.#inChat(actor, async (tx) => {
      const chatId = await sql.findChatWith(tx, accountOf(actor), contactId);
      return chatId === null ? null : sql.findChat(tx, accountOf(actor), chatId);
    });
    const person = (await this.#findPeople(actor, [contactId])).get(contactId);
    const contact = toContact(contactId, person, chat?.contactName ?? '');
    if (!contact.active && !chat) throw unknownContact(id);
    return withDetails(contact, person?.email ?? '');
  }

  async profile(actor: TenantActor) {
    await this.#requireChat(actor);
    const person = (await this.#findPeople(actor, [accountOf(actor)])).get(accountOf(actor))!;
    return { id: person.id, name: fullName(person), email: person.email, avatar: person.avatar };
  }

  /** Stores a message once, however often it is sent; CONFLICT where the recipient can no longer receive messages. */
  async send(actor: TenantActor, message: NewChatMessage): Promise<ChatMessage> {
    const me = accountOf(actor);
    const prepared = await this.#inChat(actor, async (tx) => {
      if (!participates(actor))
        throw message.chatId === undefined ? unknownContact(message.contactId!) : unknownChat(message.chatId);
      const stored = await findSent(tx, me, message);
      return stored ? { stored, recipient: null } : { stored: null, recipient: await findRecipient(tx, me, message) };
    });
    const { recipient } = prepared;
    if (recipient === null) return prepared.stored;
    const people = await this.#findPeople(actor, [me, recipient.id]);
    const [writer, other] = [people.get(me), people.get(recipient.id)];
    if (!writer || !other || !canReceiveMessages(other)) {
      if (!recipient.hasChat) throw unknownContact(message.contactId!);
      throw new UserError('CONFLICT', 'This person can no longer receive messages.');
    }
    return this.#inChat(actor, async (tx) => {
      const chatId = await sql.ensureChat(
        tx,
        { id: me, name: fullName(writer) },
        { id: other.id, name: fullName(other) },
        message.value,
      );
      const inserted = await sql.insertMessage(tx, { id: message.id, chatId, authorId: me, value: message.value });
      if (!inserted) return (await findSent(tx, me, message))!;
      await publishChatChanged(tx, chatId, [me, other.id]);
      return toMessage(inserted, me);
    });
  }

  /** A transaction in the actor's tenant; NOT_FOUND where chat is disabled. */
  #inChat<T>(actor: TenantActor, work: (tx: TenantTx) => Promise<T>): Promise<T> {
    return this.#database.withTenant(actor, async (tx) => {
      if (!((await ownTenant(tx))?.chatEnabled ?? this.#enabled)) throw notFound();
      return work(tx);
    });
  }

  #requireChat(actor: TenantActor): Promise<void> {
    return this.#inChat(actor, async () => undefined);
  }

  async #findPeople(actor: TenantActor, ids: readonly string[]): Promise<Map<string, sql.PersonRow>> {
    const rows = await this.#database.withGlobal(actor, (tx) => sql.findPeople(tx, actor.tenantId, ids));
    return new Map(rows.map((row) => [row.id, row]));
  }

  async #summarize(actor: TenantActor, row: sql.ChatRow): Promise<ChatSummary> {
    return toSummary(row, (await this.#findPeople(actor, [row.contactId])).get(row.contactId));
  }
}

/** The message that an earlier attempt stored; CONFLICT where its id belongs to a different message. */
async function findSent(tx: TenantTx, me: string, message: NewChatMessage): Promise<ChatMessage | null> {
  const row = await sql.findMessage(tx, message.id);
  if (!row) return null;
  if (row.authorId !== me || row.value !== message.value)
    throw new UserError('CONFLICT', 'Another message has this id.');
  return toMessage(row, me);
}

async function findRecipient(tx: TenantTx, me: string, message: NewChatMessage): Promise<Recipient> {
  if (message.chatId !== undefined) {
    const chat = await requireChatOf(tx, me, message.chatId);
    return { id: chat.contactId, hasChat: true };
  }
  const id = parseId(message.contactId!);
  if (id === null || id === me) throw unknownContact(message.contactId!);
  return { id, hasChat: (await sql.findChatWith(tx, me, id)) !== null };
}

/** Has the open pages of these people fetch a chat again. */
async function publishChatChanged(tx: TenantTx, chatId: string, accounts: readonly string[]): Promise<void> {
  for (const account of accounts) {
    await publish(tx, { kind: 'chat', to: { tenants: [tx.tenantId], account }, data: { chatId } });
  }
}

async function requireChatOf(tx: TenantTx, me: string, id: string): Promise<sql.ChatRow> {
  const chatId = parseId(id);
  const row = chatId === null ? null : await sql.findChat(tx, me, chatId);
  if (!row) throw unknownChat(id);
  return row;
}

async function requireOwnChat(tx: TenantTx, actor: TenantActor, id: string): Promise<sql.ChatRow> {
  if (!participates(actor)) throw unknownChat(id);
  return requireChatOf(tx, accountOf(actor), id);
}

function unknownChat(id: string): UserError {
  return new UserError('NOT_FOUND', `Could not found chat with id of ${id}!`);
}

function unknownContact(id: string): UserError {
  return new UserError('NOT_FOUND', `Could not found contact with id of ${id}!`);
}
