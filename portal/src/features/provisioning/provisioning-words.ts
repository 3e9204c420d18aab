import type { ProvisionedState, SubjectClaim } from '@rise/contract';
import type { StatusTone } from '@rise/ui';

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
