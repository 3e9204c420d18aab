import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { MAX_TOKEN_DAYS } from './api-tokens.ts';
import { TENANT_ROLES } from './values/people.ts';
import { PROVISIONED_STATES, SUBJECT_ATTRIBUTES, SUBJECT_CLAIMS } from './values/provisioning-words.ts';
import { visibleLine } from './values/visible-text.ts';

/** A token of the tenant's provider without its secret, which only the response to its creation has. */
const provisioningToken = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  /** Email address at the time. */
  createdBy: z.string().nullable(),
  expiresAt: z.iso.datetime(),
  isExpired: z.boolean(),
  lastUsedAt: z.iso.datetime().nullable(),
});
export type ProvisioningToken = z.infer<typeof provisioningToken>;

const settings = {
  subjectAttribute: z.enum(SUBJECT_ATTRIBUTES),
  subjectClaim: z.enum(SUBJECT_CLAIMS),
};

const provisionedGroup = z.object({
  id: z.uuid(),
  name: z.string(),
  members: z.int(),
  /** What its members have in the tenant; null: nothing. */
  role: z.enum(TENANT_ROLES).nullable(),
});
export type ProvisionedGroup = z.infer<typeof provisionedGroup>;

/** A request of the provider, as the audit trail has it. */
const provisioningRequest = z.object({
  /** Of its record in the audit trail. */
  id: z.int(),
  at: z.iso.datetime(),
  method: z.string(),
  /** Below the address of the service. */
  path: z.string(),
  /** Name of the person or group; null where it is not about one. */
  name: z.string().nullable(),
  /** Name of the token. */
  token: z.string(),
  /** HTTP status of the response. */
  status: z.int(),
  /** The reason in the response; null where the request was carried out. */
  error: z.string().nullable(),
});
export type ProvisioningRequest = z.infer<typeof provisioningRequest>;

const provisioning = z.object({
  /** What is entered at the provider. */
  address: z.url(),
  ...settings,
  /** Whether everyone who is provisioned and active is a user of the tenant. */
  admitsAll: z.boolean(),
  /** The newest first. */
  tokens: z.array(provisioningToken),
  /** By name. */
  groups: z.array(provisionedGroup),
  people: z.int(),
  /** Of these, those who have not signed in yet. */
  waiting: z.int(),
});
export type Provisioning = z.infer<typeof provisioning>;

const provisionedPerson = z.object({
  id: z.uuid(),
  userName: z.string(),
  /** Empty where the provider has not said it. */
  name: z.string(),
  externalId: z.string().nullable(),
  state: z.enum(PROVISIONED_STATES),
  groups: z.array(z.string()),
  /** By their groups, in the tenant. */
  roles: z.array(z.enum(TENANT_ROLES)),
  modifiedAt: z.iso.datetime(),
});
export type ProvisionedPerson = z.infer<typeof provisionedPerson>;

/** Which groups give which role; groups that are left out give what they gave. */
const roleMapping = z.strictObject({
  admitsAll: z.boolean(),
  groups: z.array(z.strictObject({ id: z.uuid(), role: z.enum(TENANT_ROLES).nullable() })).max(2000),
});
export type RoleMapping = z.infer<typeof roleMapping>;

const roleEffect = z.object({
  /** Of the provisioned person. */
  id: z.uuid(),
  name: z.string(),
  gains: z.array(z.enum(TENANT_ROLES)),
  loses: z.array(z.enum(TENANT_ROLES)),
  /** Has not signed in yet: it counts from then on. */
  isWaiting: z.boolean(),
});
export type RoleEffect = z.infer<typeof roleEffect>;

const roleEffects = z.object({
  /** By name, 200 at most: those who lose something first. */
  people: z.array(roleEffect),
  /** How many there are in all. */
  total: z.int(),
  /** The tenant would have no administrator left, so that the mapping cannot be saved. */
  isLastAdministrator: z.boolean(),
});
export type RoleEffects = z.infer<typeof roleEffects>;

const MAPPING_BYTES = 256 * 1024;
const administration = { permission: 'tenant.administer', tenant: 'tenant' } as const;

export const provisioningRoutes = {
  'GET /api/v1/provisioning': defineRoute({
    ...administration,
    summary: 'Show how the tenant’s identity provider provisions people and groups',
    audit: { action: 'provisioning.view', when: 'denied' },
    input: {},
    output: provisioning,
    errors: [],
  }),
  'PATCH /api/v1/provisioning': defineRoute({
    ...administration,
    summary: 'Change by what a provisioned person is recognized at sign-in',
    audit: { action: 'provisioning.change', when: 'always' },
    input: { body: z.strictObject(settings).partial() },
    output: provisioning,
    errors: [],
  }),
  'POST /api/v1/provisioning/tokens': defineRoute({
    ...administration,
    summary: 'Create a token for the tenant’s identity provider; two at most are valid at a time',
    audit: { action: 'provisioning.token-create', when: 'always' },
    input: {
      body: z.strictObject({
        name: z
          .string()
          .overwrite(visibleLine)
          .min(1, 'Enter a name that says where the token is used.')
          .max(100, 'Use at most 100 characters.'),
        days: z.int().min(1).max(MAX_TOKEN_DAYS),
      }),
    },
    output: z.object({ provisioning, /** Shown this once: only a hash of it is stored. */ token: z.string() }),
    errors: ['CONFLICT'],
  }),
  'DELETE /api/v1/provisioning/tokens/:id': defineRoute({
    ...administration,
    summary: 'Revoke a token of the tenant’s identity provider',
    audit: { action: 'provisioning.token-revoke', when: 'always' },
    input: { params: z.strictObject({ id: z.uuid() }) },
    output: provisioning,
    errors: [],
  }),
  'POST /api/v1/provisioning/roles/preview': defineRoute({
    ...administration,
    summary: 'Show who would gain and lose roles by a mapping of groups to roles; nothing changes',
    audit: { action: 'provisioning.roles-preview', when: 'denied' },
    readOnly: true,
    bodyBytes: MAPPING_BYTES,
    input: { body: roleMapping },
    output: roleEffects,
    errors: [],
  }),
  'POST /api/v1/provisioning/roles': defineRoute({
    ...administration,
    summary: 'Save which groups give which roles; they change for their members at once',
    audit: { action: 'provisioning.roles', when: 'always' },
    bodyBytes: MAPPING_BYTES,
    input: { body: roleMapping },
    output: provisioning,
    errors: ['CONFLICT'],
  }),
  'GET /api/v1/provisioning/people': defineRoute({
    ...administration,
    summary: 'List the people whom the tenant’s identity provider has provisioned',
    audit: { action: 'provisioning.people', when: 'denied' },
    input: {
      query: z.strictObject({
        /** Part of a name. */
        q: z.string().trim().max(200).optional(),
        state: z.enum(PROVISIONED_STATES).optional(),
        offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
        limit: z.coerce.number().int().min(1).max(100).default(50),
      }),
    },
    output: z.object({ people: z.array(provisionedPerson), total: z.int() }),
    errors: [],
  }),
  'GET /api/v1/provisioning/requests': defineRoute({
    ...administration,
    summary: 'List the last requests of the tenant’s identity provider with their outcome',
    audit: { action: 'provisioning.requests', when: 'denied' },
    input: { query: z.strictObject({ failed: z.enum(['true']).optional() }) },
    output: z.object({ /** The newest first, 100 at most. */ requests: z.array(provisioningRequest) }),
    errors: [],
  }),
} as const;
