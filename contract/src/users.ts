import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { ROLES } from './protocol/roles.ts';
import { BULK_PART, PEOPLE_ORDERS, PERSON_PROBLEMS, TENANT_ROLES } from './values/people.ts';
import { localizedText } from './values/text.ts';
import { visibleLine } from './values/visible-text.ts';
import { visibility } from './visibility.ts';

const groupName = z
  .string()
  .overwrite(visibleLine)
  .min(1, 'Enter the name of a group.')
  .max(200, 'Use at most 200 characters.');
const attributeName = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,40}$/, 'Use lower-case letters, digits and _, beginning with a letter.');

/** What a tenant's administrators give to a person: roles, and what row rules and masks of the model refer to. */
export const rights = {
  roles: z.array(z.enum(TENANT_ROLES)).max(TENANT_ROLES.length),
  groups: z.array(groupName).max(100, 'Give at most 100 groups.'),
  attributes: z.record(
    attributeName,
    z
      .array(z.string().trim().min(1, 'Enter a value.').max(500, 'Use at most 500 characters.'))
      .max(500, 'Give at most 500 values.'),
  ),
};

/** `invited`: has not accepted yet. `expired`: invited, and the invitation has to be sent again. */
export const PERSON_STATES = ['active', 'disabled', 'invited', 'expired'] as const;

/** Someone in the tenant, or someone who is invited to it. */
export const listedPerson = z.object({
  kind: z.enum(['member', 'invitation']),
  /** Of the account, or of the invitation. */
  id: z.uuid(),
  /** Empty where it is not known. */
  name: z.string(),
  email: z.string(),
  state: z.enum(PERSON_STATES),
  /** Those that count here, whatever their source. */
  roles: z.array(z.enum(ROLES)),
  groups: z.array(z.string()),
  /** When they last used the tenant; null: not yet. */
  lastSeenAt: z.iso.datetime().nullable(),
  /** When they joined, or when the last mail was sent to them. */
  since: z.iso.datetime(),
  /** Of an invitation. */
  expiresAt: z.iso.datetime().nullable(),
  /** Of an invitation: the inviter's email address at the time. */
  invitedBy: z.string().nullable(),
  isSelf: z.boolean(),
});
export type ListedPerson = z.infer<typeof listedPerson>;

/**
 * Where a membership comes from: claims of the identity provider, an invitation (`rise`), a verified address at a domain
 * of the tenant, or provisioning by the tenant's identity provider (`scim`).
 */
export const MEMBERSHIP_SOURCES = ['claim', 'rise', 'domain', 'scim'] as const;
export type MembershipSource = (typeof MEMBERSHIP_SOURCES)[number];

const allRights = z.object({
  roles: z.array(z.enum(ROLES)),
  groups: z.array(z.string()),
  attributes: z.record(z.string(), z.array(z.string())),
});

/** What someone has set up in a tenant, and what someone else takes over where they are removed. */
export const ownedThings = z.object({
  subscriptions: z.int(),
  alerts: z.int(),
  /** Saved queries. */
  queries: z.int(),
  /** Copies that run with the person's rights. */
  copies: z.int(),
  /** Workspaces in which they have a role of their own. */
  workspaces: z.int(),
});
export type OwnedThings = z.infer<typeof ownedThings>;

export const tenantPerson = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  state: z.enum(['active', 'disabled']),
  since: z.iso.datetime(),
  lastSeenAt: z.iso.datetime().nullable(),
  sources: z.array(z.enum(MEMBERSHIP_SOURCES)),
  /** By the identity provider. Nothing where it does not name the tenant. */
  claimed: allRights,
  /** By the tenant's administrators. */
  granted: allRights,
  /** Roles by groups of the tenant's provider. */
  provisioned: z.array(z.enum(TENANT_ROLES)),
  owned: ownedThings,
  isSelf: z.boolean(),
  /** The only one who administers the tenant. */
  isLastAdministrator: z.boolean(),
});
export type TenantPerson = z.infer<typeof tenantPerson>;

const filter = {
  /** Part of a name or an email address. */
  q: z.string().trim().max(200).optional(),
  role: z.enum(TENANT_ROLES).optional(),
  group: z.string().max(200).optional(),
  /** `invited` has the expired invitations too. */
  state: z.enum(['active', 'disabled', 'invited']).optional(),
  /** Members who have not used the tenant for so many days. */
  unseenDays: z.coerce.number().int().min(1).max(3650).optional(),
};

/** At most so many people can be selected for one change. */
export const MAX_SELECTED = 1000;

const bulkAction = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('disable') }),
  z.strictObject({ kind: z.literal('enable') }),
  z.strictObject({ kind: z.enum(['add-role', 'remove-role']), role: z.enum(TENANT_ROLES) }),
  z.strictObject({ kind: z.enum(['add-group', 'remove-group']), group: groupName }),
]);
export type BulkAction = z.infer<typeof bulkAction>;

/** What became of one person in a change of many. */
const bulkResult = z.object({
  id: z.uuid(),
  /** `unchanged`: they had it already. */
  outcome: z.enum(['done', 'unchanged', 'failed']),
  /** Why it failed. */
  reason: z.enum(PERSON_PROBLEMS).nullable(),
});
export type BulkResult = z.infer<typeof bulkResult>;

const rowRules = z.object({
  reader: visibility.shape.reader,
  /** Those with a rule or a mask. */
  datasets: z.array(
    z.object({
      name: z.string(),
      title: localizedText,
      rules: visibility.shape.rules,
      masks: visibility.shape.masks,
    }),
  ),
  /** Datasets without any: everybody sees all of their rows. */
  open: z.array(localizedText),
});
export type RowRules = z.infer<typeof rowRules>;

const administration = { permission: 'tenant.administer', tenant: 'tenant' } as const;
const byId = z.strictObject({ id: z.uuid() });

export const tenantUserRoutes = {
  'GET /api/v1/users': defineRoute({
    ...administration,
    summary: 'List the people of the tenant and those who are invited',
    audit: { action: 'user.list', when: 'denied' },
    input: {
      query: z.strictObject({
        ...filter,
        /** `seen`: last seen; those who were not seen yet come first, or last where it is descending. */
        sort: z.enum(PEOPLE_ORDERS).default('name'),
        descending: z.stringbool().default(false),
        offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
        limit: z.coerce.number().int().min(1).max(100).default(50),
      }),
    },
    output: z.object({ people: z.array(listedPerson), total: z.int() }),
    errors: [],
  }),
  'GET /api/v1/users/members': defineRoute({
    ...administration,
    summary: `List the members that a filter finds by id and name, ${MAX_SELECTED} at most`,
    audit: { action: 'user.list', when: 'denied' },
    input: { query: z.strictObject(filter) },
    output: z.object({
      members: z.array(z.object({ id: z.uuid(), name: z.string() })),
      /** How many the filter finds in all. */
      total: z.int(),
    }),
    errors: [],
  }),
  'GET /api/v1/users/groups': defineRoute({
    ...administration,
    summary: 'List the names of the groups that people of the tenant are in',
    audit: { action: 'user.groups', when: 'denied' },
    input: {},
    output: z.object({ groups: z.array(z.string()) }),
    errors: [],
  }),
  'GET /api/v1/users/:id': defineRoute({
    ...administration,
    summary: 'Read a person of the tenant: their rights by source, and what they own',
    audit: { action: 'user.view', when: 'denied' },
    input: { params: byId },
    output: tenantPerson,
    errors: [],
  }),
  'PATCH /api/v1/users/:id': defineRoute({
    ...administration,
    summary: 'Change the roles, groups or attributes that administrators give to a person',
    audit: { action: 'user.change', when: 'always' },
    input: { params: byId, body: z.strictObject(rights).partial() },
    output: tenantPerson,
    errors: ['CONFLICT'],
  }),
  'POST /api/v1/users/:id/disable': defineRoute({
    ...administration,
    summary: 'Disable a person in the tenant: ends their sessions and tokens, pauses their schedules',
    audit: { action: 'user.disable', when: 'always' },
    input: { params: byId },
    output: tenantPerson,
    errors: ['CONFLICT'],
  }),
  'POST /api/v1/users/:id/enable': defineRoute({
    ...administration,
    summary: 'Enable a disabled person again',
    audit: { action: 'user.enable', when: 'always' },
    input: { params: byId },
    output: tenantPerson,
    errors: ['CONFLICT'],
  }),
  'POST /api/v1/users/:id/remove': defineRoute({
    ...administration,
    summary: 'Remove a person from the tenant; someone else takes over what they own',
    audit: { action: 'user.remove', when: 'always' },
    input: { params: byId, body: z.strictObject({ handOverTo: z.uuid().nullable() }) },
    output: z.object({ id: z.uuid() }),
    errors: ['CONFLICT'],
  }),
  'GET /api/v1/users/:id/row-rules': defineRoute({
    ...administration,
    summary: 'Explain which row rules and masks of the model apply to a person, with their values',
    audit: { action: 'user.row-rules', when: 'always' },
    input: { params: byId },
    output: rowRules,
    errors: ['WAREHOUSE_UNAVAILABLE'],
  }),
  'POST /api/v1/users/bulk': defineRoute({
    ...administration,
    summary: `Change up to ${BULK_PART} people; each has a result of their own`,
    audit: { action: 'user.bulk', when: 'always' },
    input: { body: z.strictObject({ ids: z.array(z.uuid()).min(1).max(BULK_PART), action: bulkAction }) },
    output: z.object({ results: z.array(bulkResult) }),
    errors: [],
  }),
} as const;
