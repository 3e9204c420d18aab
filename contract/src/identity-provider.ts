import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import {
  CLAIM_PROBLEMS,
  MAX_ROLE_VALUES,
  MAX_TRIED_PEOPLE,
  SIGN_IN_CHOICES,
  TEST_FAILURES,
} from './values/identity-provider-words.ts';
import { TENANT_ROLES } from './values/people.ts';
import { visibleLine } from './values/visible-text.ts';

const text = (most: number) =>
  z.string().overwrite(visibleLine).min(1, 'Enter a value.').max(most, `Use at most ${most} characters.`);

/** A plain name, or a path through objects such as 'realm_access.roles'. */
const claimName = text(200);

/** How claims become a person and their rights in the tenant. */
const claimMapping = z.strictObject({
  /** The claim that identifies a person at the provider. */
  subjectClaim: claimName,
  /** Null: roles do not come from claims. */
  rolesClaim: claimName.nullable(),
  /** Which role a value of that claim gives; other values give none. */
  roleMap: z
    .array(z.strictObject({ value: text(200), role: z.enum(TENANT_ROLES) }))
    .max(MAX_ROLE_VALUES, `Use at most ${MAX_ROLE_VALUES} values.`),
  /** The role of those to whom no value gives one; null: they may not sign in. */
  defaultRole: z.literal('tenant.user').nullable(),
  groupsClaim: claimName.nullable(),
});
export type ClaimMapping = z.infer<typeof claimMapping>;

const providerSettings = claimMapping.extend({
  /** Shown where people sign in. */
  label: text(60),
  /** The address that the provider gives itself. */
  issuer: z.string().trim().max(500, 'Use at most 500 characters.'),
  clientId: text(200),
  scopes: z
    .array(z.string().regex(/^[\x21\x23-\x5B\x5D-\x7E]{1,100}$/, 'Enter a scope without spaces.'))
    .min(1, 'The scope openid is required.')
    .max(20, 'Use at most 20 scopes.')
    .refine((scopes) => scopes.includes('openid'), 'The scope openid is required.'),
});
export type ProviderSettings = z.infer<typeof providerSettings>;

/** What a person would be with some claims. */
const claimedRights = z.object({
  /** Null where the claim is missing. */
  subject: z.string().nullable(),
  /** Empty where it is not known, like the name. */
  email: z.string(),
  isEmailVerified: z.boolean(),
  name: z.string(),
  roles: z.array(
    z.object({
      role: z.enum(TENANT_ROLES),
      /** The value of the claim that gives it; null: it is the role of those without one. */
      value: z.string().nullable(),
    }),
  ),
  groups: z.array(z.string()),
  /** Null: they can sign in. */
  problem: z.enum(CLAIM_PROBLEMS).nullable(),
});
export type ClaimedRights = z.infer<typeof claimedRights>;

const providerTest = z.object({
  at: z.iso.datetime(),
  /** Email address at the time. */
  by: z.string().nullable(),
  /** It used the connection of today. */
  isCurrent: z.boolean(),
  failure: z.enum(TEST_FAILURES).nullable(),
  /** Null where none arrived. */
  claims: z.record(z.string(), z.unknown()).nullable(),
  /** By the mapping of today. */
  rights: claimedRights.nullable(),
});
export type ProviderTest = z.infer<typeof providerTest>;

const tenantProvider = z.object({
  signIn: z.enum(SIGN_IN_CHOICES),
  /** Null before it is set up. */
  provider: providerSettings
    .extend({
      hasSecret: z.boolean(),
      /** Null before the first. */
      test: providerTest.nullable(),
      /** Accounts that have signed in by it. */
      people: z.int(),
      updatedAt: z.iso.datetime(),
      updatedBy: z.string().nullable(),
    })
    .nullable(),
  addresses: z.object({
    /** To be registered at the provider. */
    callback: z.string(),
    backchannel: z.string(),
    afterSignOut: z.string(),
    /** Leads people to the provider without their email address. */
    signIn: z.string(),
  }),
  /** Domains that the tenant has proven: who enters an address there is led to its provider. As people write them. */
  domains: z.array(z.string()),
  /** Members who sign in by the installation's provider, and could not where only the own one may be used. */
  sharedMembers: z.int(),
});
export type TenantProvider = z.infer<typeof tenantProvider>;

const administration = { permission: 'tenant.administer', tenant: 'tenant' } as const;

export const identityProviderRoutes = {
  'GET /api/v1/identity-provider': defineRoute({
    ...administration,
    summary: 'Read the tenant’s own identity provider, and how its people sign in',
    audit: { action: 'identity-provider.read', when: 'denied' },
    input: {},
    output: tenantProvider,
    errors: [],
  }),
  'PUT /api/v1/identity-provider': defineRoute({
    ...administration,
    summary: 'Set up or change the tenant’s own identity provider',
    audit: { action: 'identity-provider.save', when: 'always' },
    input: {
      body: providerSettings.extend({
        /** Left out: as it is. Null: a public client. */
        clientSecret: z.string().min(1, 'Enter the secret.').max(1000, 'Use at most 1,000 characters.').nullish(),
      }),
    },
    output: tenantProvider,
    errors: ['CONFLICT'],
  }),
  'POST /api/v1/identity-provider/trial': defineRoute({
    ...administration,
    readOnly: true,
    summary: 'Show which rights people would have with some claims, without changing anything',
    audit: { action: 'identity-provider.trial', when: 'denied' },
    input: {
      body: z.strictObject({
        issuer: z.string().max(500),
        mapping: claimMapping,
        people: z
          .array(z.record(z.string(), z.unknown()))
          .min(1, 'Paste the claims of one person or more.')
          .max(MAX_TRIED_PEOPLE, `Paste the claims of at most ${MAX_TRIED_PEOPLE} people.`),
      }),
    },
    output: z.object({ people: z.array(claimedRights) }),
    errors: [],
  }),
  'PUT /api/v1/identity-provider/use': defineRoute({
    ...administration,
    summary:
      'Decide by which identity provider the tenant’s people sign in; sessions that are not allowed any more end',
    audit: { action: 'identity-provider.use', when: 'always' },
    input: { body: z.strictObject({ signIn: z.enum(SIGN_IN_CHOICES) }) },
    output: tenantProvider,
    errors: ['CONFLICT'],
  }),
  'DELETE /api/v1/identity-provider': defineRoute({
    ...administration,
    summary: 'Remove the tenant’s own identity provider; its people cannot sign in any more, and their sessions end',
    audit: { action: 'identity-provider.remove', when: 'always' },
    input: {},
    output: tenantProvider,
    errors: ['CONFLICT'],
  }),
} as const;
