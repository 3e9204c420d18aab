import { z } from 'zod';
import type { Method, Route, RouteKey } from './define-route.ts';
import { PERMISSIONS, type Permission } from './permissions.ts';

/**
 * What an API token may do of what its owner may: the closed list of scopes. A token is created with some of them; any
 * other word grants nothing.
 */
export const TOKEN_SCOPES = {
  read: 'Read and query what the owner may read',
  write: 'Change the owner’s own account, messages, chats and shortcuts, and reports where they may',
  administer: 'Change a tenant’s model, mappings and settings',
  global: 'Administer above the tenants; never for a token of one tenant',
} as const satisfies Record<string, string>;

export type TokenScope = keyof typeof TOKEN_SCOPES;
export const tokenScope = z.enum(Object.keys(TOKEN_SCOPES) as [TokenScope, ...TokenScope[]]);

/** A token's limits. `tenantBound`: it is valid in one tenant, and neither in another one nor above the tenants. */
export interface TokenGrant {
  readonly scopes: ReadonlySet<TokenScope>;
  /** The only permissions that its owner chose for it; null for no such choice. */
  readonly permissions: ReadonlySet<string> | null;
  readonly tenantBound: boolean;
}

/** The scopes among stored words; unknown words grant nothing. */
export function readTokenScopes(stored: readonly string[]): ReadonlySet<TokenScope> {
  return new Set(tokenScope.options.filter((scope) => stored.includes(scope)));
}

const groupOf = (permission: Permission) => PERMISSIONS[permission].group;

/** The scope that a token needs for a route; null where any token will do. */
export function requiredScope(key: RouteKey, route: Route): TokenScope | null {
  const { permission } = route;
  if (permission === 'public' || permission === 'signed-in') return null;
  if (route.tenant === 'global' || groupOf(permission) === 'global') return 'global';
  if (!changesState(key, route)) return 'read';
  return groupOf(permission) === 'administration' ? 'administer' : 'write';
}

/**
 * The owner's permissions that a token leaves: one of a tenant has none of the account's or above the tenants, and none
 * has those of a browser session, so that no token makes another one.
 */
export function tokenPermissions(owner: Iterable<Permission>, token: TokenGrant): ReadonlySet<Permission> {
  return new Set(
    [...owner].filter((permission) => {
      const group = groupOf(permission);
      if (group === 'sign-in' || token.permissions?.has(permission) === false) return false;
      if (group === 'global') return token.scopes.has('global') && !token.tenantBound;
      return group !== 'account' || !token.tenantBound;
    }),
  );
}

/**
 * Whether a token's tenant contains everything that a route touches: a token of one tenant changes nothing that its
 * owner has in all tenants, and reaches nothing above them.
 */
export function isWithinBounds(key: RouteKey, route: Route, token: TokenGrant): boolean {
  if (!token.tenantBound || requiredScope(key, route) === null) return true;
  return route.tenant === 'tenant' || (route.tenant === 'none' && !changesState(key, route));
}

function changesState(key: RouteKey, route: Route): boolean {
  const method = key.split(' ', 1)[0] as Method;
  return method === 'GET' || method === 'HEAD' ? route.mutates === true : route.readOnly !== true;
}
