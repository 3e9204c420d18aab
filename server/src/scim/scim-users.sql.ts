import type { TenantTx } from '../kernel/database/database.ts';
import { fragment } from '../kernel/database/database.ts';
import type { Value } from './values.rules.ts';

export interface UserRow {
  id: string;
  userName: string;
  externalId: string | null;
  isActive: boolean;
  document: { core: Record<string, Value>; enterprise: Record<string, Value> };
  /** Null before the person's first sign-in. */
  accountId: string | null;
  version: number;
  createdAt: Date;
  modifiedAt: Date;
  groups: { id: string; name: string }[];
}

export type NewUser = Pick<UserRow, 'userName' | 'externalId' | 'isActive' | 'document'>;

/** What a list is narrowed to; null: not by that. */
export interface UserFilter {
  readonly id: string | null;
  readonly userName: string | null;
  readonly externalId: string | null;
  readonly isActive: boolean | null;
  readonly displayName: string | null;
  readonly givenName: string | null;
  readonly familyName: string | null;
  readonly email: string | null;
  /** Of the address, such as work. */
  readonly emailType: string | null;
}

const USER = fragment`
  u.id, u.user_name AS "userName", u.external_id AS "externalId", u.is_active AS "isActive", u.document,
  u.account_id AS "accountId", u.version, u.created_at AS "createdAt", u.modified_at AS "modifiedAt"`;
const GROUPS = fragment`coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.display_name) ORDER BY g.name_key), '[]')`;

/** A page in the order in which they were created, and how many there are in all. */
export async function listUsers(
  tx: TenantTx,
  f: UserFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ users: UserRow[]; total: number }> {
  const rows = await tx.rows<UserRow & { total: number; id: string | null }>`
    WITH found AS MATERIALIZED (
      SELECT u.* FROM scim_user u
       WHERE u.tenant_id = ${tx.tenantId}
         AND (${f.id}::text IS NULL OR u.id::text = lower(${f.id}))
         AND (${f.userName}::text IS NULL OR u.user_key = lower(${f.userName}))
         AND (${f.externalId}::text IS NULL OR u.external_id = ${f.externalId})
         AND (${f.isActive}::boolean IS NULL OR u.is_active = ${f.isActive})
         AND (${f.displayName}::text IS NULL OR lower(u.document #>> '{core,displayName}') = lower(${f.displayName}))
         AND (${f.givenName}::text IS NULL OR lower(u.document #>> '{core,name,givenName}') = lower(${f.givenName}))
         AND (${f.familyName}::text IS NULL OR lower(u.document #>> '{core,name,familyName}') = lower(${f.familyName}))
         AND ((${f.email}::text IS NULL AND ${f.emailType}::text IS NULL) OR EXISTS (
           SELECT FROM jsonb_array_elements(u.document #> '{core,emails}') AS e
            WHERE (${f.email}::text IS NULL OR lower(e ->> 'value') = lower(${f.email}))
              AND (${f.emailType}::text IS NULL OR lower(e ->> 'type') = lower(${f.emailType}))))),
    page AS (SELECT * FROM found ORDER BY created_at, id OFFSET ${offset} LIMIT ${limit})
    SELECT counted.total, ${USER},
           (SELECT ${GROUPS} FROM scim_member m JOIN scim_group g ON g.tenant_id = m.tenant_id AND g.id = m.group_id
             WHERE m.tenant_id = ${tx.tenantId} AND m.user_id = u.id) AS groups
      FROM (SELECT count(*) AS total FROM found) counted LEFT JOIN page u ON true
     ORDER BY u.created_at, u.id`;
  const users = rows.filter(({ id }) => id !== null).map(({ total: _total, ...user }) => user);
  return { users, total: rows[0]?.total ?? 0 };
}

export function findUser(tx: TenantTx, id: string): Promise<UserRow | null> {
  return tx.first<UserRow>`
    SELECT ${USER},
           (SELECT ${GROUPS} FROM scim_member m JOIN scim_group g ON g.tenant_id = m.tenant_id AND g.id = m.group_id
             WHERE m.tenant_id = ${tx.tenantId} AND m.user_id = u.id) AS groups
      FROM scim_user u WHERE u.tenant_id = ${tx.tenantId} AND u.id = ${id}`;
}

export async function countUsers(tx: TenantTx): Promise<number> {
  const row = await tx.first<{ count: number }>`SELECT count(*) FROM scim_user WHERE tenant_id = ${tx.tenantId}`;
  return row!.count;
}

/** Whether another one than `except` has the name, in any case. */
export async function isNameTaken(tx: TenantTx, userName: string, except: string | null): Promise<boolean> {
  const row = await tx.first`
    SELECT FROM scim_user
     WHERE tenant_id = ${tx.tenantId} AND user_key = lower(${userName}) AND id IS DISTINCT FROM ${except}::uuid`;
  return row !== null;
}

export async function insertUser(tx: TenantTx, { userName, externalId, isActive, document }: NewUser): Promise<string> {
  const row = await tx.first<{ id: string }>`
    INSERT INTO scim_user (tenant_id, user_name, external_id, is_active, document)
    VALUES (${tx.tenantId}, ${userName}, ${externalId}, ${isActive}, ${JSON.stringify(document)}::jsonb) RETURNING id`;
  return row!.id;
}

/** Nothing, where nothing changes: its version stays. */
export async function saveUser(
  tx: TenantTx,
  id: string,
  { userName, externalId, isActive, document }: NewUser,
): Promise<void> {
  const text = JSON.stringify(document);
  await tx.run`
    UPDATE scim_user SET user_name = ${userName}, external_id = ${externalId}, is_active = ${isActive}, document = ${text}::jsonb,
           version = version + 1, modified_at = now()
     WHERE tenant_id = ${tx.tenantId} AND id = ${id}
       AND (user_name, external_id, is_active, document) IS DISTINCT FROM
           (${userName}::text, ${externalId}::text, ${isActive}::boolean, ${text}::jsonb)`;
}

/** Their groups have others in them from now on, so these are other versions. */
export async function deleteUser(tx: TenantTx, id: string): Promise<void> {
  await tx.run`
    UPDATE scim_group g SET version = version + 1, modified_at = now() FROM scim_member m
     WHERE g.tenant_id = ${tx.tenantId} AND m.tenant_id = g.tenant_id AND m.group_id = g.id AND m.user_id = ${id}`;
  await tx.run`DELETE FROM scim_user WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}
