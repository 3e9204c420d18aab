import { MAX_SELECTED, type BulkAction, type BulkResult, type TenantPerson, type TenantRole } from '@rise/contract';
import { SYSTEM, type TenantActor } from '../kernel/actor.ts';
import type { Database, GlobalTx, TenantTx } from '../kernel/database/database.ts';
import { publish } from '../kernel/events.ts';
import { notFound, UserError } from '../kernel/errors/user-error.ts';
import { countOwned, pauseSchedules } from './owned-things.ts';
import { problemOf, refusal, rightsAfter, toListed, toPerson } from './users.rules.ts';
import * as sql from './users.sql.ts';

const MAX_GROUPS = 500;

interface Filter {
  readonly q?: string | undefined;
  readonly role?: TenantRole | undefined;
  readonly group?: string | undefined;
  readonly state?: 'active' | 'disabled' | 'invited' | undefined;
}

interface Change {
  readonly roles?: TenantRole[] | undefined;
  readonly groups?: string[] | undefined;
  readonly attributes?: Record<string, string[]> | undefined;
}

/** The people of a tenant, as its administrators manage them. People of other tenants are NOT_FOUND. */
export class TenantUserService {
  readonly #database: Database;

  constructor({ database }: { database: Database }) {
    this.#database = database;
  }

  async list(
    { tenantId, accountId }: TenantActor,
    { offset, limit, ...filter }: Filter & { offset: number; limit: number },
  ) {
    const page = { offset, limit };
    const found = await this.#read((tx) => sql.listPeople(tx, tenantId, toFilter(filter), page));
    return { people: found.people.map((row) => toListed(accountId, row)), total: found.total };
  }

  async members({ tenantId }: TenantActor, filter: Filter): Promise<{ members: sql.NamedRow[] }> {
    return { members: await this.#read((tx) => sql.listMembers(tx, tenantId, toFilter(filter), MAX_SELECTED)) };
  }

  async groups({ tenantId }: TenantActor): Promise<{ groups: string[] }> {
    return { groups: await this.#read((tx) => sql.listGroups(tx, tenantId, MAX_GROUPS)) };
  }

  async view(actor: TenantActor, id: string): Promise<TenantPerson> {
    const row = await this.#read((tx) => sql.findPerson(tx, actor.tenantId, id));
    if (!row) throw notFound();
    const { owned, administrators } = await this.#database.withTenant(
      actor,
      async (tx) => ({ owned: await countOwned(tx, id), administrators: await sql.listAdministrators(tx) }),
      'reads',
    );
    const isLastAdministrator = administrators.length === 1 && administrators[0] === id;
    return toPerson(row, { owned, isSelf: id === actor.accountId, isLastAdministrator });
  }

  async change(actor: TenantActor, id: string, change: Change): Promise<TenantPerson> {
    await this.#database.withTenant(actor, async (tx) => {
      const before = await requireMember(tx, id);
      await this.#saveRights(tx, id, before, change);
    });
    return this.view(actor, id);
  }

  async disable(actor: TenantActor, id: string): Promise<TenantPerson> {
    await this.#database.withTenant(actor, (tx) => disableIn(tx, actor, id));
    return this.view(actor, id);
  }

  async enable(actor: TenantActor, id: string): Promise<TenantPerson> {
    await this.#database.withTenant(actor, (tx) => enableIn(tx, id));
    return this.view(actor, id);
  }

  /**
   * Each person in a transaction of their own: one who cannot be changed does not keep the others from it. NOT_FOUND where
   * none of them is in the tenant.
   */
  async bulk(actor: TenantActor, { ids, action }: { ids: readonly string[]; action: BulkAction }) {
    const results: BulkResult[] = [];
    for (const id of ids) results.push(await this.#changeOne(actor, id, action));
    if (results.every(({ reason }) => reason === 'missing')) throw notFound();
    return { results };
  }

  async #changeOne(actor: TenantActor, id: string, action: BulkAction): Promise<BulkResult> {
    try {
      const isChanged = await this.#database.withTenant(actor, async (tx) => {
        if (action.kind === 'disable') return disableIn(tx, actor, id);
        if (action.kind === 'enable') return enableIn(tx, id);
        const before = await requireMember(tx, id);
        const after = rightsAfter(before, action);
        if (after) await this.#saveRights(tx, id, before, after);
        return after !== null;
      });
      return { id, outcome: isChanged ? 'done' : 'unchanged', reason: null };
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return { id, outcome: 'failed', reason: problemOf(error) ?? 'missing' };
    }
  }

  async #saveRights(tx: TenantTx, id: string, before: sql.MembershipRow, change: Change): Promise<void> {
    const roles = change.roles ?? before.roles;
    if (roles.length === 0 && !before.sources.includes('claim')) throw refusal('roles', 'VALIDATION_FAILED');
    const save = () =>
      sql.saveRights(tx, id, {
        roles: [...new Set(roles)],
        groups: [...new Set(change.groups ?? before.groups)],
        attributes: change.attributes ?? before.attributes,
      });
    if (before.roles.every((role) => roles.includes(role))) await save();
    else await keepAdministrator(tx, save);
    await publishRights(tx, id);
  }

  /** The people's accounts are above the tenants, so each statement names the tenant. */
  #read<T>(work: (tx: GlobalTx) => Promise<T>): Promise<T> {
    return this.#database.withGlobal(SYSTEM, work, 'reads');
  }
}

const toFilter = ({ q = '', role = undefined, group = undefined, state = undefined }: Filter): sql.PeopleFilter => ({
  q,
  role: role ?? null,
  group: group ?? null,
  state: state ?? null,
});

/** Locked against other changes of people until the transaction ends. */
export async function requireMember(tx: TenantTx, id: string): Promise<sql.MembershipRow> {
  await sql.lockPeople(tx);
  const row = await sql.findMembership(tx, id);
  if (!row) throw notFound();
  return row;
}

/** A tenant that has an administrator keeps one. */
export async function keepAdministrator(tx: TenantTx, change: () => Promise<void>): Promise<void> {
  const before = await sql.listAdministrators(tx);
  await change();
  if (before.length > 0 && (await sql.listAdministrators(tx)).length === 0) throw refusal('last-administrator');
}

/** The person's open pages and streams learn of it when the transaction commits: those that they may not have end. */
export function publishRights(tx: TenantTx, account: string): Promise<void> {
  return publish(tx, { kind: 'session', to: { tenants: [tx.tenantId], account } });
}

async function disableIn(tx: TenantTx, actor: TenantActor, id: string): Promise<boolean> {
  const before = await requireMember(tx, id);
  if (id === actor.accountId) throw refusal('self');
  if (before.isDisabled) return false;
  await keepAdministrator(tx, () => sql.saveDisabled(tx, id, true));
  await sql.endAccess(tx, id);
  await pauseSchedules(tx, id);
  await publishRights(tx, id);
  return true;
}

async function enableIn(tx: TenantTx, id: string): Promise<boolean> {
  const before = await requireMember(tx, id);
  if (!before.isDisabled) return false;
  if (before.sources.length === 0) throw refusal('unassigned');
  await sql.saveDisabled(tx, id, false);
  await publishRights(tx, id);
  return true;
}
