/**
 * Every permission: its name, what it allows, and its group.
 * A new permission is one row here and, for each role that gets it, one word in roles.ts.
 */
export const PERMISSIONS = {
  'account.self': { group: 'account', meaning: 'See and change one’s account, sessions and settings' },
  'account.tokens': { group: 'sign-in', meaning: 'Create and revoke one’s API tokens, in a browser session only' },
  'home.view': { group: 'portal', meaning: 'Open the home page' },
  'shell.use': {
    group: 'portal',
    meaning: 'Use search, announcements, alerts, messages, notifications and shortcuts',
  },
  'chat.use': { group: 'portal', meaning: 'Chat with people in one’s tenant' },
  'assistant.use': { group: 'portal', meaning: 'Ask the assistant about content one may open' },
  'report.read': { group: 'reports', meaning: 'List and read reports' },
  'report.write': { group: 'reports', meaning: 'Change reports and workspaces where one has been given a role for it' },
  'embed.read': { group: 'reports', meaning: 'Read the one report of a signed token or public link; of no role' },
  'query.run': { group: 'data', meaning: 'Query the tenant’s warehouse through its model' },
  'data.view': { group: 'data', meaning: 'Browse the tables of the warehouse' },
  'query.sql': { group: 'data', meaning: 'Run ad-hoc SQL over the tables of the model' },
  'query.view-as': { group: 'data', meaning: 'View data as another user of the tenant' },
  'model.read': { group: 'data', meaning: 'Read the definitions of datasets, dimensions and measures' },
  'model.manage': { group: 'administration', meaning: 'Read and change the tenant’s semantic model' },
  'data.manage': { group: 'administration', meaning: 'Import data and connect sources' },
  'tenant.administer': { group: 'administration', meaning: 'Administer workspaces, users and domains of a tenant' },
  'audit.read': { group: 'administration', meaning: 'Read, check and export the audit trail' },
  'configuration.manage': { group: 'administration', meaning: 'Map source codes' },
  'tenants.view': { group: 'global', meaning: 'List tenants and ask to enter one for support' },
  'system.view': { group: 'global', meaning: 'See the health of the installation and its background jobs' },
  'global.administer': { group: 'global', meaning: 'Administer global users, announcements and search' },
} as const satisfies Record<string, { group: string; meaning: string }>;

export type Permission = keyof typeof PERMISSIONS;
