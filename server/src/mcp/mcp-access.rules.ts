import { isWithinBounds, requiredScope, routes, type Routes, type Route } from '@rise/contract';
import { inTenant, type Actor, type TenantActor } from '../kernel/actor.ts';

/** Why a token may not use a tool, in a sentence that says what to do about it. */
export type ToolDenial = { readonly remedy: string };

/**
 * Whether a token may use a tool, which may do exactly what a route of the API does: the same permission, scope and
 * bounds. `isListed`: tools that the token's owner may not use are not even named.
 */
export function toolAccess(
  actor: Actor,
  key: keyof Routes,
): { actor: TenantActor } | (ToolDenial & { isListed: boolean }) {
  const route: Route = routes[key];
  const { token } = actor;
  const { permission } = route;
  const isOwners = permission === 'signed-in' || permission === 'public' || actor.permissions.has(permission);
  if (token === null || !isOwners || !isWithinBounds(key, route, token))
    return { isListed: false, remedy: 'The owner of this token may not do this. Ask an administrator of the tenant.' };
  const scope = requiredScope(key, route);
  if (scope !== null && !token.scopes.has(scope))
    return { isListed: true, remedy: `This needs a token with the scope '${scope}'. Create one in your profile.` };
  if (!inTenant(actor))
    return { isListed: true, remedy: 'This token is of no tenant. Create one in your profile, inside the tenant.' };
  return { actor };
}

/**
 * Whether a request comes from a page of another site. Programs send no `Origin`; browsers cannot leave it out, and no
 * page but the portal's own may speak for a person.
 */
export const isForeignOrigin = (origin: string | undefined, publicUrl: URL): boolean =>
  origin !== undefined && origin !== publicUrl.origin;
