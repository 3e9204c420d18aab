import type { Permission } from './permissions.ts';

/** Roles, after mapping the identity provider's role values. */
export const ROLES = ['tenant.user', 'tenant.admin', 'global.support', 'global.admin'] as const;
export type Role = (typeof ROLES)[number];

/** Any `global.*` role makes a user a global user. */
export function isGlobalRole(role: Role): boolean {
  return role.startsWith('global.');
}

const EVERYBODY: readonly Permission[] = [
  'account.self',
  'account.tokens',
  'home.view',
  'shell.use',
  'chat.use',
  'assistant.use',
  'report.read',
  'query.run',
  'data.view',
  'model.read',
];

/** Permissions by role. Evaluated on the server; the browser only receives the resulting permissions. */
export const ROLE_PERMISSIONS: Record<Role, readonly Permission[]> = {
  'tenant.user': [...EVERYBODY, 'report.write'],
  'tenant.admin': [
    ...EVERYBODY,
    'report.write',
    'tenant.administer',
    'audit.read',
    'configuration.manage',
    'model.manage',
    'data.manage',
    'query.sql',
    'query.view-as',
  ],
  'global.support': [...EVERYBODY, 'tenants.view', 'system.view', 'configuration.manage'],
  'global.admin': [
    ...EVERYBODY,
    'report.write',
    'tenants.view',
    'system.view',
    'configuration.manage',
    'model.manage',
    'data.manage',
    'query.sql',
    'query.view-as',
    'audit.read',
    'global.administer',
  ],
};
