import type { ClaimMapping, ProviderSettings, TenantRole } from '@rise/contract';
import type { SavedProvider } from './identity-provider.queries.ts';

/** The form's fields as they are typed. */
export interface ProviderDraft {
  label: string;
  issuer: string;
  clientId: string;
  /** Empty: the stored one stays. */
  secret: string;
  /** With spaces between. */
  scopes: string;
  subjectClaim: string;
  rolesClaim: string;
  /** A value of the roles claim for each line. */
  administrators: string;
  users: string;
  isEverybodyUser: boolean;
  groupsClaim: string;
}

export const NEW_DRAFT: ProviderDraft = {
  label: '',
  issuer: '',
  clientId: '',
  secret: '',
  scopes: 'openid profile email',
  subjectClaim: 'sub',
  rolesClaim: '',
  administrators: '',
  users: '',
  isEverybodyUser: false,
  groupsClaim: '',
};

const linesOf = (settings: ClaimMapping, role: TenantRole) =>
  settings.roleMap
    .filter((row) => row.role === role)
    .map(({ value }) => value)
    .join('\n');

export const toDraft = (settings: ProviderSettings): ProviderDraft => ({
  label: settings.label,
  issuer: settings.issuer,
  clientId: settings.clientId,
  secret: '',
  scopes: settings.scopes.join(' '),
  subjectClaim: settings.subjectClaim,
  rolesClaim: settings.rolesClaim ?? '',
  administrators: linesOf(settings, 'tenant.admin'),
  users: linesOf(settings, 'tenant.user'),
  isEverybodyUser: settings.defaultRole !== null,
  groupsClaim: settings.groupsClaim ?? '',
});

function rowsOf(text: string, role: TenantRole): ClaimMapping['roleMap'] {
  const values = text.split('\n').map((line) => line.trim());
  return [...new Set(values)].filter((value) => value !== '').map((value) => ({ value, role }));
}

const orNull = (text: string): string | null => text.trim() || null;

export const toMapping = (draft: ProviderDraft): ClaimMapping => ({
  subjectClaim: draft.subjectClaim.trim(),
  rolesClaim: orNull(draft.rolesClaim),
  roleMap: [...rowsOf(draft.administrators, 'tenant.admin'), ...rowsOf(draft.users, 'tenant.user')],
  defaultRole: draft.isEverybodyUser ? 'tenant.user' : null,
  groupsClaim: orNull(draft.groupsClaim),
});

export const toSettings = (draft: ProviderDraft): SavedProvider => ({
  ...toMapping(draft),
  label: draft.label.trim(),
  issuer: draft.issuer.trim(),
  clientId: draft.clientId.trim(),
  scopes: draft.scopes.split(/\s+/).filter((scope) => scope !== ''),
  ...(draft.secret !== '' && { clientSecret: draft.secret }),
});

export const REQUIRED = ['label', 'issuer', 'clientId', 'subjectClaim'] as const;

export const missingFields = (draft: ProviderDraft): readonly (typeof REQUIRED)[number][] =>
  REQUIRED.filter((name) => draft[name].trim() === '');

/** The claims of one person or of several, as they are pasted; null for anything else. */
export function readClaims(text: string): Record<string, unknown>[] | null {
  try {
    const value: unknown = JSON.parse(text);
    const people = Array.isArray(value) ? value : [value];
    const isClaims = (one: unknown) => typeof one === 'object' && one !== null && !Array.isArray(one);
    return people.length > 0 && people.every(isClaims) ? (people as Record<string, unknown>[]) : null;
  } catch {
    return null;
  }
}
