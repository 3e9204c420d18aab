import {
  ROLES,
  type MemberKey,
  type TemplateWorkspace,
  type Workspace,
  type WorkspaceContent,
  type WorkspaceRole,
} from '@rise/contract';
import type { Actor, TenantActor } from '../kernel/actor.ts';
import { permissionsOf, SYSTEM, systemIn } from '../kernel/actor.ts';
import type { Database, TenantTx } from '../kernel/database/database.ts';
import { notFound, UserError } from '../kernel/errors/user-error.ts';
import { publish } from '../kernel/events.ts';
import { listAdministrators } from '../models/stored-models.service.ts';
import { candidatesOf, nameOf, toMembers, type MemberList } from './members.rules.ts';
import { includes, rightsIn, roleIn } from './workspaces.policy.ts';
import * as sql from './workspaces.sql.ts';

const MAX_WORKSPACES = 500;
const MAX_MEMBERS = 500;

/** A workspace that a person may open. */
export interface OpenWorkspace {
  readonly role: WorkspaceRole;
  readonly can: Workspace['can'];
}

/** The workspaces that a person may open, by id. */
export type OpenWorkspaces = ReadonlyMap<string, OpenWorkspace>;

export async function openWorkspaces(tx: TenantTx, actor: Actor): Promise<OpenWorkspaces> {
  const open = new Map<string, OpenWorkspace>();
  for (const access of await sql.listAccess(tx, actor)) {
    const role = roleIn(actor, access);
    if (role !== null) open.set(access.id, { role, can: rightsIn(actor, role, access) });
  }
  return open;
}

/** Ids of the workspaces that are not archived. */
export async function liveWorkspaces(tx: TenantTx): Promise<ReadonlySet<string>> {
  const all = await sql.listAccess(tx, { accountId: null, groups: [] });
  return new Set(all.filter(({ isArchived }) => !isArchived).map(({ id }) => id));
}

/** A person of a tenant, with what decides what they may open. */
export interface Colleague {
  readonly account: string;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly string[];
  readonly groups: readonly string[];
}

/** The people of a tenant, by name. */
export async function listColleagues(database: Database, tenantId: string): Promise<Colleague[]> {
  const people = await database.withGlobal(SYSTEM, (tx) => sql.listPeople(tx, tenantId, []), 'reads');
  return people.map(({ id, email, roles, groups, ...person }) => ({
    account: id,
    name: nameOf({ ...person, email }),
    email,
    roles,
    groups,
  }));
}

/** A workspace for those of a tenant's people who may open reports there, by account. */
export async function openForPeople(
  tx: TenantTx,
  id: string,
  people: readonly Colleague[],
): Promise<ReadonlyMap<string, OpenWorkspace>> {
  const [all, members] = await Promise.all([
    sql.listAccess(tx, { accountId: null, groups: [] }),
    sql.listMembers(tx, id),
  ]);
  const access = all.find((workspace) => workspace.id === id);
  const open = new Map<string, OpenWorkspace>();
  for (const { account, roles: names, groups } of access ? people : []) {
    const roles = ROLES.filter((role) => names.includes(role));
    const actor: Actor = { ...systemIn(tx.tenantId), kind: 'tenant', roles, permissions: permissionsOf(roles), groups };
    const granted = members
      .filter(({ accountId, groupName }) => accountId === account || (groupName !== null && groups.includes(groupName)))
      .map(({ role }) => role);
    const role = actor.permissions.has('report.read') ? roleIn(actor, { ...access!, granted }) : null;
    if (role !== null) open.set(account, { role, can: rightsIn(actor, role, access!) });
  }
  return open;
}

/** Stores the workspace of a template in a tenant, or updates it. Returns its id. */
export function putTemplateWorkspace(tx: TenantTx, template: string, content: TemplateWorkspace): Promise<string> {
  return sql.putTemplateWorkspace(tx, template, content);
}

/** Adds a workspace that follows a template. CONFLICT for a name that another one has, and where there are too many. */
export async function addTemplateWorkspace(
  tx: TenantTx,
  actor: TenantActor,
  template: string,
  content: TemplateWorkspace,
): Promise<string> {
  await requirePlace(tx, actor);
  for (const name of [content.name.en, content.name.tr ?? content.name.en]) await requireFreeName(tx, name, null);
  return sql.putTemplateWorkspace(tx, template, content);
}

/** A workspace as a person finds it; NOT_FOUND where they do not. */
export const requireWorkspace = (tx: TenantTx, actor: TenantActor, id: string): Promise<Workspace> =>
  requireOpen(tx, actor, id);

/** Open pages fetch workspaces, templates and reports again. */
export const publishWorkspacesChanged = (tx: TenantTx): Promise<void> => publishChange(tx);

/** Stores a workspace whose author manages it. CONFLICT for a name that another one has, and where there are too many. */
export async function addWorkspace(tx: TenantTx, actor: TenantActor, content: WorkspaceContent): Promise<Workspace> {
  await requirePlace(tx, actor);
  await requireFreeName(tx, content.name, null);
  const id = await sql.insertWorkspace(tx, content);
  const { accountId } = actor;
  if (accountId !== null) await sql.putMember(tx, id, { accountId, groupName: null, role: 'manage' });
  await publishChange(tx);
  return requireOpen(tx, actor, id);
}

/** From then on no one else changes which workspaces there are. CONFLICT where there are too many. */
async function requirePlace(tx: TenantTx, actor: TenantActor): Promise<void> {
  await sql.lockWorkspaces(tx);
  if ((await sql.listAccess(tx, actor)).length >= MAX_WORKSPACES)
    throw new UserError('CONFLICT', `There can be ${MAX_WORKSPACES} workspaces at most, archived ones included.`);
}

/** A tenant's workspaces; those that a person may not open are NOT_FOUND for them, as is what they may not do. */
export class WorkspaceService {
  readonly #database: Database;

  constructor({ database }: { database: Database }) {
    this.#database = database;
  }

  list(actor: TenantActor): Promise<Workspace[]> {
    return this.#database.withTenant(actor, (tx) => listOpenWorkspaces(tx, actor), 'reads');
  }

  /** CONFLICT for a name that another one has, and where there are too many. */
  create(actor: TenantActor, content: WorkspaceContent): Promise<Workspace> {
    return this.#database.withTenant(actor, (tx) => addWorkspace(tx, actor, content));
  }

  /** NOT_FOUND for an id that is none of the tenant's workspaces. */
  saveOrder(actor: TenantActor, ids: readonly string[]): Promise<Workspace[]> {
    return this.#database.withTenant(actor, async (tx) => {
      await sql.lockWorkspaces(tx);
      const known = new Set((await sql.listAccess(tx, actor)).map(({ id }) => id));
      if (ids.some((id) => !known.has(id))) throw notFound();
      actor.record?.note({ after: { order: ids } });
      await sql.saveOrder(tx, ids);
      await publishChange(tx);
      return listOpenWorkspaces(tx, actor);
    });
  }

  /** CONFLICT where it was changed since, and for a name that another one has. */
  change(
    actor: TenantActor,
    id: string,
    { basedOn, ...change }: Partial<WorkspaceContent> & { basedOn: number },
  ): Promise<Workspace> {
    const { everyone: _, ...description } = change;
    return this.#change(actor, id, async (tx, { can, revision }) => {
      if (!can.manage || (Object.keys(description).length > 0 && !can.describe)) throw notFound();
      if (revision !== basedOn)
        throw new UserError(
          'CONFLICT',
          'This workspace was changed since you opened it. Reload it, and change it again.',
        );
      if (change.name !== undefined) await requireFreeName(tx, change.name, id);
      await sql.updateWorkspace(tx, id, change);
    });
  }

  archive(actor: TenantActor, id: string): Promise<Workspace> {
    return this.#change(actor, id, async (tx, { can }) => {
      if (!can.archive) throw notFound();
      await sql.setArchived(tx, id, true);
    });
  }

  /** CONFLICT for a name that another one has got since. */
  restore(actor: TenantActor, id: string): Promise<Workspace> {
    return this.#change(actor, id, async (tx, { can, name }) => {
      if (!can.restore) throw notFound();
      await requireFreeName(tx, name.en, id);
      await sql.setArchived(tx, id, false);
    });
  }

  /** Who has a role, and to whom one can be given. */
  async members(actor: TenantActor, id: string): Promise<MemberList> {
    const rows = await this.#database.withTenant(
      actor,
      async (tx) => {
        await requireManaged(tx, actor, id);
        return sql.listMembers(tx, id);
      },
      'reads',
    );
    const people = await this.#people(actor, rows);
    return { members: toMembers(rows, people), candidates: candidatesOf(people) };
  }

  /** VALIDATION_FAILED for a person who does not belong to the tenant. */
  async grant(actor: TenantActor, id: string, who: MemberKey, role: WorkspaceRole): Promise<MemberList['members']> {
    await this.#database.withTenant(actor, (tx) => requireManaged(tx, actor, id), 'reads');
    if (who.kind === 'person') {
      const people = await this.#people(actor, []);
      if (!people.some(({ id: account }) => account === who.account))
        throw new UserError('VALIDATION_FAILED', undefined, [
          { field: 'who.account', message: 'This person does not belong to the tenant. Choose one of its people.' },
        ]);
    }
    await this.#changeOpen(actor, id, async (tx, { can, members }) => {
      if (!can.manage) throw notFound();
      if (members >= MAX_MEMBERS)
        throw new UserError('CONFLICT', `A workspace can have ${MAX_MEMBERS} members at most. Use a group.`);
      const key = {
        accountId: who.kind === 'person' ? who.account : null,
        groupName: who.kind === 'group' ? who.group : null,
      };
      actor.record?.note({ after: { ...key, role } });
      await sql.putMember(tx, id, { ...key, role });
    });
    return (await this.members(actor, id)).members;
  }

  async revoke(actor: TenantActor, id: string, member: string): Promise<MemberList['members']> {
    const workspace = await this.#changeOpen(actor, id, async (tx, { can }) => {
      if (!can.manage || (await sql.deleteMember(tx, id, member)) === 0) throw notFound();
    });
    // It may have been their own role.
    return workspace === null || !includes(workspace.role, 'manage') ? [] : (await this.members(actor, id)).members;
  }

  /** Changes a workspace that the person may open, and still may then. */
  async #change(actor: TenantActor, id: string, work: WorkspaceWork): Promise<Workspace> {
    return (await this.#changeOpen(actor, id, work))!;
  }

  /** Changes a workspace that the person may open; null where they may not any more. */
  #changeOpen(actor: TenantActor, id: string, work: WorkspaceWork): Promise<Workspace | null> {
    return this.#database.withTenant(actor, async (tx) => {
      await sql.lockWorkspaces(tx);
      await work(tx, await requireOpen(tx, actor, id));
      await publishChange(tx);
      return findOpen(tx, actor, id);
    });
  }

  /** The people of the tenant, and those of these members who have left it. */
  #people(actor: TenantActor, members: readonly sql.MemberRow[]): Promise<sql.PersonRow[]> {
    const accounts = members.flatMap(({ accountId }) => accountId ?? []);
    return peopleOf(this.#database, actor, accounts);
  }
}

export type TenantPerson = sql.PersonRow;

/** The people of a tenant, and these accounts of it, which may have left. */
export function peopleOf(
  database: Database,
  { tenantId }: TenantActor,
  accounts: readonly string[],
): Promise<TenantPerson[]> {
  return database.withGlobal(SYSTEM, (tx) => sql.listPeople(tx, tenantId, accounts), 'reads');
}

/** Accounts of those who manage a workspace, administrators included. */
export async function managersOf(database: Database, actor: TenantActor, workspace: string): Promise<string[]> {
  const members = await database.withTenant(actor, (tx) => sql.listMembers(tx, workspace), 'reads');
  const managers = members.filter(({ role }) => role === 'manage');
  const people = await peopleOf(database, actor, []);
  const isManager = ({ id, groups }: TenantPerson) =>
    managers.some(({ accountId, groupName }) => accountId === id || (groupName !== null && groups.includes(groupName)));
  const administrators = await database.withGlobal(SYSTEM, (tx) => listAdministrators(tx, actor.tenantId), 'reads');
  return [...new Set([...administrators, ...people.filter(isManager).map(({ id }) => id)])];
}

type WorkspaceWork = (tx: TenantTx, workspace: Workspace) => Promise<void>;

/** The workspaces that a person may open, in their order. */
export async function listOpenWorkspaces(tx: TenantTx, actor: TenantActor): Promise<Workspace[]> {
  return (await sql.listWorkspaces(tx, actor, null)).flatMap((row) => toWorkspace(actor, row) ?? []);
}

async function findOpen(tx: TenantTx, actor: TenantActor, id: string): Promise<Workspace | null> {
  const [row] = await sql.listWorkspaces(tx, actor, id);
  return row ? toWorkspace(actor, row) : null;
}

async function requireOpen(tx: TenantTx, actor: TenantActor, id: string): Promise<Workspace> {
  const workspace = await findOpen(tx, actor, id);
  if (!workspace) throw notFound();
  return workspace;
}

async function requireManaged(tx: TenantTx, actor: TenantActor, id: string): Promise<void> {
  if (!(await requireOpen(tx, actor, id)).can.manage) throw notFound();
}

async function requireFreeName(tx: TenantTx, name: string, except: string | null): Promise<void> {
  if (await sql.isNameTaken(tx, name, except))
    throw new UserError('CONFLICT', `There is a workspace called “${name}” already. Choose another name.`, [
      { field: 'name', message: 'Another workspace has this name.' },
    ]);
}

/** Open pages fetch workspaces and reports again. */
function publishChange(tx: TenantTx): Promise<void> {
  return publish(tx, { kind: 'workspaces', to: { tenants: [tx.tenantId] } });
}

/** Null where the person may not open it. */
function toWorkspace(actor: TenantActor, row: sql.WorkspaceRow): Workspace | null {
  const role = roleIn(actor, row);
  if (role === null) return null;
  const { granted: _granted, isTemplate, isArchived: _isArchived, updatedAt, archivedAt, ...workspace } = row;
  return {
    ...workspace,
    template: isTemplate,
    updatedAt: updatedAt.toISOString(),
    archivedAt: archivedAt?.toISOString() ?? null,
    role,
    can: rightsIn(actor, role, row),
  };
}
