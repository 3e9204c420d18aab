import type { AdministeredAnnouncement, Announcement, AnnouncementChange, NewAnnouncement } from '@rise/contract';
import type { Logger } from 'pino';
import { inTenant, SYSTEM, type Actor } from '../kernel/actor.ts';
import type { Database, GlobalTx } from '../kernel/database.ts';
import { publish } from '../kernel/events.ts';
import { Failure, notFound } from '../kernel/failure.ts';
import { administered, audienceOf, changed, eitherAudience, readable } from './announcements.rules.ts';
import * as sql from './announcements.sql.ts';

export interface AnnouncementService {
  /** What is active for the caller, newest first. */
  list(actor: Actor): Promise<Announcement[]>;
  /** NOT_FOUND for one that is not active for the caller. */
  mark(actor: Actor, id: string, read: boolean): Promise<Announcement>;
  markAll(actor: Actor): Promise<Announcement[]>;
  all(actor: Actor): Promise<AdministeredAnnouncement[]>;
  create(actor: Actor, announcement: NewAnnouncement): Promise<AdministeredAnnouncement>;
  change(actor: Actor, id: string, change: AnnouncementChange): Promise<AdministeredAnnouncement>;
  withdraw(actor: Actor, id: string): Promise<void>;
  /** Begins to tell of starts and ends as they come, and of those that came while no server ran. */
  start(): Promise<void>;
  close(): void;
}

/** Another server process may have been given an announcement to come: this often its date is noticed here too. */
const LONGEST_WAIT_MS = 60_000;

export function createAnnouncements(options: { database: Database; log: Logger }): AnnouncementService {
  const { database, log } = options;
  let timer: NodeJS.Timeout | null = null;
  let running = false;

  /** Tells of what has started or ended, then waits for the next start or end. */
  const turn = async (): Promise<void> => {
    if (timer) clearTimeout(timer);
    let wait = LONGEST_WAIT_MS;
    try {
      const next = await database.withGlobal(SYSTEM, async (tx) => {
        for (const { id, tenants } of await sql.takeTurned(tx)) await tell(tx, id, tenants);
        return sql.untilNextTurn(tx);
      });
      wait = Math.min(LONGEST_WAIT_MS, Math.max(1, next ?? LONGEST_WAIT_MS));
    } catch (error) {
      log.warn({ err: error }, 'starts and ends of announcements could not be looked at');
    }
    if (!running) return;
    if (timer) clearTimeout(timer);
    timer = setTimeout(() => void turn(), wait).unref();
  };

  /** What is active for the actor: read in their tenant, so that the database keeps other tenants' from them. */
  const activeFor = (actor: Actor) =>
    inTenant(actor)
      ? database.withTenant(actor, (tx) => sql.activeFor(tx, actor.tenantId), 'reads')
      : database.withGlobal(actor, (tx) => sql.activeFor(tx, null), 'reads');

  return {
    async list(actor) {
      const accountId = personOf(actor);
      const [rows, read] = await Promise.all([
        activeFor(actor),
        database.withGlobal(actor, (tx) => sql.readBy(tx, accountId), 'reads'),
      ]);
      return rows.map((row) => readable(row, read.has(row.id)));
    },
    async mark(actor, id, read) {
      const accountId = personOf(actor);
      const row = (await activeFor(actor)).find((each) => each.id === id);
      if (!row) throw notFound();
      await database.withGlobal(actor, async (tx) => {
        const change = read ? await sql.markRead(tx, accountId, [id]) : await sql.markUnread(tx, accountId, id);
        if (change > 0) await publish(tx, { kind: 'announcements', to: { account: accountId }, data: { id } });
      });
      return readable(row, read);
    },
    async markAll(actor) {
      const accountId = personOf(actor);
      const rows = await activeFor(actor);
      const ids = rows.map(({ id }) => id);
      await database.withGlobal(actor, async (tx) => {
        const change = await sql.markRead(tx, accountId, ids);
        if (change > 0) await publish(tx, { kind: 'announcements', to: { account: accountId } });
      });
      return rows.map((row) => readable(row, true));
    },
    async all(actor) {
      return (await database.withGlobal(actor, sql.allAnnouncements, 'reads')).map(administered);
    },
    async create(actor, announcement) {
      const row = await database.withGlobal(actor, async (tx) => {
        await checkTenants(tx, announcement.tenants);
        const made = await sql.insertAnnouncement(tx, announcement, actor.accountId);
        if (made.shown) await tell(tx, made.id, made.tenants);
        return made;
      });
      if (running) await turn();
      return administered(row);
    },
    async change(actor, id, change) {
      const row = await database.withGlobal(actor, async (tx) => {
        const before = await sql.holdAnnouncement(tx, id);
        if (!before) throw notFound();
        const after = changed(before, change);
        if (change.tenants) await checkTenants(tx, change.tenants);
        const made = await sql.updateAnnouncement(tx, id, after);
        if (before.shown && made.shown)
          await publish(tx, { kind: 'announcements', to: eitherAudience(before.tenants, made.tenants), data: { id } });
        else if (before.shown) await tell(tx, id, before.tenants);
        else if (made.shown) await tell(tx, id, made.tenants);
        return made;
      });
      if (running) await turn();
      return administered(row);
    },
    withdraw: (actor, id) =>
      database.withGlobal(actor, async (tx) => {
        const before = await sql.holdAnnouncement(tx, id);
        if (!before) throw notFound();
        await sql.deleteAnnouncement(tx, id);
        if (before.shown) await tell(tx, id, before.tenants);
      }),
    start() {
      running = true;
      return turn();
    },
    close() {
      running = false;
      if (timer) clearTimeout(timer);
    },
  };
}

function tell(tx: GlobalTx, id: string, tenants: readonly string[] | null): Promise<void> {
  return publish(tx, { kind: 'announcements', to: audienceOf(tenants), data: { id } });
}

function personOf({ accountId }: Actor): string {
  if (accountId === null) throw new Failure('UNAUTHENTICATED');
  return accountId;
}

async function checkTenants(tx: GlobalTx, tenants: readonly string[] | null): Promise<void> {
  if (tenants === null) return;
  const known = await sql.knownTenants(tx, tenants);
  const details = tenants.flatMap((id, index) =>
    known.has(id) ? [] : [{ field: `tenants.${index}`, message: 'There is no such tenant.' }],
  );
  if (details.length > 0) throw new Failure('VALIDATION_FAILED', undefined, details);
}
