import type { LocalizedText, TemplateWorkspace, Workspace, WorkspaceContent, WorkspaceRole } from '@rise/contract';
import { fragment, type GlobalTx, type TenantTx } from '../kernel/database/database.ts';
import type { WorkspaceAccess } from './workspaces.policy.ts';

/** A person, by what roles are given to. */
export interface Person {
  readonly accountId: string | null;
  readonly groups: readonly string[];
}

export interface WorkspaceRow extends WorkspaceAccess {
  name: LocalizedText;
  description: LocalizedText | null;
  icon: Workspace['icon'];
  color: Workspace['color'];
  revision: number;
  reports: number;
  members: number;
  updatedAt: Date;
  archivedAt: Date | null;
}

const ACCESS = fragment`w.id, w.everyone, w.template IS NOT NULL AS "isTemplate", w.archived_at IS NOT NULL AS "isArchived"`;

/** One at a time changes which workspaces there are. */
export async function lockWorkspaces(tx: TenantTx): Promise<void> {
  await tx.run`SELECT pg_advisory_xact_lock(hashtextextended('workspaces ' || ${tx.tenantId}, 0))`;
}

/** What decides a person's role in each workspace. */
export function listAccess(tx: TenantTx, { accountId, groups }: Person): Promise<WorkspaceAccess[]> {
  return tx.rows<WorkspaceAccess>`
    SELECT ${ACCESS}, ARRAY(
      SELECT m.role FROM workspace_member m WHERE m.tenant_id = w.tenant_id AND m.workspace_id = w.id
         AND (m.account_id = ${accountId}::uuid OR m.group_name = ANY (${groups as string[]}))) AS granted
    FROM workspace w WHERE w.tenant_id = ${tx.tenantId}`;
}

/** All workspaces, or one. */
export function listWorkspaces(
  tx: TenantTx,
  { accountId, groups }: Person,
  id: string | null,
): Promise<WorkspaceRow[]> {
  return tx.rows<WorkspaceRow>`
    SELECT ${ACCESS}, ARRAY(
             SELECT m.role FROM workspace_member m WHERE m.tenant_id = w.tenant_id AND m.workspace_id = w.id
                AND (m.account_id = ${accountId}::uuid OR m.group_name = ANY (${groups as string[]}))) AS granted,
           w.name, w.description, w.icon, w.color, w.revision, w.updated_at AS "updatedAt", w.archived_at AS "archivedAt",
           (SELECT count(*)::int FROM report r
             WHERE r.tenant_id = w.tenant_id AND r.workspace_id = w.id AND r.archived_at IS NULL) AS reports,
           (SELECT count(*)::int FROM workspace_member m
             WHERE m.tenant_id = w.tenant_id AND m.workspace_id = w.id) AS members
    FROM workspace w WHERE w.tenant_id = ${tx.tenantId} AND (${id}::uuid IS NULL OR w.id = ${id}::uuid)
    ORDER BY w.position, w.created_at, w.id`;
}

/** Whether a workspace that is not archived, other than this one, has the name in any language. */
export async function isNameTaken(tx: TenantTx, name: string, except: string | null): Promise<boolean> {
  const row = await tx.first`
    SELECT FROM workspace WHERE tenant_id = ${tx.tenantId} AND archived_at IS NULL AND id IS DISTINCT FROM ${except}::uuid
       AND lower(${name}) IN (lower(name->>'en'), lower(name->>'tr')) LIMIT 1`;
  return row !== null;
}

export async function insertWorkspace(
  tx: TenantTx,
  { name, description, icon, color, everyone }: WorkspaceContent,
): Promise<string> {
  const row = await tx.first<{ id: string }>`
    INSERT INTO workspace (tenant_id, name, description, icon, color, everyone, position)
    SELECT ${tx.tenantId}, jsonb_build_object('en', ${name}::text),
           CASE ${description} WHEN '' THEN NULL ELSE jsonb_build_object('en', ${description}::text) END,
           ${icon}, ${color}, ${everyone}, coalesce(max(position), 0) + 1
      FROM workspace WHERE tenant_id = ${tx.tenantId}
    RETURNING id`;
  return row!.id;
}

/** Writes the workspace of a template; what a tenant decides about it stays. Returns its id. */
export async function putTemplateWorkspace(
  tx: TenantTx,
  template: string,
  { name, description, icon, color }: TemplateWorkspace,
): Promise<string> {
  const row = await tx.first<{ id: string }>`
    INSERT INTO workspace (tenant_id, template, name, description, icon, color, everyone, position)
    SELECT ${tx.tenantId}, ${template}, ${JSON.stringify(name)}::jsonb, ${JSON.stringify(description)}::jsonb, ${icon}, ${color},
           'view', coalesce(max(position), 0) + 1
      FROM workspace WHERE tenant_id = ${tx.tenantId}
    ON CONFLICT (tenant_id, template) DO UPDATE SET name = excluded.name, description = excluded.description,
      icon = excluded.icon, color = excluded.color
    RETURNING id`;
  return row!.id;
}

/** Fields that are left out stay. */
export async function updateWorkspace(tx: TenantTx, id: string, change: Partial<WorkspaceContent>): Promise<void> {
  const { name = null, description = null, icon = null, color = null, everyone = null } = change;
  await tx.run`
    UPDATE workspace SET name = CASE WHEN ${name}::text IS NULL THEN name ELSE jsonb_build_object('en', ${name}::text) END,
      description = CASE WHEN ${description}::text IS NULL THEN description WHEN ${description} = '' THEN NULL
                         ELSE jsonb_build_object('en', ${description}::text) END,
      icon = coalesce(${icon}, icon), color = coalesce(${color}, color),
      everyone = CASE WHEN ${'everyone' in change} THEN ${everyone} ELSE everyone END,
      revision = revision + 1, updated_at = now()
    WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

export async function setArchived(tx: TenantTx, id: string, isArchived: boolean): Promise<void> {
  await tx.run`
    UPDATE workspace SET archived_at = CASE WHEN ${isArchived} THEN now() END, revision = revision + 1, updated_at = now()
    WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

/** Gives the workspaces the places of their ids; others follow in the order that they had. */
export async function saveOrder(tx: TenantTx, ids: readonly string[]): Promise<void> {
  await tx.run`
    UPDATE workspace w SET position = o.place FROM (
      SELECT id, row_number() OVER (ORDER BY array_position(${ids as string[]}::uuid[], id), position, created_at, id) AS place
        FROM workspace WHERE tenant_id = ${tx.tenantId}) o
    WHERE w.tenant_id = ${tx.tenantId} AND w.id = o.id AND w.position <> o.place`;
}

export interface MemberRow {
  id: string;
  accountId: string | null;
  groupName: string | null;
  role: WorkspaceRole;
}

export function listMembers(tx: TenantTx, workspace: string): Promise<MemberRow[]> {
  return tx.rows<MemberRow>`
    SELECT id, account_id AS "accountId", group_name AS "groupName", role FROM workspace_member
    WHERE tenant_id = ${tx.tenantId} AND workspace_id = ${workspace}`;
}

export async function putMember(
  tx: TenantTx,
  workspace: string,
  { accountId, groupName, role }: Omit<MemberRow, 'id'>,
): Promise<void> {
  const changed = await tx.run`
    UPDATE workspace_member SET role = ${role}
    WHERE tenant_id = ${tx.tenantId} AND workspace_id = ${workspace}
      AND account_id IS NOT DISTINCT FROM ${accountId}::uuid AND group_name IS NOT DISTINCT FROM ${groupName}`;
  if (changed > 0) return;
  await tx.run`
    INSERT INTO workspace_member (tenant_id, workspace_id, account_id, group_name, role)
    VALUES (${tx.tenantId}, ${workspace}, ${accountId}, ${groupName}, ${role})`;
}

export function deleteMember(tx: TenantTx, workspace: string, id: string): Promise<number> {
  return tx.run`
    DELETE FROM workspace_member WHERE tenant_id = ${tx.tenantId} AND workspace_id = ${workspace} AND id = ${id}`;
}

export interface PersonRow {
  id: string;
  name: string;
  email: string;
  roles: string[];
  groups: string[];
  /** Whether they belong to the tenant, and are disabled neither there nor globally. */
  isActive: boolean;
}

/** The people of a tenant, and these accounts. Callers pass those of its members. */
export function listPeople(tx: GlobalTx, tenantId: string, accounts: readonly string[]): Promise<PersonRow[]> {
  return tx.rows<PersonRow>`
    SELECT a.id, trim(a.first_name || ' ' || a.last_name) AS name, a.email,
           rise_roles(a.roles, u.sources, u.roles) AS roles, rise_groups(a.groups, u.sources, u.groups) AS groups,
           u.account_id IS NOT NULL AND u.disabled_at IS NULL AND a.disabled_at IS NULL AS "isActive"
      FROM account a LEFT JOIN tenant_user u ON u.account_id = a.id AND u.tenant_id = ${tenantId}
     WHERE (u.account_id IS NOT NULL AND u.disabled_at IS NULL AND a.disabled_at IS NULL) OR a.id = ANY (${accounts as string[]}::uuid[])
     ORDER BY lower(a.first_name || ' ' || a.last_name), lower(a.email)`;
}

export async function countRolesOf(tx: TenantTx, account: string): Promise<number> {
  const row = await tx.first<{ count: number }>`
    SELECT count(*) AS count FROM workspace_member WHERE tenant_id = ${tx.tenantId} AND account_id = ${account}`;
  return row!.count;
}

export async function replaceMember(tx: TenantTx, account: string, to: string): Promise<void> {
  await tx.run`
    INSERT INTO workspace_member AS m (tenant_id, workspace_id, account_id, role)
    SELECT ${tx.tenantId}, o.workspace_id, ${to}::uuid, o.role FROM workspace_member o
     WHERE o.tenant_id = ${tx.tenantId} AND o.account_id = ${account}
    ON CONFLICT (tenant_id, workspace_id, account_id) DO UPDATE SET role = excluded.role
     WHERE array_position(ARRAY['view', 'edit', 'manage'], excluded.role) > array_position(ARRAY['view', 'edit', 'manage'], m.role)`;
  await tx.run`DELETE FROM workspace_member WHERE tenant_id = ${tx.tenantId} AND account_id = ${account}`;
}
