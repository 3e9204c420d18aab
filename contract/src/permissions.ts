/**
 * Every permission there is: its name, what it allows, and the group it is shown under.
 * A new permission is one row here and, where a role should have it, one word in roles.ts.
 */
export const PERMISSIONS = {
  'account.self': { group: 'account', meaning: 'See and change one’s own account, sessions and settings' },
  'home.view': { group: 'portal', meaning: 'Open the home page' },
  'shell.use': {
    group: 'portal',
    meaning: 'Use search, announcements, alerts, and one’s own messages, notifications and shortcuts',
  },
  'chat.use': { group: 'portal', meaning: 'Write to people of one’s own tenant' },
  'assistant.use': { group: 'portal', meaning: 'Ask the assistant about what one may open' },
  'report.read': { group: 'reports', meaning: 'List and read reports' },
  'query.run': { group: 'data', meaning: 'Ask semantic queries of the tenant’s warehouse' },
  'query.sql': { group: 'data', meaning: 'Write SQL by hand over the tables of the model' },
  'query.view-as': { group: 'data', meaning: 'See what another reader of the tenant sees, and why' },
  'model.read': { group: 'data', meaning: 'Read the definitions of datasets, dimensions and measures' },
  'model.manage': { group: 'administration', meaning: 'Read and change the tenant’s semantic model' },
  'tenant.administer': { group: 'administration', meaning: 'Administer workspaces, users and domains of a tenant' },
  'configuration.manage': { group: 'administration', meaning: 'Map unconfigured source codes' },
  'tenants.view': { group: 'global', meaning: 'See the tenants and enter one' },
  'global.administer': { group: 'global', meaning: 'Administer global users, announcements and search' },
} as const satisfies Record<string, { group: string; meaning: string }>;

export type Permission = keyof typeof PERMISSIONS;
