import { TENANT_ROLES, visibleLine, type ClaimedRights, type ClaimMapping, type ClaimProblem } from '@rise/contract';
import { isIdentifier } from './identity-provider.ts';
import { claimValues, isEmailVerified, readPerson, type ClaimedPerson } from './sessions.rules.ts';

type Claims = Readonly<Record<string, unknown>>;

/** What decides who someone is who comes from a tenant's own provider. */
export interface TenantTrust {
  readonly tenantId: string;
  readonly slug: string;
  readonly issuer: string;
  readonly mapping: ClaimMapping;
  /** The claim that supplies each user attribute, by the attribute's name. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Domains that the tenant has proven, in ASCII. */
  readonly domains: readonly string[];
}

/** Anybody gets an account there; only this claim says that it is one of an organization. */
const GOOGLE = 'https://accounts.google.com';
/** Of Microsoft Entra: everybody's organizations, and everybody's private accounts. */
const COMMON = /^\/(common|organizations|consumers|9188040d-6c67-4c5b-b112-36a304b66dad)(\/|$)/i;

/** Whether people of any organization come from the issuer, so that its word is worth nothing. */
export function isCommonIssuer({ hostname, pathname }: URL): boolean {
  return /(^|\.)(login\.microsoftonline\.(com|us)|login\.partner\.microsoftonline\.cn|login\.windows\.net|sts\.windows\.net)$/i.test(hostname) && COMMON.test(pathname); // prettier-ignore
}

/** The subject in the claim that the tenant chose; null where it is missing or no text that can identify. */
function subjectOf(claims: Claims, name: string): string | null {
  const [value, ...others] = claimValues(claims, name);
  return value !== undefined && others.length === 0 && isIdentifier(value) ? value : null;
}

/** The roles that claims give, each with the value that gives it; values are compared exactly. */
function rolesFor(claims: Claims, { rolesClaim, roleMap, defaultRole }: ClaimMapping): ClaimedRights['roles'] {
  const values = rolesClaim === null ? [] : claimValues(claims, rolesClaim);
  const mapped = TENANT_ROLES.flatMap((role) => {
    const match = roleMap.find((row) => row.role === role && values.includes(row.value));
    return match ? [{ role, value: match.value }] : [];
  });
  return mapped.length > 0 || defaultRole === null ? mapped : [{ role: defaultRole, value: null }];
}

function isForeignWorkspace(claims: Claims, { issuer, domains }: Pick<TenantTrust, 'issuer' | 'domains'>): boolean {
  if (issuer.replace(/\/$/, '') !== GOOGLE) return false;
  const { hd } = claims;
  return typeof hd !== 'string' || !domains.includes(hd.toLowerCase());
}

/** The person that claims would make, and whether they could sign in. */
export function rightsOf(claims: Claims, trust: Pick<TenantTrust, 'issuer' | 'domains' | 'mapping'>): ClaimedRights {
  const { mapping } = trust;
  const subject = subjectOf(claims, mapping.subjectClaim);
  const roles = rolesFor(claims, mapping);
  const problem = (): ClaimProblem | null => {
    if (subject === null) return 'no-subject';
    if (isForeignWorkspace(claims, trust)) return 'hosted-domain';
    return roles.length === 0 ? 'no-role' : null;
  };
  const { email, firstName, lastName, groups } = describe(claims, mapping);
  return {
    subject,
    email,
    isEmailVerified: isEmailVerified(claims),
    name: visibleLine(`${firstName} ${lastName}`),
    roles,
    groups: [...groups],
    problem: problem(),
  };
}

/** Name, address and groups. Neither tenants nor roles: a tenant's provider names no tenant, and no role above one. */
function describe(claims: Claims, { groupsClaim }: ClaimMapping, attributes: TenantTrust['attributes'] = {}) {
  const names = { roles: '', tenants: '', groups: groupsClaim ?? '', attributes, roleMap: {} };
  const person = readPerson({ ...claims, iss: '', sub: '' }, names);
  return { ...person, groups: groupsClaim === null ? [] : person.groups };
}

/**
 * The person of verified claims: of this tenant alone, with roles in it alone, whatever the claims say. A role less for whom
 * none is mapped: their former rights end. The problem where they may not sign in.
 */
export function readTenantPerson(
  claims: Claims,
  trust: TenantTrust,
): { person: ClaimedPerson } | { problem: ClaimProblem } {
  const { subject, roles, problem } = rightsOf(claims, trust);
  if (subject === null || (problem !== null && problem !== 'no-role')) return { problem: problem ?? 'no-subject' };
  return {
    person: {
      ...describe(claims, trust.mapping, trust.attributes),
      issuer: trust.issuer,
      subject,
      roles: roles.map(({ role }) => role),
      tenants: roles.length === 0 ? [] : [trust.slug],
      provider: { tenantId: trust.tenantId, subjectClaim: trust.mapping.subjectClaim },
    },
  };
}
