import { isGlobalRole, ROLES, visibleLine, type Permission, type Role } from '@rise/contract';

/** Maps a provider's role values to roles; other values are ignored. */
export type RoleMap = Readonly<Record<string, Role>>;

export const IDLE_HOURS = 12;
export const ABSOLUTE_DAYS = 7;
export const ATTEMPT_MINUTES = 10;

/** A random secret: 32 bytes in base64url. */
export const SECRET = /^[A-Za-z0-9_-]{43}$/;
export const API_TOKEN = /^rise_[A-Za-z0-9_-]{43}$/;

/** Why a sign-in failed; each has its own page. */
export const SIGN_IN_REASONS = [
  'provider-unavailable',
  'no-role',
  'unknown-tenant',
  'tenant-suspended',
  'account-disabled',
  'attempt-expired',
  'refused',
  'failed',
  'invitation-email',
  'invitation-unverified',
  'invitation-ended',
  'approval-pending',
  'tenant-full',
  'own-provider',
  'provider-off',
] as const;
export type SignInReason = (typeof SIGN_IN_REASONS)[number];

/** A tenant's setting for ad-hoc SQL overrides the roles; without one it is for administrators. */
export function withSqlAccess(
  permissions: ReadonlySet<Permission>,
  access: 'nobody' | 'administrators' | 'everyone' | null,
): ReadonlySet<Permission> {
  if (access === 'everyone') return permissions.has('query.run') ? new Set([...permissions, 'query.sql']) : permissions;
  if (access === 'nobody') return new Set([...permissions].filter((permission) => permission !== 'query.sql'));
  return permissions;
}

/** A person's data in an ID token, after mapping. */
export interface ClaimedPerson {
  readonly issuer: string;
  readonly subject: string;
  /** The id of the person in Entra's directory, where the provider is that. */
  readonly objectId?: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** A path of the portal. A provider's picture is on its own host, which no page contacts: initials are shown. */
  readonly avatar: string | null;
  readonly roles: readonly Role[];
  readonly groups: readonly string[];
  /** By the name used in models. */
  readonly attributes: Readonly<Record<string, readonly string[]>>;
  /** Slugs, in the order of the claim. */
  readonly tenants: readonly string[];
  /** The tenant whose own provider says so, and the claim that is the subject; left out: the installation's provider. */
  readonly provider?: { readonly tenantId: string; readonly subjectClaim: string };
}

/** Names of claims: a plain name, or a path through objects such as 'realm_access.roles'. */
export interface ClaimNames {
  readonly roles: string;
  readonly tenants: string;
  readonly groups: string;
  /** The claim that each attribute comes from, by the attribute's name. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly roleMap: RoleMap;
}

/** The claim's values as strings; a name with dots is first tried literally, since claim names may be URLs. */
export function claimValues(claims: Record<string, unknown>, name: string): string[] {
  let value: unknown = Object.hasOwn(claims, name) ? claims[name] : undefined;
  if (value === undefined && name.includes('.')) {
    value = name
      .split('.')
      .reduce<unknown>(
        (at, part) =>
          typeof at === 'object' && at !== null && Object.hasOwn(at, part)
            ? (at as Record<string, unknown>)[part]
            : undefined,
        claims,
      );
  }
  const values = Array.isArray(value) ? value : [value];
  return [...new Set(values.filter((item): item is string => typeof item === 'string' && item !== ''))];
}

/** The roles that the claimed values map to, in the order of ROLES. */
export function rolesOf(values: readonly string[], map: RoleMap): Role[] {
  const claimed = new Set(values.map((value) => (Object.hasOwn(map, value) ? map[value] : undefined)));
  return ROLES.filter((role) => claimed.has(role));
}

export function kindOf(roles: readonly Role[]): 'tenant' | 'global' {
  return roles.some(isGlobalRole) ? 'global' : 'tenant';
}

/** Limits on stored groups, and on values per attribute. */
const MOST_VALUES = 500;

/** Reads a person from verified claims. Only `issuer` and `sub` identify; everything else is descriptive. */
export function readPerson(
  claims: Record<string, unknown> & { iss: string; sub: string },
  names: ClaimNames,
): ClaimedPerson {
  const text = (name: string, limit: number) => {
    const value = claims[name];
    return typeof value === 'string' ? visibleLine(value.slice(0, limit)) : '';
  };
  const whole = text('name', 200);
  const space = whole.lastIndexOf(' ');
  return {
    issuer: claims.iss,
    subject: claims.sub,
    ...(typeof claims['oid'] === 'string' && claims['oid'] !== '' && { objectId: claims['oid'] }),
    email: text('email', 320) || text('preferred_username', 320),
    firstName: text('given_name', 100) || (space < 0 ? whole : whole.slice(0, space)),
    lastName: text('family_name', 100) || (space < 0 ? '' : whole.slice(space + 1)),
    avatar: null,
    roles: rolesOf(claimValues(claims, names.roles), names.roleMap),
    tenants: claimValues(claims, names.tenants),
    groups: claimValues(claims, names.groups).slice(0, MOST_VALUES),
    attributes: Object.fromEntries(
      Object.entries(names.attributes).map(([name, claim]) => [name, claimValues(claims, claim).slice(0, MOST_VALUES)]),
    ),
  };
}

/** Whether the provider has verified the address in `email`: one that does not say so has not. */
export function isEmailVerified(claims: Record<string, unknown>): boolean {
  return claims['email_verified'] === true && typeof claims['email'] === 'string' && claims['email'] !== '';
}

/** One of a person's tenants, and whether it can be entered now. */
export interface Membership {
  readonly tenantId: string;
  readonly suspended: boolean;
  readonly disabled: boolean;
  /** Whether an administrator of the tenant gave roles in it, beside those that are claimed. */
  readonly hasOwnRoles: boolean;
  /** Whether the tenant lets people in by the provider of the account. */
  readonly isAdmitted: boolean;
}

/**
 * Where a sign-in leads: a tenant that is entered at once, a choice (null), or the reason it is rejected. A person of
 * several tenants returns to the one they were in last, while they still may.
 */
export function chooseTenant(
  roles: readonly Role[],
  disabled: boolean,
  memberships: readonly Membership[],
  lastTenantId: string | null,
  /** The account is of a tenant's own provider. */
  isOfTenant = false,
): { tenantId: string | null } | { reason: SignInReason } {
  if (disabled) return { reason: 'account-disabled' };
  const usable = roles.length > 0 ? memberships : memberships.filter(({ hasOwnRoles }) => hasOwnRoles);
  if (roles.length === 0 && usable.length === 0) return { reason: 'no-role' };
  if (kindOf(roles) === 'global') return { tenantId: null };
  const active = usable.filter(({ suspended }) => !suspended);
  const enabled = active.filter((membership) => !membership.disabled);
  const open = enabled.filter(({ isAdmitted }) => isAdmitted);
  if (open.length === 0) {
    if (enabled.length > 0) return { reason: isOfTenant ? 'provider-off' : 'own-provider' };
    if (active.length > 0) return { reason: 'account-disabled' };
    // Who was disabled there learns nothing about the tenant.
    return { reason: memberships.some((membership) => !membership.disabled) ? 'tenant-suspended' : 'unknown-tenant' };
  }
  if (open.length === 1) return { tenantId: open[0]!.tenantId };
  return { tenantId: open.some(({ tenantId }) => tenantId === lastTenantId) ? lastTenantId : null };
}

/** Pages that would only lead back here, or are not pages. */
const NOT_A_DESTINATION = /^\/(login|login-failed|logout|api|idp)(\/|$)/i;

/**
 * Where to go after signing in: a path of this portal, or '/' for everything else. A browser reads '//', '/\' and
 * a tab or line break between slashes as the start of another host.
 */
export function localReturn(value: unknown): string {
  if (typeof value !== 'string' || value.length > 500 || !value.startsWith('/') || /[\\\s\p{Cc}]/u.test(value))
    return '/';
  const base = 'http://portal.invalid';
  const url = URL.canParse(value, base) ? new URL(value, base) : null;
  if (!url || url.origin !== base || url.pathname.startsWith('//') || NOT_A_DESTINATION.test(url.pathname)) return '/';
  return url.pathname + url.search + url.hash;
}

/** A short name of a browser and its system for a person's list of sessions: 'Firefox on Linux'. */
export function deviceOf(userAgent: string | undefined): string {
  const agent = userAgent ?? '';
  const first = (names: readonly (readonly [RegExp, string])[]) => names.find(([pattern]) => pattern.test(agent))?.[1];
  const browser = first([
    [/Edg\//, 'Edge'],
    [/OPR\//, 'Opera'],
    [/Firefox\//, 'Firefox'],
    [/Chrom(e|ium)\//, 'Chrome'],
    [/Safari\//, 'Safari'],
  ]);
  const system = first([
    [/Windows/, 'Windows'],
    [/Android/, 'Android'],
    [/iPhone|iPad/, 'iOS'],
    [/Mac OS X|Macintosh/, 'macOS'],
    [/Linux|X11/, 'Linux'],
  ]);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? agent.replace(/[^\w ./-]/g, '').slice(0, 40);
}

/** The browser and the system of a device's name; null for what it does not say. */
export function deviceParts(device: string): { browser: string | null; system: string | null } {
  const [browser, system] = device.split(' on ');
  return system === undefined ? { browser: null, system: null } : { browser: browser!, system };
}
