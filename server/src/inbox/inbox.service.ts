import type { IconName, InboxChange, Language, LocalizedText, NewInboxItem, NotificationKind } from '@rise/contract';
import { accountOf, type TenantActor } from '../kernel/actor.ts';
import type { Database, TenantTx } from '../kernel/database/database.ts';
import { publish, type NewEvent } from '../kernel/events.ts';
import { notFound } from '../kernel/errors/user-error.ts';
import { withoutMuting } from '../notification-choices/notification-choices.service.ts';
import { applyChange, MAX_ITEMS, toItem } from './inbox.rules.ts';
import * as sql from './inbox.sql.ts';

/** A person's messages, or their notifications, in one tenant; other people's are NOT_FOUND. */
export class InboxService {
  readonly #database: Database;
  readonly #kind: sql.Kind;

  constructor({ database, kind }: { database: Database; kind: sql.Kind }) {
    this.#database = database;
    this.#kind = kind;
  }

  async list(actor: TenantActor, language: Language) {
    const inbox = this.#inboxOf(actor);
    const rows = await this.#database.withTenant(actor, (tx) => sql.newestItems(tx, inbox, MAX_ITEMS), 'reads');
    return rows.map((row) => toItem(row, language));
  }

  async add(actor: TenantActor, item: NewInboxItem, language: Language) {
    const { accountId } = this.#inboxOf(actor);
    const [row] = await this.#write(actor, (tx) => insert(tx, this.#kind, [accountId], item));
    return toItem(row!, language);
  }

  async change(actor: TenantActor, id: string, change: InboxChange, language: Language) {
    const inbox = this.#inboxOf(actor);
    return this.#write(actor, async (tx) => {
      const item = applyChange(match(await sql.lockItem(tx, inbox, id)), change, language);
      await sql.updateItem(tx, inbox, item);
      return toItem(item, language);
    });
  }

  async remove(actor: TenantActor, id: string, language: Language) {
    const inbox = this.#inboxOf(actor);
    return toItem(await this.#write(actor, async (tx) => match(await sql.deleteItem(tx, inbox, id))), language);
  }

  async setRead(actor: TenantActor, id: string, read: boolean, language: Language) {
    const inbox = this.#inboxOf(actor);
    return toItem(await this.#write(actor, async (tx) => match(await sql.setRead(tx, inbox, id, read))), language);
  }

  async markAllRead(actor: TenantActor): Promise<true> {
    const inbox = this.#inboxOf(actor);
    await this.#write(actor, (tx) => sql.markAllRead(tx, inbox));
    return true;
  }

  #inboxOf(actor: TenantActor): sql.Inbox {
    return { accountId: accountOf(actor), kind: this.#kind };
  }

  /** Changes the person's items and has their open pages fetch them again. */
  #write<T>(actor: TenantActor, work: (tx: TenantTx) => Promise<T>): Promise<T> {
    return this.#database.withTenant(actor, async (tx) => {
      const result = await work(tx);
      await publish(tx, itemsChanged(tx, this.#kind, this.#inboxOf(actor).accountId));
      return result;
    });
  }
}

function match(row: sql.ItemRow | null): sql.ItemRow {
  if (!row) throw notFound();
  return row;
}

/** A notification in each language. */
export interface NewNotification {
  /** What people switch on and off. */
  readonly kind: NotificationKind;
  readonly icon: IconName;
  readonly title: LocalizedText;
  readonly description: LocalizedText;
  /** A path of the portal. */
  readonly link: string | null;
}

/**
 * Notifies people of a tenant in the transaction that changes what the notification is about, except those who switched
 * its kind off. `everybody`: all current members.
 */
export async function notify(
  tx: TenantTx,
  people: readonly string[] | 'everybody',
  { kind, ...notification }: NewNotification,
): Promise<void> {
  const addressed = people === 'everybody' ? await sql.listMembers(tx) : [...new Set(people)];
  const accountIds = await withoutMuting(tx, addressed, kind, 'portal');
  await insert(tx, 'notification', accountIds, {
    ...notification,
    image: null,
    read: false,
    useRouter: notification.link !== null,
  });
  if (people === 'everybody') await publish(tx, itemsChanged(tx, 'notification'));
  else for (const accountId of accountIds) await publish(tx, itemsChanged(tx, 'notification', accountId));
}

/** The invalidation event for one person's items, or without `account` for everyone's in the tenant. */
function itemsChanged(tx: TenantTx, kind: sql.Kind, account?: string): NewEvent {
  return { kind: `${kind}s`, to: { tenants: [tx.tenantId], ...(account !== undefined && { account }) } };
}

async function insert(
  tx: TenantTx,
  kind: sql.Kind,
  accountIds: readonly string[],
  item: sql.NewItem,
): Promise<sql.ItemRow[]> {
  await sql.makeRoom(tx, kind, accountIds, { max: MAX_ITEMS, adding: 1 });
  return sql.insertItems(tx, kind, accountIds, item);
}
