import type { ListedPerson, Role } from '@rise/contract';
import type { StatusTone } from '@rise/ui';

export const ROLE_NAMES = {
  'tenant.user': 'users.roles.user',
  'tenant.admin': 'users.roles.admin',
  'global.support': 'users.roles.support',
  'global.admin': 'users.roles.globalAdmin',
} as const satisfies Record<Role, string>;

export const STATE_TONES: Record<ListedPerson['state'], StatusTone> = {
  active: 'positive',
  disabled: 'neutral',
  invited: 'info',
  expired: 'warning',
};
