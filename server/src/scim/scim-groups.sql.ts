import type { TenantRole } from '@rise/contract';
import { fragment, type TenantTx } from '../kernel/database/database.ts';

export interface GroupRow {
  id: string;
  displayName: string;
  externalId: string | null;
  role: TenantRole | null;
  version: number;
  createdAt: Date;
  modifiedAt: Date;
}

export interface MemberRow {
  groupId: string;
  id: string;
  name: string;
}

/** What a list is narrowed to; null: not by that. */
export interface GroupFilter {
  readonly id: string | null;
  readonly displayName: string | null;
  readonly externalId: string | null;
  /** Id of a user in it. */
  readonly member: string | null;
}

const GROUP = fragment`
  g.id, g.display_name AS "displayName", g.external_id AS "externalId", g.role, g.version, g.created_at AS "createdAt",
  g.modified_at AS "modifiedAt"`;

/** A page in the order in which they were created, and how many there are in all. */
export async function listGroups(
  tx: TenantTx,
  f: GroupFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ groups: GroupRow[]; total: number }> {
  const rows = await tx.rows<GroupRow & { total: number; id: string | null }>`
    WITH found AS MATERIALIZED (
      SELECT * FROM scim_group g
       WHERE g.tenant_id = ${tx.tenantId}
         AND (${f.id}::text IS NULL OR g.id::text = lower(${f.id}))
         AND (${f.displayName}::text IS NULL OR g.name_key = lower(${f.displayName}))
         AND (${f.externalId}::text IS NULL OR g.external_id = ${f.externalId})
         AND (${f.member}::text IS NULL OR EXISTS (
           SELECT FROM scim_member m
            WHERE m.tenant_id = g.tenant_id AND m.group_id = g.id AND m.user_id::text = lower(${f.member})))),
    page AS (SELECT * FROM found ORDER BY created_at, id OFFSET ${offset} LIMIT ${limit})
    SELECT counted.total, ${GROUP} FROM (SELECT count(*) AS total FROM found) counted LEFT JOIN page g ON true
     ORDER BY g.created_at, g.id`;
  const groups = rows.filter(({ id }) => id !== null).map(({ total: _total, ...group }) => group);
  return { groups, total: rows[0]?.total ?? 0 };
}

export function findGroup(tx: TenantTx, id: string): Promise<GroupRow | null> {
  return tx.first<GroupRow>`SELECT ${GROUP} FROM scim_group g WHERE g.tenant_id = ${tx.tenantId} AND g.id = ${id}`;
}

/** Members of several groups, by name. */
export function listMembers(tx: TenantTx, groups: readonly string[]): Promise<MemberRow[]> {
  return tx.rows<MemberRow>`
    SELECT m.group_id AS "groupId", u.id, coalesce(u.document #>> '{core,displayName}', u.user_name) AS name
      FROM scim_member m JOIN scim_user u ON u.tenant_id = m.tenant_id AND u.id = m.user_id
     WHERE m.tenant_id = ${tx.tenantId} AND m.group_id = ANY (${groups as string[]}::uuid[]) ORDER BY name, u.id`;
}

export async function countGroups(tx: TenantTx): Promise<number> {
  const row = await tx.first<{ count: number }>`SELECT count(*) FROM scim_group WHERE tenant_id = ${tx.tenantId}`;
  return row!.count;
}

/** Whether another one than `except` has the name, in any case. */
export async function isNameTaken(tx: TenantTx, name: string, except: string | null): Promise<boolean> {
  const row = await tx.first`
    SELECT FROM scim_group
     WHERE tenant_id = ${tx.tenantId} AND name_key = lower(${name}) AND id IS DISTINCT FROM ${except}::uuid`;
  return row !== null;
}

export async function insertGroup(
  tx: TenantTx,
  { displayName, externalId }: Pick<GroupRow, 'displayName' | 'externalId'>,
): Promise<string> {
  const row = await tx.first<{ id: string }>`
    INSERT INTO scim_group (tenant_id, display_name, external_id)
    VALUES (${tx.tenantId}, ${displayName}, ${externalId}) RETURNING id`;
  return row!.id;
}

/** `isChanged`: its members are others. */
export async function saveGroup(
  tx: TenantTx,
  id: string,
  { displayName, externalId }: Pick<GroupRow, 'displayName' | 'externalId'>,
  isChanged: boolean,
): Promise<void> {
  await tx.run`
    UPDATE scim_group SET display_name = ${displayName}, external_id = ${externalId}, version = version + 1, modified_at = now()
     WHERE tenant_id = ${tx.tenantId} AND id = ${id}
       AND (${isChanged}::boolean OR (display_name, external_id) IS DISTINCT FROM (${displayName}::text, ${externalId}::text))`;
}

export async function deleteGroup(tx: TenantTx, id: string): Promise<void> {
  await tx.run`DELETE FROM scim_group WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

/** Those of these ids that are users of the tenant. */
export async function knownUsers(tx: TenantTx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.rows<{ id: string }>`
    SELECT id FROM scim_user WHERE tenant_id = ${tx.tenantId} AND id = ANY (${ids as string[]}::uuid[])`;
  return new Set(rows.map(({ id }) => id));
}

export async function addMembers(tx: TenantTx, group: string, users: readonly string[]): Promise<void> {
  await tx.run`
    INSERT INTO scim_member (tenant_id, group_id, user_id)
    SELECT ${tx.tenantId}, ${group}, id FROM unnest(${users as string[]}::uuid[]) AS id ON CONFLICT DO NOTHING`;
}

export async function removeMembers(tx: TenantTx, group: string, users: readonly string[]): Promise<void> {
  await tx.run`
    DELETE FROM scim_member
     WHERE tenant_id = ${tx.tenantId} AND group_id = ${group} AND user_id = ANY (${users as string[]}::uuid[])`;
}
