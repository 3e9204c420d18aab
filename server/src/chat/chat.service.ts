import type {
  Chat,
  ChatContact,
  ChatContactDetails,
  ChatMessage,
  ChatSummary,
  Language,
  NewChatMessage,
} from '@rise/contract';
import type { TenantActor } from '../kernel/actor.ts';
import type { Database, TenantTx } from '../kernel/database.ts';
import { publish } from '../kernel/events.ts';
import { Failure, notFound } from '../kernel/failure.ts';
import { ownTenant } from '../tenants/tenants.service.ts';
import { mayBeWrittenTo, takesPart } from './chat.policy.ts';
import { byName, contactOf, messageOf, nameOf, PAGE, readId, summaryOf, withDetails } from './chat.rules.ts';
import * as sql from './chat.sql.ts';

export type ChatService = ReturnType<typeof createChats>;

export interface ChatOptions {
  readonly database: Database;
  /** Whether tenants have chat that have not decided. */
  readonly enabled: boolean;
}

/** Which part of a chat is read: the end, or what stands before or after one of its messages. */
export interface ChatPlace {
  readonly id: string;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** Direct messages between two people of one tenant. Where a tenant has no chat, nothing of it is found. */
export function createChats({ database, enabled }: ChatOptions) {
  /** A transaction in the actor's tenant, for a tenant that has chat. */
  const inChat = <T>(actor: TenantActor, work: (tx: TenantTx) => Promise<T>): Promise<T> =>
    database.withTenant(actor, async (tx) => {
      if (!((await ownTenant(tx))?.chatEnabled ?? enabled)) throw notFound();
      return work(tx);
    });

  const people = async (actor: TenantActor, ids: readonly string[]): Promise<Map<string, sql.PersonRow>> => {
    const rows = await database.withGlobal(actor, (tx) => sql.people(tx, actor.tenantId, ids));
    return new Map(rows.map((row) => [row.id, row]));
  };

  const summary = async (actor: TenantActor, row: sql.ChatRow): Promise<ChatSummary> =>
    summaryOf(row, (await people(actor, [row.contactId])).get(row.contactId));

  /** What was asked for with these words before; a retry gets the message that the first try wrote. */
  const already = async (tx: TenantTx, me: string, sent: NewChatMessage): Promise<ChatMessage | null> => {
    const written = await sql.messageById(tx, sent.id);
    if (!written) return null;
    if (written.authorId !== me || written.value !== sent.value)
      throw new Failure('CONFLICT', 'Another message has this id.');
    return messageOf(written, me);
  };

  /** Whom a new message is for. */
  const recipient = async (tx: TenantTx, me: string, sent: NewChatMessage): Promise<{ id: string; begun: boolean }> => {
    if (sent.chatId !== undefined) return { id: (await mine(tx, me, sent.chatId)).contactId, begun: true };
    const id = readId(sent.contactId!);
    if (id === null || id === me) throw unknownContact(sent.contactId!);
    return { id, begun: (await sql.chatWith(tx, me, id)) !== null };
  };

  return {
    async list(actor: TenantActor): Promise<ChatSummary[]> {
      const rows = await inChat(actor, async (tx) => (takesPart(actor) ? sql.listChats(tx, self(actor)) : []));
      const found = await people(
        actor,
        rows.map(({ contactId }) => contactId),
      );
      return rows.map((row) => summaryOf(row, found.get(row.contactId)));
    },

    /** NOT_FOUND for a chat of others, of another tenant, or none. An unknown `before` or `after` has nothing around it. */
    async read(actor: TenantActor, { id, before, after }: ChatPlace): Promise<Chat> {
      const me = self(actor);
      const { row, rows } = await inChat(actor, async (tx) => {
        const found = await own(tx, actor, id);
        const asked = after
          ? sql.messagesAfter(tx, found.id, after, PAGE + 1)
          : sql.messagesOf(tx, found.id, before ?? null, PAGE + 1);
        return { row: found, rows: await asked };
      });
      const messages = rows.slice(0, PAGE).map((message) => messageOf(message, me));
      const more = rows.length > PAGE;
      return {
        ...(await summary(actor, row)),
        messages: after ? messages : messages.toReversed(),
        earlier: after ? messages.length > 0 : more,
        later: after ? more : before !== undefined && messages.length > 0,
      };
    },

    async update(actor: TenantActor, id: string, change: { muted?: boolean; unreadCount?: 0 }): Promise<ChatSummary> {
      const row = await inChat(actor, async (tx) => {
        const found = await own(tx, actor, id);
        await sql.updatePerson(tx, self(actor), found.id, {
          muted: change.muted ?? null,
          read: change.unreadCount === 0,
        });
        await tell(tx, found.id, [self(actor)]);
        return own(tx, actor, id);
      });
      return summary(actor, row);
    },

    /** Colleagues to write to, without oneself. */
    async contacts(actor: TenantActor, language: Language): Promise<ChatContact[]> {
      await inChat(actor, async () => undefined);
      if (!takesPart(actor)) return [];
      const rows = await database.withGlobal(actor, (tx) => sql.members(tx, actor.tenantId));
      const others = rows.filter((row) => row.id !== actor.accountId && mayBeWrittenTo(row));
      return byName(
        others.map((row) => contactOf(row.id, row, '')),
        language,
      );
    },

    /** A colleague, or the other person of one of one's chats. */
    async contact(actor: TenantActor, id: string): Promise<ChatContactDetails> {
      const known = readId(id);
      const begun = await inChat(actor, async (tx) => {
        if (known === null || known === actor.accountId || !takesPart(actor)) throw unknownContact(id);
        const chatId = await sql.chatWith(tx, self(actor), known);
        return chatId === null ? null : sql.chatById(tx, self(actor), chatId);
      });
      const person = (await people(actor, [known!])).get(known!);
      const contact = contactOf(known!, person, begun?.contactName ?? '');
      if (!contact.active && !begun) throw unknownContact(id);
      return withDetails(contact, person?.email ?? '');
    },

    async profile(actor: TenantActor) {
      await inChat(actor, async () => undefined);
      const person = (await people(actor, [self(actor)])).get(self(actor))!;
      return { id: person.id, name: nameOf(person), email: person.email, avatar: person.avatar };
    },

    /** Writes a message once, however often it is sent; CONFLICT where the person can no longer be written to. */
    async write(actor: TenantActor, sent: NewChatMessage): Promise<ChatMessage> {
      const me = self(actor);
      const to = await inChat(actor, async (tx) => {
        if (!takesPart(actor))
          throw sent.chatId === undefined ? unknownContact(sent.contactId!) : unknownChat(sent.chatId);
        const before = await already(tx, me, sent);
        return before ? { written: before } : recipient(tx, me, sent);
      });
      if ('written' in to) return to.written;
      const found = await people(actor, [me, to.id]);
      const [writer, other] = [found.get(me), found.get(to.id)];
      if (!writer || !other || !mayBeWrittenTo(other)) {
        if (!to.begun) throw unknownContact(sent.contactId!);
        throw new Failure('CONFLICT', 'This person can no longer be written to.');
      }
      return inChat(actor, async (tx) => {
        const chatId = await sql.beginChat(
          tx,
          { id: me, name: nameOf(writer) },
          { id: other.id, name: nameOf(other) },
          sent.value,
        );
        const written = await sql.insertMessage(tx, { id: sent.id, chatId, authorId: me, value: sent.value });
        if (!written) return (await already(tx, me, sent))!;
        await tell(tx, chatId, [me, other.id]);
        return messageOf(written, me);
      });
    },
  };
}

/** Has the open pages of these people fetch a chat again. */
async function tell(tx: TenantTx, chatId: string, accounts: readonly string[]): Promise<void> {
  for (const account of accounts) {
    await publish(tx, { kind: 'chat', to: { tenants: [tx.tenantId], account }, data: { chatId } });
  }
}

function self(actor: TenantActor): string {
  if (actor.accountId === null) throw new Failure('UNAUTHENTICATED');
  return actor.accountId;
}

async function mine(tx: TenantTx, me: string, id: string): Promise<sql.ChatRow> {
  const known = readId(id);
  const row = known === null ? null : await sql.chatById(tx, me, known);
  if (!row) throw unknownChat(id);
  return row;
}

async function own(tx: TenantTx, actor: TenantActor, id: string): Promise<sql.ChatRow> {
  if (!takesPart(actor)) throw unknownChat(id);
  return mine(tx, self(actor), id);
}

function unknownChat(id: string): Failure {
  return new Failure('NOT_FOUND', `Could not found chat with id of ${id}!`);
}

function unknownContact(id: string): Failure {
  return new Failure('NOT_FOUND', `Could not found contact with id of ${id}!`);
}
