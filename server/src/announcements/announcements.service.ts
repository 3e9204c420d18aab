import {
  ANNOUNCEMENT_PAGE,
  type AdministeredAnnouncement,
  type AdministeredAnnouncements,
  type Announcement,
  type AnnouncementChange,
  type AnnouncementReaders,
  type AnnouncementState,
  type Language,
  type NewAnnouncement,
} from '@rise/contract';
import type { Logger } from 'pino';
import { accountOf, inTenant, SYSTEM, type Actor } from '../kernel/actor.ts';
import type { Database, GlobalTx } from '../kernel/database/database.ts';
import { publish } from '../kernel/events.ts';
import { UserError, notFound } from '../kernel/errors/user-error.ts';
import { activeTenants } from '../tenants/tenants.service.ts';
import { countOthers, countReaders } from './announcement-readers.sql.ts';
import {
  applyChange,
  audienceOf,
  combinedAudience,
  requireLaterEndFromNow,
  toAdministered,
  toAnnouncement,
} from './announcements.rules.ts';
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

  /** Announcements that are active for the caller, newest first, in all languages. */
  listActive(actor: Actor): Promise<sql.ActiveRow[]> {
    return this.#listActive(actor);
  }

  /** The same in one language, with what the caller has read. */
  async list(actor: Actor, language: Language): Promise<Announcement[]> {
    const accountId = accountOf(actor);
    const [rows, readIds] = await Promise.all([
      this.#listActive(actor),
      this.#database.withGlobal(actor, (tx) => sql.readIds(tx, accountId), 'reads'),
    ]);
    return rows.map((row) => toAnnouncement(row, readIds.has(row.id), language));
  }

  /** NOT_FOUND for one that is not active for the caller. */
  async setRead(actor: Actor, id: string, read: boolean, language: Language): Promise<Announcement> {
    const accountId = accountOf(actor);
    const row = (await this.#listActive(actor)).find((announcement) => announcement.id === id);
    if (!row) throw notFound();
    await this.#database.withGlobal(actor, async (tx) => {
      const changed = read ? await sql.markRead(tx, accountId, [id]) : await sql.markUnread(tx, accountId, id);
      if (changed > 0) await publish(tx, { kind: 'announcements', to: { account: accountId }, data: { id } });
    });
    return toAnnouncement(row, read, language);
  }

  async markAllRead(actor: Actor, language: Language): Promise<Announcement[]> {
    const accountId = accountOf(actor);
    const rows = await this.#listActive(actor);
    const ids = rows.map(({ id }) => id);
    await this.#database.withGlobal(actor, async (tx) => {
      const changed = await sql.markRead(tx, accountId, ids);
      if (changed > 0) await publish(tx, { kind: 'announcements', to: { account: accountId } });
    });
    return rows.map((row) => toAnnouncement(row, true, language));
  }

  /** A page of the announcements of one state, or of all. */
  async listAll(actor: Actor, state: AnnouncementState | null, page: number): Promise<AdministeredAnnouncements> {
    const [found, tenants] = await Promise.all([
      this.#database.withGlobal(
        actor,
        async (tx) => ({
          rows: await sql.listAnnouncements(tx, {
            state,
            limit: ANNOUNCEMENT_PAGE,
            offset: (page - 1) * ANNOUNCEMENT_PAGE,
          }),
          counts: await sql.countByState(tx),
        }),
        'reads',
      ),
      activeTenants(this.#database),
    ]);
    const countOf = (each: AnnouncementState) => found.counts.get(each) ?? 0;
    const counts = {
      draft: countOf('draft'),
      scheduled: countOf('scheduled'),
      active: countOf('active'),
      ended: countOf('ended'),
    };
    return {
      announcements: found.rows.map(toAdministered),
      total: state === null ? Object.values(counts).reduce((sum, count) => sum + count, 0) : counts[state],
      counts,
      tenants: tenants.map(({ id, name }) => ({ id, name })),
    };
  }

  async get(actor: Actor, id: string): Promise<AdministeredAnnouncement> {
    return toAdministered(await this.#database.withGlobal(actor, (tx) => requireAnnouncement(tx, id), 'reads'));
  }

  /** How many may read it and how many have, by tenant. */
  countReaders(actor: Actor, id: string): Promise<AnnouncementReaders> {
    return this.#database.withGlobal(
      actor,
      async (tx) => {
        const announcement = await requireAnnouncement(tx, id);
        const tenants = await countReaders(tx, announcement);
        return { tenants, others: announcement.tenants === null ? await countOthers(tx, announcement) : null };
      },
      'reads',
    );
  }

  async create(actor: Actor, announcement: NewAnnouncement): Promise<AdministeredAnnouncement> {
    if (announcement.publish) requireLaterEndFromNow(announcement);
    const row = await this.#database.withGlobal(actor, async (tx) => {
      await checkTenants(tx, announcement.tenants);
      const created = await sql.insertAnnouncement(tx, announcement, actor.accountId);
      actor.record?.note({ after: created }, created.id);
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
      actor.record?.note({ before, after });
      if (before.shown && after.shown)
        await publish(tx, { kind: 'announcements', to: combinedAudience(before.tenants, after.tenants), data: { id } });
      else if (before.shown) await publishChange(tx, id, before.tenants);
      else if (after.shown) await publishChange(tx, id, after.tenants);
      return after;
    });
    if (this.#running) await this.#publishDue();
    return toAdministered(row);
  }

  /** Ends an active one now; CONFLICT for any other. */
  async end(actor: Actor, id: string): Promise<AdministeredAnnouncement> {
    const row = await this.#database.withGlobal(actor, async (tx) => {
      const before = await sql.lockAnnouncement(tx, id);
      if (!before) throw notFound();
      if (before.state !== 'active') throw new UserError('CONFLICT');
      const after = await sql.endAnnouncement(tx, id);
      if (before.shown) await publishChange(tx, id, before.tenants);
      return after;
    });
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
      ? this.#database.withTenant(actor, (tx) => sql.listActive(tx, actor.tenantId, actor.roles), 'reads')
      : this.#database.withGlobal(actor, (tx) => sql.listActive(tx, null, actor.roles), 'reads');
  }
}

async function requireAnnouncement(tx: GlobalTx, id: string): Promise<sql.AnnouncementRow> {
  const row = await sql.findAnnouncement(tx, id);
  if (!row) throw notFound();
  return row;
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
