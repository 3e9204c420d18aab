import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { localizedText } from './values/text.ts';
import { versionNumber } from './values/version-number.ts';
import { visibleLine } from './values/visible-text.ts';
import { WORKSPACE_COLORS, WORKSPACE_ICONS, WORKSPACE_ROLES } from './values/workspace-words.ts';

export const workspaceRole = z.enum(WORKSPACE_ROLES);
export type WorkspaceRole = z.infer<typeof workspaceRole>;

const appearance = { icon: z.enum(WORKSPACE_ICONS), color: z.enum(WORKSPACE_COLORS) };

/** What everybody in the tenant may do there; null: only its members find it. */
const everyone = z.enum(['view', 'edit']).nullable();

const content = {
  name: z.string().overwrite(visibleLine).min(1, 'Enter a name.').max(80, 'Use at most 80 characters.'),
  description: z.string().trim().max(500, 'Use at most 500 characters.'),
  ...appearance,
  everyone,
};
export const workspaceContent = z.strictObject(content);
export type WorkspaceContent = z.infer<typeof workspaceContent>;

/** A workspace that comes with a template, such as a sample. */
export const templateWorkspace = z.strictObject({
  name: localizedText,
  description: localizedText,
  ...appearance,
});
export type TemplateWorkspace = z.infer<typeof templateWorkspace>;

export const workspace = z.object({
  id: z.uuid(),
  name: localizedText,
  description: localizedText.nullable(),
  ...appearance,
  everyone,
  /** Whether it follows a template: its name and its reports come with that. */
  template: z.boolean(),
  /** Of those that are not archived. */
  reports: z.int(),
  /** People and groups with a role of their own. */
  members: z.int(),
  /** Counts the changes. */
  revision: versionNumber,
  updatedAt: z.iso.datetime(),
  archivedAt: z.iso.datetime().nullable(),
  /** The caller's own role. */
  role: workspaceRole,
  can: z.object({
    /** Put reports there, and change or archive its own. */
    edit: z.boolean(),
    /** Change its name, appearance and description. */
    describe: z.boolean(),
    /** Change who has which role. */
    manage: z.boolean(),
    archive: z.boolean(),
    restore: z.boolean(),
    /** Publish it as a template for other tenants. */
    publish: z.boolean(),
  }),
});
export type Workspace = z.infer<typeof workspace>;

/** Whom a role is given to. */
const memberKey = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('person'), account: z.uuid() }),
  /** Of the identity provider; also one that is new to the portal. */
  z.strictObject({ kind: z.literal('group'), group: z.string().overwrite(visibleLine).min(1).max(200) }),
]);
export type MemberKey = z.infer<typeof memberKey>;

const person = z.object({ kind: z.literal('person'), account: z.uuid(), name: z.string(), email: z.string() });
const group = z.object({ kind: z.literal('group'), group: z.string(), /** Of the tenant. */ people: z.int() });
/** A person or group that can get a role. */
export const candidate = z.discriminatedUnion('kind', [person, group]);
export type Candidate = z.infer<typeof candidate>;

export const workspaceMember = z.object({ id: z.uuid(), role: workspaceRole, who: candidate });
export type WorkspaceMember = z.infer<typeof workspaceMember>;

const byId = z.strictObject({ id: z.uuid() });
const reads = { permission: 'report.read', tenant: 'tenant' } as const;
/** Who may change what, each workspace says in `can`; for others it is NOT_FOUND. */
const changes = { permission: 'report.write', tenant: 'tenant' } as const;
const administers = { permission: 'tenant.administer', tenant: 'tenant' } as const;

export const workspaceRoutes = {
  'GET /api/v1/workspaces': defineRoute({
    ...reads,
    summary:
      'List the workspaces that the caller may open, in their order; archived ones for those who may restore them',
    audit: { action: 'workspace.list', when: 'denied' },
    input: {},
    output: z.object({ workspaces: z.array(workspace) }),
    errors: [],
  }),
  'POST /api/v1/workspaces': defineRoute({
    ...administers,
    summary: 'Create a workspace; its author manages it',
    audit: { action: 'workspace.create', when: 'always' },
    input: { body: workspaceContent },
    output: workspace,
    errors: ['CONFLICT'],
  }),
  'PUT /api/v1/workspaces/order': defineRoute({
    ...administers,
    summary: 'Put the workspaces into an order; those that are left out come last',
    audit: { action: 'workspace.order', when: 'always' },
    input: { body: z.strictObject({ ids: z.array(z.uuid()).max(1000) }) },
    output: z.object({ workspaces: z.array(workspace) }),
    errors: [],
  }),
  'PATCH /api/v1/workspaces/:id': defineRoute({
    ...changes,
    summary: 'Change a workspace; of one that follows a template, who may open it',
    audit: { action: 'workspace.change', when: 'always' },
    input: {
      params: byId,
      body: z.strictObject({
        ...workspaceContent.partial().shape,
        /** The revision that was changed. */ basedOn: versionNumber,
      }),
    },
    output: workspace,
    errors: ['CONFLICT'],
  }),
  'POST /api/v1/workspaces/:id/archive': defineRoute({
    ...changes,
    summary: 'Archive a workspace: it and its reports are shown only to those who may restore it',
    audit: { action: 'workspace.archive', when: 'always' },
    input: { params: byId },
    output: workspace,
    errors: ['CONFLICT'],
  }),
  'POST /api/v1/workspaces/:id/restore': defineRoute({
    ...changes,
    summary: 'Restore an archived workspace with its reports',
    audit: { action: 'workspace.restore', when: 'always' },
    input: { params: byId },
    output: workspace,
    errors: ['CONFLICT'],
  }),
  'GET /api/v1/workspaces/:id/members': defineRoute({
    ...changes,
    summary: 'List who has a role in a workspace, and to whom one can be given',
    audit: { action: 'workspace.members', when: 'denied' },
    input: { params: byId },
    output: z.object({ members: z.array(workspaceMember), candidates: z.array(candidate) }),
    errors: [],
  }),
  'PUT /api/v1/workspaces/:id/members': defineRoute({
    ...changes,
    summary: 'Give a person of the tenant or a group a role in a workspace, instead of the one they had',
    audit: { action: 'workspace.grant', when: 'always' },
    input: { params: byId, body: z.strictObject({ who: memberKey, role: workspaceRole }) },
    output: z.object({ members: z.array(workspaceMember) }),
    errors: ['CONFLICT'],
  }),
  'DELETE /api/v1/workspaces/:id/members/:member': defineRoute({
    ...changes,
    summary: 'Take a member’s role in a workspace away',
    audit: { action: 'workspace.revoke', when: 'always' },
    input: { params: z.strictObject({ id: z.uuid(), member: z.uuid() }) },
    output: z.object({ members: z.array(workspaceMember) }),
    errors: [],
  }),
} as const;
