import { isGlobalRole, ROLES, type Permission, type Role } from '@rise/contract';

/** A provider's own role values and the role each stands for; values that are not in it count for nothing. */
export type RoleMap = Readonly<Record<string, Role>>;

export const IDLE_HOURS = 12;
export const ABSOLUTE_DAYS = 7;
export const ATTEMPT_MINUTES = 10;

/** A random secret of ours: 32 bytes in base64url. */
export const SECRET = /^[A-Za-z0-9_-]{43}$/;
export const API_TOKEN = /^rise_[A-Za-z0-9_-]{43}$/;

/** Why a sign-in failed; each has its own page. */
export const SIGN_IN_FAILURES = [
  'provider-unavailable',
  'no-role',
  'unknown-tenant',
  'account-disabled',
  'attempt-expired',
  'refused',
  'failed',
] as const;
export type SignInFailure = (typeof SIGN_IN_FAILURES)[number];

/** What a tenant says about SQL by hand outranks what roles give; where it says nothing, it is for administrators. */
export function withSqlAccess(
  permissions: ReadonlySet<Permission>,
  access: 'nobody' | 'administrators' | 'everyone' | null,
): ReadonlySet<Permission> {
  if (access === 'everyone') return permissions.has('query.run') ? new Set([...permissions, 'query.sql']) : permissions;
  if (access === 'nobody') return new Set([...permissions].filter((permission) => permission !== 'query.sql'));
  return permissions;
}

/** What an ID token says of a person, after mapping. */
export interface ClaimedPerson {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly avatar: string | null;
  readonly roles: readonly Role[];
  readonly groups: readonly string[];
  /** By the name under which a model asks for it. */
  readonly attributes: Readonly<Record<string, readonly string[]>>;
  /** Slugs, in the order of the claim. */
  readonly tenants: readonly string[];
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

/** The claim's values as strings; a name with dots is tried as it stands first, since claims may be named by URLs. */
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

/** The roles that claimed values stand for, in the order of ROLES. */
export function rolesOf(values: readonly string[], map: RoleMap): Role[] {
  const claimed = new Set(values.map((value) => (Object.hasOwn(map, value) ? map[value] : undefined)));
  return ROLES.filter((role) => claimed.has(role));
}

export function kindOf(roles: readonly Role[]): 'tenant' | 'global' {
  return roles.some(isGlobalRole) ? 'global' : 'tenant';
}

/** Groups, and values of one attribute, that are taken over. */
const MOST_VALUES = 500;

/** Reads the person out of verified claims. `issuer` and `sub` alone identify; all else is description. */
export function readPerson(
  claims: Record<string, unknown> & { iss: string; sub: string },
  names: ClaimNames,
): ClaimedPerson {
  const text = (name: string, limit: number) => {
    const value = claims[name];
    return typeof value === 'string' ? value.slice(0, limit) : '';
  };
  const whole = text('name', 200);
  const space = whole.lastIndexOf(' ');
  const picture = text('picture', 2000);
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: text('email', 320) || text('preferred_username', 320),
    firstName: text('given_name', 100) || (space < 0 ? whole : whole.slice(0, space)),
    lastName: text('family_name', 100) || (space < 0 ? '' : whole.slice(space + 1)),
    avatar: picture.startsWith('https://') ? picture : null,
    roles: rolesOf(claimValues(claims, names.roles), names.roleMap),
    tenants: claimValues(claims, names.tenants),
    groups: claimValues(claims, names.groups).slice(0, MOST_VALUES),
    attributes: Object.fromEntries(
      Object.entries(names.attributes).map(([name, claim]) => [name, claimValues(claims, claim).slice(0, MOST_VALUES)]),
    ),
  };
}

/** One of a person's tenants, and whether it may be entered now. */
export interface Membership {
  readonly tenantId: string;
  readonly suspended: boolean;
  readonly disabled: boolean;
}

/**
 * Where a sign-in leads: a tenant entered at once, a choice (null), or a reason to refuse.
 * A person of several tenants goes back to the one they were in last, while they still may.
 */
export function placeOf(
  roles: readonly Role[],
  disabled: boolean,
  memberships: readonly Membership[],
  lastTenantId: string | null,
): { tenantId: string | null } | { failure: SignInFailure } {
  if (disabled) return { failure: 'account-disabled' };
  if (roles.length === 0) return { failure: 'no-role' };
  if (kindOf(roles) === 'global') return { tenantId: null };
  const standing = memberships.filter(({ suspended }) => !suspended);
  const open = standing.filter((membership) => !membership.disabled);
  if (open.length === 0) return { failure: standing.length > 0 ? 'account-disabled' : 'unknown-tenant' };
  if (open.length === 1) return { tenantId: open[0]!.tenantId };
  return { tenantId: open.some(({ tenantId }) => tenantId === lastTenantId) ? lastTenantId : null };
}

/** Pages that would only lead back here, or are no pages. */
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
