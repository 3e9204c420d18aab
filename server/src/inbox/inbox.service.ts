import type { IconName, InboxChange, Language, LocalizedText, NewInboxItem } from '@rise/contract';
import type { TenantActor } from '../kernel/actor.ts';
import type { Database, TenantTx } from '../kernel/database.ts';
import { publish, type NewEvent } from '../kernel/events.ts';
import { Failure, notFound } from '../kernel/failure.ts';
import { changed, MOST_ITEMS, told } from './inbox.rules.ts';
import * as sql from './inbox.sql.ts';

export type InboxService = ReturnType<typeof createInbox>;

/** A person's own messages, or their notifications: nobody else's, of this tenant only. Others' are not found. */
export function createInbox(options: { database: Database; kind: sql.Kind }) {
  const { database, kind } = options;
  const inboxOf = (actor: TenantActor): sql.Inbox => {
    if (actor.accountId === null) throw new Failure('UNAUTHENTICATED');
    return { accountId: actor.accountId, kind };
  };
  const found = (row: sql.ItemRow | null): sql.ItemRow => {
    if (!row) throw notFound();
    return row;
  };

  /** Does something to the person's items, and has their open pages fetch them again. */
  const changing = <T>(actor: TenantActor, work: (tx: TenantTx) => Promise<T>): Promise<T> =>
    database.withTenant(actor, async (tx) => {
      const result = await work(tx);
      await publish(tx, hint(tx, kind, inboxOf(actor).accountId));
      return result;
    });

  return {
    async list(actor: TenantActor, language: Language) {
      const rows = await database.withTenant(actor, (tx) => sql.newestItems(tx, inboxOf(actor), MOST_ITEMS), 'reads');
      return rows.map((row) => told(row, language));
    },

    async add(actor: TenantActor, item: NewInboxItem, language: Language) {
      const { accountId } = inboxOf(actor);
      const [row] = await changing(actor, (tx) => insert(tx, kind, [accountId], item));
      return told(row!, language);
    },

    async change(actor: TenantActor, id: string, change: InboxChange, language: Language) {
      return changing(actor, async (tx) => {
        const item = changed(found(await sql.heldItem(tx, inboxOf(actor), id)), change, language);
        await sql.writeItem(tx, inboxOf(actor), item);
        return told(item, language);
      });
    },

    async remove(actor: TenantActor, id: string, language: Language) {
      const row = await changing(actor, async (tx) => found(await sql.deleteItem(tx, inboxOf(actor), id)));
      return told(row, language);
    },

    async setRead(actor: TenantActor, id: string, read: boolean, language: Language) {
      const row = await changing(actor, async (tx) => found(await sql.setRead(tx, inboxOf(actor), id, read)));
      return told(row, language);
    },

    async readAll(actor: TenantActor): Promise<true> {
      await changing(actor, (tx) => sql.readAll(tx, inboxOf(actor)));
      return true;
    },
  };
}

/** Something that happened, told to people in their own language. */
export interface News {
  readonly icon: IconName;
  readonly title: LocalizedText;
  readonly description: LocalizedText;
  /** A path of the portal. */
  readonly link: string | null;
}

/**
 * Notifies people of a tenant, in the transaction in which it happened: it is told if and only if it is true.
 * `everybody`: all who belong to the tenant now.
 */
export async function notify(tx: TenantTx, people: readonly string[] | 'everybody', news: News): Promise<void> {
  const accountIds = people === 'everybody' ? await sql.members(tx) : [...new Set(people)];
  await insert(tx, 'notification', accountIds, {
    ...news,
    image: null,
    read: false,
    useRouter: news.link !== null,
  });
  if (people === 'everybody') await publish(tx, hint(tx, 'notification'));
  else for (const accountId of accountIds) await publish(tx, hint(tx, 'notification', accountId));
}

/** To be published: one person's items changed, or without `account` everybody's in the tenant. */
function hint(tx: TenantTx, kind: sql.Kind, account?: string): NewEvent {
  return { kind: `${kind}s`, to: { tenants: [tx.tenantId], ...(account !== undefined && { account }) } };
}

async function insert(
  tx: TenantTx,
  kind: sql.Kind,
  accountIds: readonly string[],
  item: sql.NewItem,
): Promise<sql.ItemRow[]> {
  await sql.makeRoom(tx, kind, accountIds, { most: MOST_ITEMS, wanted: 1 });
  return sql.insertItems(tx, kind, accountIds, item);
}
