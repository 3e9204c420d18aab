import type { AdministeredAnnouncement, Announcement, AnnouncementChange, NewAnnouncement } from '@rise/contract';
import type { Logger } from 'pino';
import { accountOf, inTenant, SYSTEM, type Actor } from '../kernel/actor.ts';
import type { Database, GlobalTx } from '../kernel/database/database.ts';
import { publish } from '../kernel/events.ts';
import { UserError, notFound } from '../kernel/errors/user-error.ts';
import { applyChange, audienceOf, combinedAudience, toAdministered, toAnnouncement } from './announcements.rules.ts';
import * as sql from './announcements.sql.ts';

/**
 * Another server process may store an announcement with an earlier start: this is the longest delay until this one sees
 * it.
 */
const MAX_WAIT_MS = 60_000;

/** Announcements: what a reader sees, and how global roles manage them. */
export class AnnouncementService {
  readonly #database: Database;
  readonly #log: Logger;
  #timer: NodeJS.Timeout | null = null;
  #running = false;

  constructor({ database, log }: { database: Database; log: Logger }) {
    this.#database = database;
    this.#log = log;
  }

  /** Announcements that are active for the caller, newest first. */
  async list(actor: Actor): Promise<Announcement[]> {
    const accountId = accountOf(actor);
    const [rows, readIds] = await Promise.all([
      this.#listActive(actor),
      this.#database.withGlobal(actor, (tx) => sql.readIds(tx, accountId), 'reads'),
    ]);
    return rows.map((row) => toAnnouncement(row, readIds.has(row.id)));
  }

  /** NOT_FOUND for one that is not active for the caller. */
  async setRead(actor: Actor, id: string, read: boolean): Promise<Announcement> {
    const accountId = accountOf(actor);
    const row = (await this.#listActive(actor)).find((announcement) => announcement.id === id);
    if (!row) throw notFound();
    await this.#database.withGlobal(actor, async (tx) => {
      const changed = read ? await sql.markRead(tx, accountId, [id]) : await sql.markUnread(tx, accountId, id);
      if (changed > 0) await publish(tx, { kind: 'announcements', to: { account: accountId }, data: { id } });
    });
    return toAnnouncement(row, read);
  }

  async markAllRead(actor: Actor): Promise<Announcement[]> {
    const accountId = accountOf(actor);
    const rows = await this.#listActive(actor);
    const ids = rows.map(({ id }) => id);
    await this.#database.withGlobal(actor, async (tx) => {
      const changed = await sql.markRead(tx, accountId, ids);
      if (changed > 0) await publish(tx, { kind: 'announcements', to: { account: accountId } });
    });
    return rows.map((row) => toAnnouncement(row, true));
  }

  /** All announcements, also scheduled and ended ones. */
  async listAll(actor: Actor): Promise<AdministeredAnnouncement[]> {
    return (await this.#database.withGlobal(actor, sql.listAnnouncements, 'reads')).map(toAdministered);
  }

  async create(actor: Actor, announcement: NewAnnouncement): Promise<AdministeredAnnouncement> {
    const row = await this.#database.withGlobal(actor, async (tx) => {
      await checkTenants(tx, announcement.tenants);
      const created = await sql.insertAnnouncement(tx, announcement, actor.accountId);
      if (created.shown) await publishChange(tx, created.id, created.tenants);
      return created;
    });
    if (this.#running) await this.#publishDue();
    return toAdministered(row);
  }

  async change(actor: Actor, id: string, change: AnnouncementChange): Promise<AdministeredAnnouncement> {
    const row = await this.#database.withGlobal(actor, async (tx) => {
      const before = await sql.lockAnnouncement(tx, id);
      if (!before) throw notFound();
      const announcement = applyChange(before, change);
      if (change.tenants) await checkTenants(tx, change.tenants);
      const after = await sql.updateAnnouncement(tx, id, announcement);
      if (before.shown && after.shown)
        await publish(tx, { kind: 'announcements', to: combinedAudience(before.tenants, after.tenants), data: { id } });
      else if (before.shown) await publishChange(tx, id, before.tenants);
      else if (after.shown) await publishChange(tx, id, after.tenants);
      return after;
    });
    if (this.#running) await this.#publishDue();
    return toAdministered(row);
  }

  async withdraw(actor: Actor, id: string): Promise<void> {
    await this.#database.withGlobal(actor, async (tx) => {
      const before = await sql.lockAnnouncement(tx, id);
      if (!before) throw notFound();
      await sql.deleteAnnouncement(tx, id);
      if (before.shown) await publishChange(tx, id, before.tenants);
    });
  }

  /** Starts publishing when announcements start or end, including those due while no server was running. */
  start(): Promise<void> {
    this.#running = true;
    return this.#publishDue();
  }

  close(): void {
    this.#running = false;
    this.#clearTimer();
  }

  /** Publishes announcements that have started or ended, then waits for the next start or end. */
  async #publishDue(): Promise<void> {
    this.#clearTimer();
    let wait = MAX_WAIT_MS;
    try {
      const next = await this.#database.withGlobal(SYSTEM, async (tx) => {
        for (const { id, tenants } of await sql.takeDue(tx)) await publishChange(tx, id, tenants);
        return sql.millisecondsUntilDue(tx);
      });
      wait = Math.min(MAX_WAIT_MS, Math.max(1, next ?? MAX_WAIT_MS));
    } catch (error) {
      this.#log.warn({ err: error }, 'could not check which announcements start or end');
    }
    if (!this.#running) return;
    // A change may have set another timer in the meantime.
    this.#clearTimer();
    this.#timer = setTimeout(() => void this.#publishDue(), wait).unref();
  }

  #clearTimer(): void {
    if (this.#timer) clearTimeout(this.#timer);
  }

  /** Reads inside the actor's tenant, so that row-level security hides other tenants' announcements. */
  #listActive(actor: Actor): Promise<sql.ActiveRow[]> {
    return inTenant(actor)
      ? this.#database.withTenant(actor, (tx) => sql.listActive(tx, actor.tenantId), 'reads')
      : this.#database.withGlobal(actor, (tx) => sql.listActive(tx, null), 'reads');
  }
}

function publishChange(tx: GlobalTx, id: string, tenants: readonly string[] | null): Promise<void> {
  return publish(tx, { kind: 'announcements', to: audienceOf(tenants), data: { id } });
}

async function checkTenants(tx: GlobalTx, tenants: readonly string[] | null): Promise<void> {
  if (tenants === null) return;
  const known = await sql.filterTenants(tx, tenants);
  const details = tenants.flatMap((id, index) =>
    known.has(id) ? [] : [{ field: `tenants.${index}`, message: 'There is no such tenant.' }],
  );
  if (details.length > 0) throw new UserError('VALIDATION_FAILED', undefined, details);
}
