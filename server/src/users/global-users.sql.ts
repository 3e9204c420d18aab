import type { GlobalPerson, GlobalRole, ListedGlobalPerson, Role } from '@rise/contract';
import { fragment, type GlobalTx } from '../kernel/database/database.ts';
import { WORDS } from './users.sql.ts';

/** What a list is narrowed to; null: not by that. */
export interface GlobalPeopleFilter {
  readonly q: string;
  readonly role: GlobalRole | null;
  readonly state: 'active' | 'disabled' | 'invited' | null;
}

export interface ListedGlobalRow extends Omit<ListedGlobalPerson, 'lastSeenAt' | 'since' | 'expiresAt' | 'isSelf'> {
  lastSeenAt: Date | null;
  since: Date;
  expiresAt: Date | null;
}

const GLOBAL = fragment`ARRAY['global.support', 'global.admin']`;
const STATE = fragment`CASE WHEN a.disabled_at IS NULL THEN 'active' ELSE 'disabled' END`;
const NAME = fragment`trim(a.first_name || ' ' || a.last_name)`;
/** Also outside of every tenant, where no membership says it. */
const LAST_SEEN = fragment`greatest(a.last_sign_in_at,
             (SELECT max(s.last_seen_at) FROM session s WHERE s.account_id = a.id),
             (SELECT max(k.last_used_at) FROM api_token k WHERE k.account_id = a.id))`;

/** A page of the people with a global role and of open invitations, by name, and how many there are in all. */
export async function listGlobalPeople(
  tx: GlobalTx,
  { q, role, state }: GlobalPeopleFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ people: ListedGlobalRow[]; total: number }> {
  const rows = await tx.rows<ListedGlobalRow & { total: number }>`
    WITH query AS MATERIALIZED (SELECT ${q}::text AS q),
    words AS MATERIALIZED (SELECT ${WORDS} AS list FROM query),
    people AS MATERIALIZED (
      SELECT 'member' AS kind, a.id, a.names FROM account a
       WHERE a.roles && ${GLOBAL} AND a.names LIKE ALL ((SELECT list FROM words)::text[])
         AND (${role}::text IS NULL OR ${role}::text = ANY (a.roles))
         AND (${state}::text IS NULL OR ${state}::text = ${STATE})
       UNION ALL
      SELECT 'invitation', i.id, i.names FROM global_invitation i
       WHERE i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.names LIKE ALL ((SELECT list FROM words)::text[])
         AND (${role}::text IS NULL OR ${role}::text = ANY (i.roles))
         AND coalesce(${state}::text, 'invited') = 'invited'),
    page AS (SELECT * FROM people ORDER BY names, id OFFSET ${offset} LIMIT ${limit})
    SELECT counted.total, p.kind, p.id, coalesce(${NAME}, '') AS name, coalesce(a.email, i.email) AS email,
           CASE WHEN p.kind = 'member' THEN ${STATE} WHEN i.expires_at <= now() THEN 'expired' ELSE 'invited' END AS state,
           CASE WHEN p.kind = 'member' THEN a.roles ELSE i.roles END AS roles,
           ${LAST_SEEN} AS "lastSeenAt", coalesce(a.created_at, i.sent_at) AS since,
           i.expires_at AS "expiresAt", i.invited_by AS "invitedBy"
      FROM (SELECT count(*) AS total FROM people) counted
      LEFT JOIN page p ON true
      LEFT JOIN account a ON p.kind = 'member' AND a.id = p.id
      LEFT JOIN global_invitation i ON p.kind = 'invitation' AND i.id = p.id
     ORDER BY p.names, p.id`;
  const people = rows.filter(({ id }) => id !== null).map(({ total: _total, ...person }) => person);
  return { people, total: rows[0]?.total ?? 0 };
}

/** An open invitation, as `listGlobalPeople` lists it. */
export function findListedInvitation(tx: GlobalTx, id: string): Promise<ListedGlobalRow | null> {
  return tx.first<ListedGlobalRow>`
    SELECT 'invitation' AS kind, id, '' AS name, email,
           CASE WHEN expires_at <= now() THEN 'expired' ELSE 'invited' END AS state, roles,
           NULL::timestamptz AS "lastSeenAt", sent_at AS since, expires_at AS "expiresAt", invited_by AS "invitedBy"
      FROM global_invitation WHERE id = ${id} AND accepted_at IS NULL AND revoked_at IS NULL`;
}

export interface FoundAccount {
  id: string;
  name: string;
  email: string;
  roles: Role[];
}

/** Accounts that can be given a global role: those of a tenant’s own identity provider cannot. */
export function findAccounts(tx: GlobalTx, q: string, most: number): Promise<FoundAccount[]> {
  return tx.rows<FoundAccount>`
    WITH query AS MATERIALIZED (SELECT ${q}::text AS q),
    words AS MATERIALIZED (SELECT ${WORDS} AS list FROM query)
    SELECT a.id, ${NAME} AS name, a.email, a.roles FROM account a
     WHERE a.provider_tenant_id IS NULL AND a.names LIKE ALL ((SELECT list FROM words)::text[]) ORDER BY a.names, a.id LIMIT ${most}`;
}

export interface GlobalPersonRow extends Omit<
  GlobalPerson,
  'since' | 'lastSeenAt' | 'isSelf' | 'isLastAdministrator' | 'tenants'
> {
  since: Date;
  lastSeenAt: Date | null;
}

export function findAccount(tx: GlobalTx, id: string): Promise<GlobalPersonRow | null> {
  return tx.first<GlobalPersonRow>`
    SELECT a.id, ${NAME} AS name, a.email, ${STATE} AS state, a.created_at AS since, ${LAST_SEEN} AS "lastSeenAt",
           ARRAY(SELECT role FROM unnest(a.claimed_roles) AS role WHERE role LIKE 'global.%') AS claimed,
           a.global_roles AS granted
      FROM account a WHERE a.id = ${id} AND a.provider_tenant_id IS NULL`;
}

export function listTenantsOf(tx: GlobalTx, accountId: string): Promise<{ id: string; name: string }[]> {
  return tx.rows`
    SELECT t.id, t.name FROM tenant_user u JOIN tenant t ON t.id = u.tenant_id
     WHERE u.account_id = ${accountId} AND u.removed_at IS NULL ORDER BY lower(t.name), t.id LIMIT 100`;
}

/** One at a time changes people with global roles, so that two administrators cannot disable each other. */
export async function lockGlobalPeople(tx: GlobalTx): Promise<void> {
  await tx.run`SELECT pg_advisory_xact_lock(hashtextextended('global people', 0))`;
}

export async function listGlobalAdministrators(tx: GlobalTx): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>`
    SELECT id FROM account
     WHERE roles && ${GLOBAL} AND 'global.admin' = ANY (roles) AND disabled_at IS NULL`;
  return rows.map(({ id }) => id);
}

export async function saveGlobalRoles(tx: GlobalTx, id: string, roles: readonly GlobalRole[]): Promise<void> {
  await tx.run`UPDATE account SET global_roles = ${roles as GlobalRole[]} WHERE id = ${id}`;
}

export async function saveAccountDisabled(tx: GlobalTx, id: string, isDisabled: boolean): Promise<void> {
  await tx.run`UPDATE account SET disabled_at = CASE WHEN ${isDisabled}::boolean THEN now() END WHERE id = ${id}`;
}

/** Ends all sessions of a person, and revokes their tokens. */
export async function endAllAccess(tx: GlobalTx, id: string): Promise<void> {
  await tx.run`UPDATE session SET ended_at = now(), id_token = NULL WHERE account_id = ${id} AND ended_at IS NULL`;
  await tx.run`UPDATE api_token SET revoked_at = now() WHERE account_id = ${id} AND revoked_at IS NULL`;
}
