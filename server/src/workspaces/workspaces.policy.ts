import { WORKSPACE_ROLES, type Workspace, type WorkspaceRole } from '@rise/contract';
import type { Actor } from '../kernel/actor.ts';

/** What decides a person's role in a workspace. */
export interface WorkspaceAccess {
  readonly id: string;
  readonly everyone: 'view' | 'edit' | null;
  /** Roles given to the person and to their groups. */
  readonly granted: readonly WorkspaceRole[];
  readonly isTemplate: boolean;
  readonly isArchived: boolean;
}

const rankOf = (role: WorkspaceRole) => WORKSPACE_ROLES.indexOf(role);

export const includes = (role: WorkspaceRole, needed: WorkspaceRole): boolean => rankOf(role) >= rankOf(needed);

/** The highest role that a person has; null: the workspace does not exist for them. Administrators manage all. */
export function roleIn(actor: Actor, { everyone, granted, isArchived }: WorkspaceAccess): WorkspaceRole | null {
  const roles = [...granted, ...(everyone === null ? [] : [everyone])];
  const role = actor.permissions.has('tenant.administer')
    ? 'manage'
    : (roles.toSorted((one, other) => rankOf(other) - rankOf(one))[0] ?? null);
  if (role === null || (isArchived && role !== 'manage')) return null;
  return role;
}

/** What a person with a role may do with the workspace. */
export function rightsIn(
  actor: Actor,
  role: WorkspaceRole,
  { isTemplate, isArchived }: WorkspaceAccess,
): Workspace['can'] {
  const may = (needed: WorkspaceRole) => actor.permissions.has('report.write') && includes(role, needed);
  return {
    edit: may('edit') && !isArchived,
    describe: may('manage') && !isTemplate && !isArchived,
    manage: may('manage') && !isArchived,
    archive: may('manage') && !isArchived,
    restore: may('manage') && isArchived,
    publish: actor.permissions.has('global.administer') && !isTemplate && !isArchived,
  };
}
