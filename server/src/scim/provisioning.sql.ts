import type { ProvisionedState, SubjectAttribute, SubjectClaim, TenantRole } from '@rise/contract';
import { fragment, type GlobalTx, type TenantTx } from '../kernel/database/database.ts';

export interface SettingRow {
  subjectAttribute: SubjectAttribute;
  subjectClaim: SubjectClaim;
  admitsAll: boolean;
}

const DEFAULTS: SettingRow = { subjectAttribute: 'externalId', subjectClaim: 'sub', admitsAll: true };

export async function readSetting(tx: TenantTx): Promise<SettingRow> {
  const row = await tx.first<SettingRow>`
    SELECT subject_attribute AS "subjectAttribute", subject_claim AS "subjectClaim", admits_all AS "admitsAll"
      FROM scim_setting WHERE tenant_id = ${tx.tenantId}`;
  return row ?? DEFAULTS;
}

export async function saveSetting(
  tx: TenantTx,
  { subjectAttribute, subjectClaim, admitsAll }: SettingRow,
): Promise<void> {
  await tx.run`
    INSERT INTO scim_setting (tenant_id, subject_attribute, subject_claim, admits_all)
    VALUES (${tx.tenantId}, ${subjectAttribute}, ${subjectClaim}, ${admitsAll})
    ON CONFLICT (tenant_id) DO UPDATE SET subject_attribute = excluded.subject_attribute,
      subject_claim = excluded.subject_claim, admits_all = excluded.admits_all`;
}

export interface GroupSummary {
  id: string;
  name: string;
  members: number;
  role: TenantRole | null;
}

export function listGroups(tx: TenantTx): Promise<GroupSummary[]> {
  return tx.rows<GroupSummary>`
    SELECT g.id, g.display_name AS name, g.role,
           (SELECT count(*) FROM scim_member m WHERE m.tenant_id = g.tenant_id AND m.group_id = g.id) AS members
      FROM scim_group g WHERE g.tenant_id = ${tx.tenantId} ORDER BY g.name_key`;
}

export async function saveRoles(
  tx: TenantTx,
  groups: readonly { readonly id: string; readonly role: TenantRole | null }[],
): Promise<void> {
  await tx.run`
    UPDATE scim_group g SET role = m.role
      FROM jsonb_to_recordset(${JSON.stringify(groups)}::jsonb) AS m (id uuid, role text)
     WHERE g.tenant_id = ${tx.tenantId} AND g.id = m.id AND g.role IS DISTINCT FROM m.role`;
}

export async function countPeople(tx: TenantTx): Promise<{ people: number; waiting: number }> {
  const row = await tx.first<{ people: number; waiting: number }>`
    SELECT count(*) AS people, count(*) FILTER (WHERE is_active AND account_id IS NULL) AS waiting
      FROM scim_user WHERE tenant_id = ${tx.tenantId}`;
  return row!;
}

/** Of `s`, with `u`, the person's membership. */
const STATE = fragment`CASE WHEN NOT s.is_active THEN 'inactive' WHEN s.account_id IS NULL THEN 'waiting'
                 WHEN u.account_id IS NULL OR u.disabled_at IS NOT NULL THEN 'blocked' ELSE 'member' END`;
const NAME = fragment`coalesce(s.document #>> '{core,displayName}', s.document #>> '{core,name,formatted}',
                 nullif(concat_ws(' ', s.document #>> '{core,name,givenName}', s.document #>> '{core,name,familyName}'), ''), '')`;

export interface PersonRow {
  id: string;
  userName: string;
  name: string;
  externalId: string | null;
  state: ProvisionedState;
  groups: string[];
  roles: TenantRole[];
  modifiedAt: Date;
}

/** A page of the people whom a filter finds, by name, and how many it finds in all. */
export async function listPeople(
  tx: TenantTx,
  { q, state }: { q: string; state: ProvisionedState | null },
  { offset, limit }: { offset: number; limit: number },
): Promise<{ people: PersonRow[]; total: number }> {
  const rows = await tx.rows<PersonRow & { total: number; id: string | null }>`
    WITH people AS MATERIALIZED (
      SELECT s.id, s.user_key, s.user_name AS "userName", ${NAME} AS name, s.external_id AS "externalId", ${STATE} AS state,
             s.modified_at AS "modifiedAt"
        FROM scim_user s LEFT JOIN tenant_user u ON u.tenant_id = s.tenant_id AND u.account_id = s.account_id
       WHERE s.tenant_id = ${tx.tenantId}),
    found AS MATERIALIZED (
      SELECT * FROM people p
       WHERE (${state}::text IS NULL OR p.state = ${state})
         AND strpos(rise_fold(concat_ws(' ', p."userName", p.name)), rise_fold(${q})) > 0),
    page AS (SELECT * FROM found ORDER BY user_key, id OFFSET ${offset} LIMIT ${limit})
    SELECT counted.total, p.id, p."userName", p.name, p."externalId", p.state, p."modifiedAt",
           ARRAY(SELECT g.display_name FROM scim_member m JOIN scim_group g ON g.tenant_id = m.tenant_id AND g.id = m.group_id
                  WHERE m.tenant_id = ${tx.tenantId} AND m.user_id = p.id ORDER BY g.name_key) AS groups,
           rise_scim_roles(${tx.tenantId}, p.id) AS roles
      FROM (SELECT count(*) AS total FROM found) counted LEFT JOIN page p ON true ORDER BY p.user_key, p.id`;
  const people = rows.filter(({ id }) => id !== null).map(({ total: _total, ...person }) => person);
  return { people, total: rows[0]?.total ?? 0 };
}

/** A person whom a mapping of groups to roles concerns. */
export interface ConcernedRow {
  id: string;
  name: string;
  accountId: string | null;
  /** Ids. */
  groups: string[];
  /** By their groups now. */
  roles: TenantRole[];
}

/** Those who are members, or will be with their first sign-in. */
export function listConcerned(tx: TenantTx): Promise<ConcernedRow[]> {
  return tx.rows<ConcernedRow>`
    SELECT s.id, coalesce(nullif(${NAME}, ''), s.user_name) AS name, s.account_id AS "accountId",
           ARRAY(SELECT m.group_id::text FROM scim_member m WHERE m.tenant_id = s.tenant_id AND m.user_id = s.id) AS groups,
           rise_scim_roles(s.tenant_id, s.id) AS roles
      FROM scim_user s LEFT JOIN tenant_user u ON u.tenant_id = s.tenant_id AND u.account_id = s.account_id
     WHERE s.tenant_id = ${tx.tenantId} AND ${STATE} IN ('member', 'waiting') ORDER BY s.user_key`;
}

/** Roles that members have by anything else. */
export function listOtherRoles(tx: GlobalTx, tenantId: string): Promise<{ accountId: string; roles: TenantRole[] }[]> {
  return tx.rows<{ accountId: string; roles: TenantRole[] }>`
    SELECT u.account_id AS "accountId",
           ARRAY(SELECT role FROM unnest(rise_roles(a.roles, u.sources, u.given_roles)) AS role
                  WHERE role IN ('tenant.user', 'tenant.admin')) AS roles
      FROM tenant_user u JOIN account a ON a.id = u.account_id
     WHERE u.tenant_id = ${tenantId} AND u.removed_at IS NULL AND 'scim' = ANY (u.sources)`;
}

export async function listAdministrators(tx: TenantTx): Promise<string[]> {
  const row = await tx.first<{ ids: string[] }>`SELECT rise_administrators() AS ids`;
  return row!.ids;
}

export interface RequestRow {
  id: number;
  at: Date;
  details: Record<string, unknown>;
}

/** The last ones of the tenant's trail, the newest first. */
export function listRequests(tx: TenantTx, isFailed: boolean, most: number): Promise<RequestRow[]> {
  return tx.rows<RequestRow>`
    SELECT id, at, details FROM audit_record
     WHERE chain = ${tx.tenantId} AND tenant_id = ${tx.tenantId} AND action LIKE 'scim.%' AND (NOT ${isFailed}::boolean OR outcome <> 'done')
     ORDER BY id DESC LIMIT ${most}`;
}
