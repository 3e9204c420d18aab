import { MAX_SELECTED, type BulkAction, type BulkResult, type TenantPerson, type TenantRole } from '@rise/contract';
import { SYSTEM, type TenantActor } from '../kernel/actor.ts';
import { writeRecord } from '../kernel/audit.ts';
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
  readonly unseenDays?: number | undefined;
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
    { sort, descending, offset, limit, ...filter }: Filter & sql.PeoplePage,
  ) {
    const page = { sort, descending, offset, limit };
    const found = await this.#read((tx) => sql.listPeople(tx, tenantId, toFilter(filter), page));
    return { people: found.people.map((row) => toListed(accountId, row)), total: found.total };
  }

  async members({ tenantId }: TenantActor, filter: Filter): Promise<{ members: sql.NamedRow[]; total: number }> {
    return this.#read((tx) => sql.listMembers(tx, tenantId, toFilter(filter), MAX_SELECTED));
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
      actor.record?.note(await this.#saveRights(tx, id, before, change));
    });
    return this.view(actor, id);
  }

  async disable(actor: TenantActor, id: string): Promise<TenantPerson> {
    await this.#database.withTenant(actor, async (tx) => {
      if (await disableIn(tx, actor, id)) actor.record?.note(toDisabled(true));
    });
    return this.view(actor, id);
  }

  async enable(actor: TenantActor, id: string): Promise<TenantPerson> {
    await this.#database.withTenant(actor, async (tx) => {
      if (await enableIn(tx, id)) actor.record?.note(toDisabled(false));
    });
    return this.view(actor, id);
  }

  /**
   * Each person in a transaction of their own: one who cannot be changed does not keep the others from it. NOT_FOUND where
   * none of them is in the tenant.
   */
  async bulk(actor: TenantActor, { ids, action }: { ids: readonly string[]; action: BulkAction }) {
    const results: BulkResult[] = [];
    actor.record?.note({ action, people: ids.length });
    for (const id of ids) results.push(await this.#changeOne(actor, id, action));
    if (results.every(({ reason }) => reason === 'missing')) throw notFound();
    return { results };
  }

  async #changeOne(actor: TenantActor, id: string, action: BulkAction): Promise<BulkResult> {
    try {
      const isChanged = await this.#database.withTenant(actor, async (tx) => {
        const change = await this.#changeIn(tx, actor, id, action);
        if (!change) return false;
        // Beside the record of the request: each person is found by who was changed.
        await writeRecord(tx, actor, {
          action: 'user.bulk',
          outcome: 'done',
          target: id,
          details: { action, ...change },
        });
        return true;
      });
      return { id, outcome: isChanged ? 'done' : 'unchanged', reason: null };
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return { id, outcome: 'failed', reason: problemOf(error) ?? 'missing' };
    }
  }

  /** What a change of many does to one person; null where they had it already. */
  async #changeIn(tx: TenantTx, actor: TenantActor, id: string, action: BulkAction): Promise<Difference | null> {
    if (action.kind === 'disable') return (await disableIn(tx, actor, id)) ? toDisabled(true) : null;
    if (action.kind === 'enable') return (await enableIn(tx, id)) ? toDisabled(false) : null;
    const before = await requireMember(tx, id);
    const after = rightsAfter(before, action);
    return after && this.#saveRights(tx, id, before, after);
  }

  async #saveRights(tx: TenantTx, id: string, before: sql.MembershipRow, change: Change): Promise<Difference> {
    const roles = change.roles ?? before.roles;
    if (roles.length === 0 && before.provisioned.length === 0 && !before.sources.includes('claim'))
      throw refusal('roles', 'VALIDATION_FAILED');
    const after = {
      roles: [...new Set(roles)],
      groups: [...new Set(change.groups ?? before.groups)],
      attributes: change.attributes ?? before.attributes,
    };
    const save = () => sql.saveRights(tx, id, after);
    if (before.roles.every((role) => roles.includes(role))) await save();
    else await keepAdministrator(tx, save);
    await publishRights(tx, id);
    const { roles: had, groups, attributes } = before;
    return { before: { roles: had, groups, attributes }, after };
  }

  /** The people's accounts are above the tenants, so each statement names the tenant. */
  #read<T>(work: (tx: GlobalTx) => Promise<T>): Promise<T> {
    return this.#database.withGlobal(SYSTEM, work, 'reads');
  }
}

/** For the audit trail. */
type Difference = Readonly<Record<'before' | 'after', Readonly<Record<string, unknown>>>>;
const toDisabled = (disabled: boolean): Difference => ({ before: { disabled: !disabled }, after: { disabled } });

const toFilter = ({ q = '', role, group, state, unseenDays }: Filter): sql.PeopleFilter => ({
  q,
  role: role ?? null,
  group: group ?? null,
  state: state ?? null,
  unseenDays: unseenDays ?? null,
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
