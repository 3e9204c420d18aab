import type { ProvisionedState, SubjectAttribute, SubjectClaim, TenantRole } from '@rise/contract';
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

export const ATTRIBUTE_NAMES = {
  externalId: 'provisioning.subject.externalId',
  userName: 'provisioning.subject.userName',
} as const satisfies Record<SubjectAttribute, string>;

export const CLAIM_NAMES = {
  sub: 'provisioning.subject.sub',
  oid: 'provisioning.subject.oid',
} as const satisfies Record<SubjectClaim, string>;
