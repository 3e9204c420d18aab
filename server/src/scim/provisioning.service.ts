import {
  MAX_PROVISIONING_TOKENS,
  type Provisioning,
  type ProvisionedState,
  type RoleEffects,
  type RoleMapping,
} from '@rise/contract';
import { SYSTEM, type TenantActor } from '../kernel/actor.ts';
import type { Database, TenantTx } from '../kernel/database/database.ts';
import { notFound, UserError } from '../kernel/errors/user-error.ts';
import { authorOf } from '../models/author.service.ts';
import { hashSecret, newSecret } from '../sessions/sessions.service.ts';
import { alignRoles } from './memberships.service.ts';
import { lockPeople } from './memberships.sql.ts';
import * as sql from './provisioning.sql.ts';
import { effectsOf } from './role-effects.rules.ts';
import * as tokens from './scim-tokens.sql.ts';
import { SCIM_PATH } from './scim.pages.ts';

const SHOWN_REQUESTS = 100;

export interface ProvisioningOptions {
  readonly database: Database;
  /** The portal's public address. */
  readonly publicUrl: URL;
}

/** Provisioning as the administrators of a tenant see and set it up. */
export class ProvisioningService {
  readonly #options: ProvisioningOptions;
  readonly #database: Database;

  constructor(options: ProvisioningOptions) {
    this.#options = options;
    this.#database = options.database;
  }

  view(actor: TenantActor): Promise<Provisioning> {
    return this.#database.withTenant(actor, (tx) => this.#read(tx), 'reads');
  }

  change(actor: TenantActor, change: Partial<Pick<sql.SettingRow, 'subjectAttribute' | 'subjectClaim'>>) {
    return this.#database.withTenant(actor, async (tx) => {
      await lockPeople(tx);
      const before = await sql.readSetting(tx);
      const after = {
        ...before,
        subjectAttribute: change.subjectAttribute ?? before.subjectAttribute,
        subjectClaim: change.subjectClaim ?? before.subjectClaim,
      };
      await sql.saveSetting(tx, after);
      actor.record?.note({ before, after });
      return this.#read(tx);
    });
  }

  /** CONFLICT where two are valid already. */
  async createToken(actor: TenantActor, { name, days }: { name: string; days: number }) {
    const createdBy = await authorOf(this.#database, actor);
    const token = `rise_scim_${newSecret()}`;
    return this.#database.withTenant(actor, async (tx) => {
      await tokens.lockTokens(tx);
      if ((await tokens.countValidTokens(tx)) >= MAX_PROVISIONING_TOKENS)
        throw new UserError('CONFLICT', 'Two tokens are valid already. Revoke the one that is no longer in use first.');
      const id = await tokens.insertToken(tx, { hash: hashSecret(token), name, days, createdBy });
      actor.record?.note({ name, days }, id);
      return { provisioning: await this.#read(tx), token };
    });
  }

  revokeToken(actor: TenantActor, id: string): Promise<Provisioning> {
    return this.#database.withTenant(actor, async (tx) => {
      const revoked = await tokens.revokeToken(tx, id);
      if (!revoked) throw notFound();
      actor.record?.note(revoked);
      return this.#read(tx);
    });
  }

  /** What a mapping would do. Nothing changes. */
  async preview(actor: TenantActor, mapping: RoleMapping): Promise<RoleEffects> {
    const { tenantId } = actor;
    const other = await this.#database.withGlobal(SYSTEM, (tx) => sql.listOtherRoles(tx, tenantId), 'reads');
    return this.#database.withTenant(
      actor,
      async (tx) => {
        await requireGroups(tx, mapping);
        const present = {
          people: await sql.listConcerned(tx),
          groups: await sql.listGroups(tx),
          others: new Map(other.map(({ accountId, roles }) => [accountId, roles])),
          administrators: await sql.listAdministrators(tx),
        };
        return effectsOf(present, mapping);
      },
      'reads',
    );
  }

  /** CONFLICT where the tenant would have no administrator left. */
  async saveRoles(actor: TenantActor, mapping: RoleMapping): Promise<Provisioning> {
    return this.#database.withTenant(actor, async (tx) => {
      await lockPeople(tx);
      await requireGroups(tx, mapping);
      const before = await sql.listGroups(tx);
      const setting = await sql.readSetting(tx);
      await sql.saveSetting(tx, { ...setting, admitsAll: mapping.admitsAll });
      await sql.saveRoles(tx, mapping.groups);
      await alignRoles(tx, null);
      const provisioning = await this.#read(tx);
      actor.record?.note({
        before: { admitsAll: setting.admitsAll, roles: toRoles(before) },
        after: { admitsAll: mapping.admitsAll, roles: toRoles(provisioning.groups) },
      });
      return provisioning;
    });
  }

  async people(
    actor: TenantActor,
    { q = '', state = null, ...page }: { q?: string; state?: ProvisionedState | null; offset: number; limit: number },
  ) {
    const found = await this.#database.withTenant(actor, (tx) => sql.listPeople(tx, { q, state }, page), 'reads');
    const people = found.people.map((row) => ({ ...row, modifiedAt: row.modifiedAt.toISOString() }));
    return { people, total: found.total };
  }

  async requests(actor: TenantActor, isFailed: boolean) {
    const rows = await this.#database.withTenant(
      actor,
      (tx) => sql.listRequests(tx, isFailed, SHOWN_REQUESTS),
      'reads',
    );
    return { requests: rows.map(toRequest) };
  }

  async #read(tx: TenantTx): Promise<Provisioning> {
    const now = Date.now();
    const listed = await tokens.listTokens(tx);
    return {
      address: new URL(SCIM_PATH, this.#options.publicUrl).href,
      ...(await sql.readSetting(tx)),
      tokens: listed.map(({ createdAt, expiresAt, lastUsedAt, ...token }) => ({
        ...token,
        createdAt: createdAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
        isExpired: expiresAt.getTime() <= now,
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      })),
      groups: await sql.listGroups(tx),
      ...(await sql.countPeople(tx)),
    };
  }
}

/** NOT_FOUND where one of them is no group of the tenant. */
async function requireGroups(tx: TenantTx, { groups }: RoleMapping): Promise<void> {
  const known = new Set((await sql.listGroups(tx)).map(({ id }) => id));
  if (groups.some(({ id }) => !known.has(id))) throw notFound();
}

/** For the audit trail: by name, those that give something. */
const toRoles = (groups: readonly sql.GroupSummary[]) =>
  Object.fromEntries(groups.flatMap(({ name, role }) => (role === null ? [] : [[name, role]])));

function toRequest({ id, at, details }: sql.RequestRow) {
  const text = (name: string) => (typeof details[name] === 'string' ? details[name] : null);
  return {
    id,
    at: at.toISOString(),
    method: text('method') ?? '',
    path: text('path') ?? '',
    name: text('name'),
    token: text('token') ?? '',
    status: typeof details['status'] === 'number' ? details['status'] : 0,
    error: text('error'),
  };
}
