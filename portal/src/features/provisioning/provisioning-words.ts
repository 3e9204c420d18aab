import type { ProvisionedState, SubjectClaim, TenantRole } from '@rise/contract';
import type { StatusTone } from '@rise/ui';

export const ROLE_NAMES = {
  'tenant.user': 'users.roles.user',
  'tenant.admin': 'users.roles.admin',
} as const satisfies Record<TenantRole, string>;

export const STATE_TONES: Record<ProvisionedState, StatusTone> = {
  waiting: 'info',
  member: 'positive',
  inactive: 'neutral',
  blocked: 'warning',
};

export const CLAIM_NAMES = {
  sub: 'provisioning.subject.sub',
  oid: 'provisioning.subject.oid',
} as const satisfies Record<SubjectClaim, string>;
