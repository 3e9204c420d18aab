import type { Role } from '@rise/contract';

/** The text of each role. */
export const ROLE_TEXTS = {
  'tenant.user': 'searchAdmin.roles.user',
  'tenant.admin': 'searchAdmin.roles.admin',
  'global.support': 'searchAdmin.roles.support',
  'global.admin': 'searchAdmin.roles.globalAdmin',
} as const satisfies Record<Role, string>;
