import { z } from 'zod';
import { invitee, sentInvitation } from './invitations.ts';
import { defineRoute } from './protocol/define-route.ts';
import { ROLES } from './protocol/roles.ts';
import { listedPerson } from './users.ts';
import { GLOBAL_ROLES } from './values/people.ts';

const globalRoles = z.array(z.enum(GLOBAL_ROLES)).max(GLOBAL_ROLES.length);

/** Someone with an account, as global administrators see them. */
export const globalPerson = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  state: z.enum(['active', 'disabled']),
  /** When the account was created. */
  since: z.iso.datetime(),
  lastSeenAt: z.iso.datetime().nullable(),
  /** Global roles by the identity provider. */
  claimed: z.array(z.enum(GLOBAL_ROLES)),
  /** Global roles by global administrators. */
  granted: z.array(z.enum(GLOBAL_ROLES)),
  /** Tenants of which they are a member, by name. */
  tenants: z.array(z.object({ id: z.uuid(), name: z.string() })),
  isSelf: z.boolean(),
  /** The only one who administers the installation. */
  isLastAdministrator: z.boolean(),
});
export type GlobalPerson = z.infer<typeof globalPerson>;

const listedGlobalPerson = listedPerson.omit({ groups: true });
export type ListedGlobalPerson = z.infer<typeof listedGlobalPerson>;

const newGlobalInvitation = z.strictObject({ ...invitee, roles: globalRoles.min(1, 'Choose at least one role.') });
export type NewGlobalInvitation = z.input<typeof newGlobalInvitation>;

const administration = { permission: 'global.administer', tenant: 'global' } as const;
const byId = z.strictObject({ id: z.uuid() });

export const globalUserRoutes = {
  'GET /api/v1/global/users': defineRoute({
    ...administration,
    summary: 'List the people with a global role and those who are invited to one',
    audit: { action: 'global-user.list', when: 'denied' },
    input: {
      query: z.strictObject({
        /** Part of a name or an email address. */
        q: z.string().trim().max(200).optional(),
        role: z.enum(GLOBAL_ROLES).optional(),
        /** `invited` has the expired invitations too. */
        state: z.enum(['active', 'disabled', 'invited']).optional(),
        offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
        limit: z.coerce.number().int().min(1).max(100).default(50),
      }),
    },
    output: z.object({ people: z.array(listedGlobalPerson), total: z.int() }),
    errors: [],
  }),
  'GET /api/v1/global/users/accounts': defineRoute({
    ...administration,
    summary: 'Find people of any tenant who have signed in, 20 at most, by name or email address',
    audit: { action: 'global-user.find', when: 'denied' },
    input: { query: z.strictObject({ q: z.string().trim().min(2, 'Enter at least two characters.').max(200) }) },
    output: z.object({
      accounts: z.array(z.object({ id: z.uuid(), name: z.string(), email: z.string(), roles: z.array(z.enum(ROLES)) })),
    }),
    errors: [],
  }),
  'GET /api/v1/global/users/:id': defineRoute({
    ...administration,
    summary: 'Read a person’s global roles by their source, and their tenants',
    audit: { action: 'global-user.view', when: 'denied' },
    input: { params: byId },
    output: globalPerson,
    errors: [],
  }),
  'PATCH /api/v1/global/users/:id': defineRoute({
    ...administration,
    summary: 'Change the global roles that a person is given beside claimed ones',
    audit: { action: 'global-user.change', when: 'always' },
    input: { params: byId, body: z.strictObject({ roles: globalRoles }) },
    output: globalPerson,
    errors: ['CONFLICT'],
  }),
  'POST /api/v1/global/users/:id/disable': defineRoute({
    ...administration,
    summary: 'Disable a person’s account everywhere: ends their sessions and revokes their tokens',
    audit: { action: 'global-user.disable', when: 'always' },
    input: { params: byId },
    output: globalPerson,
    errors: ['CONFLICT'],
  }),
  'POST /api/v1/global/users/:id/enable': defineRoute({
    ...administration,
    summary: 'Enable a disabled account again',
    audit: { action: 'global-user.enable', when: 'always' },
    input: { params: byId },
    output: globalPerson,
    errors: [],
  }),
  'POST /api/v1/global/invitations': defineRoute({
    ...administration,
    summary: 'Invite someone to a global role by mail',
    audit: { action: 'global-invitation.create', when: 'always' },
    input: { body: newGlobalInvitation },
    output: sentInvitation,
    errors: ['CONFLICT'],
  }),
  'GET /api/v1/global/invitations/:id': defineRoute({
    ...administration,
    summary: 'Read an invitation to a global role that is open',
    audit: { action: 'global-invitation.view', when: 'denied' },
    input: { params: byId },
    output: listedGlobalPerson,
    errors: [],
  }),
  'POST /api/v1/global/invitations/:id/resend': defineRoute({
    ...administration,
    summary: 'Send an invitation to a global role again, with a new link; the link before it no longer works',
    audit: { action: 'global-invitation.resend', when: 'always' },
    input: { params: byId },
    output: sentInvitation,
    errors: ['CONFLICT'],
  }),
  'DELETE /api/v1/global/invitations/:id': defineRoute({
    ...administration,
    summary: 'Revoke an invitation to a global role; its link no longer works',
    audit: { action: 'global-invitation.revoke', when: 'always' },
    input: { params: byId },
    output: z.object({ id: z.uuid() }),
    errors: [],
  }),
} as const;
