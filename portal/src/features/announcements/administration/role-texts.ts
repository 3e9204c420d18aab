import type { Role } from '@rise/contract';
import type { ParseKeys } from 'i18next';

export const ROLE_TEXTS = {
  'tenant.user': 'announcementAdmin.roles.users',
  'tenant.admin': 'announcementAdmin.roles.tenantAdmins',
  'global.support': 'announcementAdmin.roles.support',
  'global.admin': 'announcementAdmin.roles.globalAdmins',
} as const satisfies Record<Role, ParseKeys>;
