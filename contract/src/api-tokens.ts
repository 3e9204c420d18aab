import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { PERMISSIONS, type Permission } from './protocol/permissions.ts';
import { tenantRef } from './session.ts';
import { tokenScope } from './protocol/token-scopes.ts';
import { visibleLine } from './values/visible-text.ts';

/** The longest validity of a token that a person creates, in days. */
export const MAX_TOKEN_DAYS = 365;
/** Tokens of one person that are neither revoked nor expired. */
export const MAX_TOKENS = 50;

const permission = z.enum(Object.keys(PERMISSIONS) as [Permission, ...Permission[]]);

/**
 * What a personal access token may do of what its owner may: read, change, or only what chosen permissions allow.
 * Whatever it is, a token never reaches the owner's account or anything above the tenants.
 */
export const tokenAccess = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('read') }),
  z.strictObject({ kind: z.literal('write') }),
  z.strictObject({
    kind: z.literal('permissions'),
    permissions: z.array(permission).min(1, 'Choose at least one permission.').max(permission.options.length),
  }),
]);
export type TokenAccess = z.infer<typeof tokenAccess>;

/** An API token without its secret, which only the response to its creation has. */
export const apiToken = z.object({
  id: z.uuid(),
  name: z.string(),
  scopes: z.array(tokenScope),
  /** The permissions that it is limited to; null for one without that limit. */
  permissions: z.array(permission).nullable(),
  /** The tenant in which it is valid; null for one of the command line that is valid in all of its owner's. */
  tenant: tenantRef.nullable(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  expired: z.boolean(),
  lastUsedAt: z.iso.datetime().nullable(),
});
export type ApiToken = z.infer<typeof apiToken>;

const newApiToken = z.strictObject({
  name: z.string().overwrite(visibleLine).min(1, 'Enter a name that says what uses the token.').max(100),
  access: tokenAccess,
  days: z.int().min(1).max(MAX_TOKEN_DAYS),
});
export type NewApiToken = z.output<typeof newApiToken>;

const createdApiToken = apiToken.extend({ /** Shown this once: only a hash of it is stored. */ token: z.string() });
export type CreatedApiToken = z.infer<typeof createdApiToken>;

export const apiTokenRoutes = {
  'GET /api/v1/account/tokens': defineRoute({
    summary: 'List the caller’s API tokens; not by a token',
    permission: 'account.tokens',
    tenant: 'none',
    audit: { action: 'token.list', when: 'denied' },
    input: {},
    output: z.object({
      tokens: z.array(apiToken),
      /** Those that a token of the caller can have in their present tenant. */
      permissions: z.array(permission),
    }),
    errors: [],
  }),
  'POST /api/v1/account/tokens': defineRoute({
    summary: 'Create an API token for the caller’s tenant; not by a token. The response alone has its secret',
    permission: 'account.tokens',
    tenant: 'tenant',
    audit: { action: 'token.create', when: 'always' },
    input: { body: newApiToken },
    output: createdApiToken,
    errors: ['CONFLICT'],
  }),
  'DELETE /api/v1/account/tokens/:id': defineRoute({
    summary: 'Revoke one of the caller’s API tokens; not by a token',
    permission: 'account.tokens',
    tenant: 'none',
    audit: { action: 'token.revoke', when: 'always' },
    inReadOnly: true,
    input: { params: z.strictObject({ id: z.uuid() }) },
    output: z.object({ revoked: z.literal(true) }),
    errors: [],
  }),
} as const;
