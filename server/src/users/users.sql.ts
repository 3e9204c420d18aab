import type { ListedPerson, MembershipSource, PeopleOrder, Role, TenantRole } from '@rise/contract';
import { fragment, type GlobalTx, type TenantTx } from '../kernel/database/database.ts';

/** What a list is narrowed to; null: not by that. */
export interface PeopleFilter {
  readonly q: string;
  readonly role: TenantRole | null;
  readonly group: string | null;
  readonly state: 'active' | 'disabled' | 'invited' | null;
  /** Members who have not used the tenant for so many days. */
  readonly unseenDays: number | null;
}

export interface PeoplePage {
  readonly sort: PeopleOrder;
  readonly descending: boolean;
  readonly offset: number;
  readonly limit: number;
}

export interface ListedRow extends Omit<ListedPerson, 'lastSeenAt' | 'since' | 'expiresAt' | 'isSelf'> {
  lastSeenAt: Date | null;
  since: Date;
  expiresAt: Date | null;
}

/** Patterns of the words that a name or address must contain, in any case and with or without accents. */
export const WORDS = fragment`ARRAY(
      SELECT '%' || replace(replace(replace(w, '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'
        FROM string_to_table(rise_fold(query.q), ' ') AS w WHERE w <> '')`;
const MEMBER_ROLES = fragment`rise_roles(a.roles, u.sources, u.roles)`;
const MEMBER_GROUPS = fragment`rise_groups(a.groups, u.sources, u.groups)`;
const UNSEEN = fragment`coalesce(u.last_seen_at, u.created_at)`;
/** Of the page, and of what is read for it. Those with the same moment are in the order of their names. */
const ORDERS = {
  name: [fragment`p.names, p.id`, fragment`p.names DESC, p.id DESC`],
  seen: [fragment`p.seen NULLS FIRST, p.names, p.id`, fragment`p.seen DESC NULLS LAST, p.names, p.id`],
} as const;
const MEMBER_STATE = fragment`CASE WHEN u.disabled_at IS NULL AND a.disabled_at IS NULL THEN 'active' ELSE 'disabled' END`;

/** A page of the people that a filter finds, and how many it finds in all. */
export async function listPeople(
  tx: GlobalTx,
  tenantId: string,
  { q, role, group, state, unseenDays }: PeopleFilter,
  { sort, descending, offset, limit }: PeoplePage,
): Promise<{ people: ListedRow[]; total: number }> {
  const order = ORDERS[sort][descending ? 1 : 0];
  const rows = await tx.rows<ListedRow & { total: number }>`
    WITH query AS MATERIALIZED (SELECT ${q}::text AS q),
    words AS MATERIALIZED (SELECT ${WORDS} AS list FROM query),
    people AS MATERIALIZED (
      SELECT 'member' AS kind, u.account_id AS id, u.names, u.last_seen_at AS seen
        FROM tenant_user u JOIN account a ON a.id = u.account_id
       WHERE u.tenant_id = ${tenantId} AND u.removed_at IS NULL AND u.names LIKE ALL ((SELECT list FROM words)::text[])
         AND (${role}::text IS NULL OR ${role}::text = ANY (u.roles) OR ('claim' = ANY (u.sources) AND ${role}::text = ANY (a.roles)))
         AND (${group}::text IS NULL OR ${group}::text = ANY (u.groups) OR ('claim' = ANY (u.sources) AND ${group}::text = ANY (a.groups)))
         AND (${state}::text IS NULL OR ${state}::text = ${MEMBER_STATE})
         AND (${unseenDays}::integer IS NULL OR ${UNSEEN} < now() - make_interval(days => ${unseenDays}::integer))
       UNION ALL
      SELECT 'invitation', i.id, i.names, NULL FROM invitation i
       WHERE i.tenant_id = ${tenantId} AND i.accepted_at IS NULL AND i.revoked_at IS NULL
         AND i.names LIKE ALL ((SELECT list FROM words)::text[])
         AND (${role}::text IS NULL OR ${role}::text = ANY (i.roles))
         AND (${group}::text IS NULL OR ${group}::text = ANY (i.groups))
         AND coalesce(${state}::text, 'invited') = 'invited' AND ${unseenDays}::integer IS NULL),
    page AS (SELECT * FROM people p ORDER BY ${order} OFFSET ${offset} LIMIT ${limit})
    SELECT counted.total, p.kind, p.id, coalesce(trim(a.first_name || ' ' || a.last_name), '') AS name,
           coalesce(a.email, i.email) AS email,
           CASE WHEN p.kind = 'member' THEN ${MEMBER_STATE} WHEN i.expires_at <= now() THEN 'expired' ELSE 'invited' END AS state,
           CASE WHEN p.kind = 'member' THEN ${MEMBER_ROLES} ELSE i.roles END AS roles,
           CASE WHEN p.kind = 'member' THEN ${MEMBER_GROUPS} ELSE i.groups END AS groups,
           u.last_seen_at AS "lastSeenAt", coalesce(u.created_at, i.sent_at) AS since,
           i.expires_at AS "expiresAt", i.invited_by AS "invitedBy"
      FROM (SELECT count(*) AS total FROM people) counted
      LEFT JOIN page p ON true
      LEFT JOIN tenant_user u ON u.tenant_id = ${tenantId} AND p.kind = 'member' AND u.account_id = p.id
      LEFT JOIN account a ON a.id = u.account_id
      LEFT JOIN invitation i ON i.tenant_id = ${tenantId} AND p.kind = 'invitation' AND i.id = p.id
     ORDER BY ${order}`;
  const people = rows.filter(({ id }) => id !== null).map(({ total: _total, ...person }) => person);
  return { people, total: rows[0]?.total ?? 0 };
}

export interface NamedRow {
  id: string;
  /** The address where there is none. */
  name: string;
}

/** The first members that a filter finds, by name, and how many it finds in all. */
export async function listMembers(
  tx: GlobalTx,
  tenantId: string,
  { q, role, group, state, unseenDays }: PeopleFilter,
  most: number,
): Promise<{ members: NamedRow[]; total: number }> {
  const rows = await tx.rows<NamedRow & { total: number }>`
    WITH query AS MATERIALIZED (SELECT ${q}::text AS q),
    words AS MATERIALIZED (SELECT ${WORDS} AS list FROM query)
    SELECT u.account_id AS id, coalesce(nullif(trim(a.first_name || ' ' || a.last_name), ''), a.email) AS name,
           count(*) OVER () AS total
      FROM tenant_user u JOIN account a ON a.id = u.account_id
     WHERE u.tenant_id = ${tenantId} AND u.removed_at IS NULL AND u.names LIKE ALL ((SELECT list FROM words)::text[])
       AND (${role}::text IS NULL OR ${role}::text = ANY (u.roles) OR ('claim' = ANY (u.sources) AND ${role}::text = ANY (a.roles)))
       AND (${group}::text IS NULL OR ${group}::text = ANY (u.groups) OR ('claim' = ANY (u.sources) AND ${group}::text = ANY (a.groups)))
       AND (${state}::text IS NULL OR ${state}::text = ${MEMBER_STATE})
       AND (${unseenDays}::integer IS NULL OR ${UNSEEN} < now() - make_interval(days => ${unseenDays}::integer))
     ORDER BY u.names, u.account_id LIMIT ${most}`;
  return { members: rows.map(({ total: _total, ...member }) => member), total: rows[0]?.total ?? 0 };
}

export async function listGroups(tx: GlobalTx, tenantId: string, most: number): Promise<string[]> {
  const rows = await tx.rows<{ name: string }>`
    SELECT DISTINCT g.name FROM tenant_user u JOIN account a ON a.id = u.account_id
      CROSS JOIN LATERAL unnest(${MEMBER_GROUPS}) AS g (name)
     WHERE u.tenant_id = ${tenantId} AND u.removed_at IS NULL ORDER BY g.name LIMIT ${most}`;
  return rows.map(({ name }) => name);
}

interface Rights {
  roles: Role[];
  groups: string[];
  attributes: Record<string, string[]>;
}

export interface PersonRow {
  id: string;
  name: string;
  email: string;
  state: 'active' | 'disabled';
  since: Date;
  lastSeenAt: Date | null;
  sources: MembershipSource[];
  claimed: Rights;
  granted: Rights;
  /** Roles of the groups in which the tenant’s provider has them. */
  provisioned: TenantRole[];
  /** Those that count. */
  effective: Rights;
}

/** A member. What the identity provider claims for other tenants is not shown. */
export function findPerson(tx: GlobalTx, tenantId: string, accountId: string): Promise<PersonRow | null> {
  return tx.first<PersonRow>`
    SELECT a.id, trim(a.first_name || ' ' || a.last_name) AS name, a.email, ${MEMBER_STATE} AS state,
           u.created_at AS since, u.last_seen_at AS "lastSeenAt", u.sources,
           CASE WHEN 'claim' = ANY (u.sources)
             THEN jsonb_build_object('roles', a.claimed_roles, 'groups', a.groups, 'attributes', a.attributes)
             ELSE '{"roles": [], "groups": [], "attributes": {}}' END AS claimed,
           jsonb_build_object('roles', u.given_roles, 'groups', u.groups, 'attributes', u.attributes) AS granted,
           u.scim_roles AS provisioned,
           jsonb_build_object('roles', ${MEMBER_ROLES}, 'groups', ${MEMBER_GROUPS},
             'attributes', rise_attributes(a.attributes, u.sources, u.attributes)) AS effective
      FROM tenant_user u JOIN account a ON a.id = u.account_id
     WHERE u.tenant_id = ${tenantId} AND u.account_id = ${accountId} AND u.removed_at IS NULL`;
}

/** A member with this address, disabled ones too. */
export async function hasMemberWithEmail(tx: GlobalTx, tenantId: string, email: string): Promise<boolean> {
  const row = await tx.first`
    SELECT FROM account a JOIN tenant_user u ON u.account_id = a.id
     WHERE u.tenant_id = ${tenantId} AND lower(a.email) = lower(${email}) AND u.removed_at IS NULL LIMIT 1`;
  return row !== null;
}

/** One at a time changes people of a tenant, so that two administrators cannot remove each other. */
export async function lockPeople(tx: TenantTx): Promise<void> {
  await tx.run`SELECT pg_advisory_xact_lock(hashtextextended('people ' || ${tx.tenantId}, 0))`;
}

export interface MembershipRow {
  sources: MembershipSource[];
  /** Those that administrators gave. */
  roles: TenantRole[];
  /** Those of groups at the tenant’s provider. */
  provisioned: TenantRole[];
  groups: string[];
  attributes: Record<string, string[]>;
  isDisabled: boolean;
}

export function findMembership(tx: TenantTx, accountId: string): Promise<MembershipRow | null> {
  return tx.first<MembershipRow>`
    SELECT sources, given_roles AS roles, scim_roles AS provisioned, groups, attributes, disabled_at IS NOT NULL AS "isDisabled" FROM tenant_user
     WHERE tenant_id = ${tx.tenantId} AND account_id = ${accountId} AND removed_at IS NULL`;
}

export async function saveRights(
  tx: TenantTx,
  accountId: string,
  { roles, groups, attributes }: Pick<MembershipRow, 'roles' | 'groups' | 'attributes'>,
): Promise<void> {
  await tx.run`
    UPDATE tenant_user SET given_roles = ${roles}, groups = ${groups}, attributes = ${JSON.stringify(attributes)}::jsonb
     WHERE tenant_id = ${tx.tenantId} AND account_id = ${accountId}`;
}

export async function saveDisabled(tx: TenantTx, accountId: string, isDisabled: boolean): Promise<void> {
  await tx.run`
    UPDATE tenant_user SET disabled_at = CASE WHEN ${isDisabled}::boolean THEN now() END, scim_disabled = false
     WHERE tenant_id = ${tx.tenantId} AND account_id = ${accountId}`;
}

/** They stay out also where the identity provider names the tenant, until they are invited again. */
export async function saveRemoved(tx: TenantTx, accountId: string): Promise<void> {
  await tx.run`
    UPDATE tenant_user SET removed_at = now(), disabled_at = coalesce(disabled_at, now()), sources = '{}', given_roles = '{}',
      scim_roles = '{}', scim_disabled = false, groups = '{}', attributes = '{}'
     WHERE tenant_id = ${tx.tenantId} AND account_id = ${accountId}`;
}

/** Ends the person's sessions in the tenant, and their tokens for it. */
export async function endAccess(tx: TenantTx, accountId: string): Promise<void> {
  await tx.run`SELECT rise_end_access(${accountId})`;
}

/** Accounts that administer the tenant now. */
export async function listAdministrators(tx: TenantTx): Promise<string[]> {
  const row = await tx.first<{ ids: string[] }>`SELECT rise_administrators() AS ids`;
  return row!.ids;
}
