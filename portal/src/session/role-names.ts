import type { Role } from '@rise/contract';

/** The name of each role, the same on every screen. */
export const ROLE_NAMES = {
  'tenant.user': 'common.roles.user',
  'tenant.admin': 'common.roles.admin',
  'global.support': 'common.roles.support',
  'global.admin': 'common.roles.globalAdmin',
} as const satisfies Record<Role, string>;
