import {
  SUPPORT_PAGE,
  type NewSupportVisit,
  type OwnSupportVisit,
  type SupportAccess,
  type SupportVisit,
  type SupportVisitState,
  type TenantSupport,
} from '@rise/contract';
import { notify } from '../inbox/inbox.service.ts';
import { accountOf, type Actor, type TenantActor } from '../kernel/actor.ts';
import { writeRecord } from '../kernel/audit.ts';
import type { Database, TenantTx } from '../kernel/database/database.ts';
import { notFound, UserError } from '../kernel/errors/user-error.ts';
import { publish } from '../kernel/events.ts';
import { authorOf } from '../models/author.service.ts';
import { visitAllowedNotification, visitRequestNotification } from './support-notices.rules.ts';
import * as sql from './support-visits.sql.ts';

const CHANGED = 'Someone has decided on this visit, or it is over. Reload the page.';

/** Visits of people above the tenants, as those see them who ask, and those who decide. Entering is the session's. */
export class SupportVisitService {
  readonly #database: Database;

  constructor({ database }: { database: Database }) {
    this.#database = database;
  }

  read(actor: TenantActor, page = 1): Promise<TenantSupport> {
    return this.#database.withTenant(actor, (tx) => describe(tx, page), 'reads');
  }

  /** 'never' ends what lasts, and takes back what was allowed. */
  async setAccess(actor: TenantActor, access: SupportAccess): Promise<TenantSupport> {
    const by = await authorOf(this.#database, actor);
    await this.#database.withGlobal(actor, async (tx) => {
      await sql.lockSupport(tx, actor.tenantId);
      const before = await sql.setAccess(tx, actor.tenantId, access);
      if (access === 'never') await sql.endOpenVisits(tx, actor.tenantId, by);
      actor.record?.note({ before: { access: before }, after: { access } });
      await publish(tx, { kind: 'session', to: { tenants: [actor.tenantId] } });
    });
    return this.read(actor);
  }

  /** CONFLICT where it does not wait any more, and for the visitor: nobody lets themselves in. */
  allow(actor: TenantActor, id: string): Promise<TenantSupport> {
    return this.#decide(actor, id, ['requested'], async (tx, by) => {
      const visit = await sql.findVisit(tx, id);
      if (visit!.accountId === actor.accountId)
        throw new UserError('CONFLICT', 'Another administrator has to allow your own visit.');
      if ((await sql.readAccess(tx)) === 'never')
        throw new UserError('CONFLICT', 'Your setting lets nobody in. Change it first.');
      await sql.allowVisit(tx, id, by);
    });
  }

  decline(actor: TenantActor, id: string): Promise<TenantSupport> {
    return this.#decide(actor, id, ['requested'], (tx, by) => sql.declineVisit(tx, id, by));
  }

  /** The person's next request, and their open streams, are outside the tenant. */
  end(actor: TenantActor, id: string): Promise<TenantSupport> {
    return this.#decide(actor, id, ['allowed', 'active'], (tx, by) => sql.endVisit(tx, id, by));
  }

  async listOwn(actor: Actor): Promise<{ visits: OwnSupportVisit[] }> {
    const rows = await this.#database.withGlobal(actor, (tx) => sql.listOwn(tx, accountOf(actor)), 'reads');
    return { visits: rows.map(toOwn) };
  }

  /** NOT_FOUND for an unknown tenant; CONFLICT where it lets nobody in, is suspended, or a visit is open already. */
  async request(actor: Actor, tenantId: string, { reason, minutes }: NewSupportVisit): Promise<OwnSupportVisit> {
    const accountId = accountOf(actor);
    const name = await this.#database.withGlobal(actor, (tx) => sql.findPersonName(tx, accountId), 'reads');
    // Above the tenants the route records the request; in the tenant it is recorded beside the visit.
    const inside: TenantActor = { ...actor, tenantId, record: undefined };
    const id = await this.#database.withTenant(inside, async (tx) => {
      await sql.lockSupport(tx, tenantId);
      const access = await sql.readAccess(tx);
      if (access === null) throw notFound();
      if (access === 'never')
        throw new UserError(
          'CONFLICT',
          'This organization lets nobody in for support. Its administrators can change that under Organization.',
        );
      if (await sql.hasOpen(tx, accountId))
        throw new UserError('CONFLICT', 'You have asked already. Enter, or withdraw that request first.');
      const isAllowed = access === 'always';
      const created = await sql.insertVisit(tx, { ...name!, accountId, reason, minutes, isAllowed });
      const details = { reason, minutes, allowed: isAllowed };
      await writeRecord(tx, inside, { action: 'support-visit.request', outcome: 'done', target: created, details });
      const notice = isAllowed ? visitAllowedNotification : visitRequestNotification;
      await notify(tx, await sql.listAdministrators(tx), notice(name!.person, reason));
      return created;
    });
    actor.record?.note({ reason, minutes });
    return this.#findOwn(actor, id);
  }

  /** NOT_FOUND for another person's; CONFLICT for one that is over. */
  async leave(actor: Actor, id: string): Promise<OwnSupportVisit> {
    const { tenant } = await this.#findOwn(actor, id);
    const by = await authorOf(this.#database, actor);
    const inside: TenantActor = { ...actor, tenantId: tenant.id, record: undefined };
    await this.#database.withTenant(inside, async (tx) => {
      await requireState(tx, id, ['requested', 'allowed', 'active']);
      await sql.endVisit(tx, id, by);
      await writeRecord(tx, inside, { action: 'support-visit.leave', outcome: 'done', target: id });
      await publish(tx, { kind: 'session', to: { tenants: [tenant.id] } });
    });
    return this.#findOwn(actor, id);
  }

  async #findOwn(actor: Actor, id: string): Promise<OwnSupportVisit> {
    const row = await this.#database.withGlobal(actor, (tx) => sql.findOwn(tx, accountOf(actor), id), 'reads');
    if (!row) throw notFound();
    return toOwn(row);
  }

  async #decide(
    actor: TenantActor,
    id: string,
    from: readonly SupportVisitState[],
    change: (tx: TenantTx, by: string | null) => Promise<void>,
  ): Promise<TenantSupport> {
    const by = await authorOf(this.#database, actor);
    return this.#database.withTenant(actor, async (tx) => {
      const { person, reason } = await requireState(tx, id, from);
      await change(tx, by);
      actor.record?.note({ person, reason });
      // Pages of the tenant show who is there; the visitor's streams check their rights and end.
      await publish(tx, { kind: 'session', to: { tenants: [tx.tenantId] } });
      return describe(tx, 1);
    });
  }
}

async function requireState(tx: TenantTx, id: string, states: readonly SupportVisitState[]): Promise<sql.VisitRow> {
  await sql.lockSupport(tx, tx.tenantId);
  const visit = await sql.findVisit(tx, id);
  if (!visit) throw notFound();
  if (!states.includes(visit.state)) throw new UserError('CONFLICT', CHANGED);
  return visit;
}

async function describe(tx: TenantTx, page: number): Promise<TenantSupport> {
  const rows = await sql.listVisits(tx, { most: SUPPORT_PAGE, offset: (page - 1) * SUPPORT_PAGE });
  const access = await sql.readAccess(tx);
  if (access === null) throw notFound();
  return { access, visits: rows.map(toVisit), total: await sql.countVisits(tx) };
}

const toVisit = ({
  id,
  state,
  person,
  email,
  reason,
  minutes,
  requestedAt,
  enteredAt,
  endsAt,
  decidedBy,
  endedBy,
}: sql.VisitRow): SupportVisit => ({
  id,
  state,
  person,
  email,
  reason,
  minutes,
  requestedAt: requestedAt.toISOString(),
  decidedBy,
  enteredAt: enteredAt?.toISOString() ?? null,
  endsAt: endsAt?.toISOString() ?? null,
  endedBy,
});

const toOwn = (row: sql.OwnVisitRow): OwnSupportVisit => ({
  ...toVisit(row),
  tenant: { id: row.tenantId, name: row.tenantName },
});
