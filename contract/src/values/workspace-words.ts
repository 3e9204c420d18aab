import type { IconName } from './icons.ts';

/** What a person may do in a workspace; each role includes those before it. */
export const WORKSPACE_ROLES = ['view', 'edit', 'manage'] as const;

/** Names of colors, each with a shade for either scheme. They are stored: names may be added, never removed. */
export const WORKSPACE_COLORS = ['primary', 'blue', 'teal', 'green', 'amber', 'rose', 'purple', 'gray'] as const;
export type WorkspaceColor = (typeof WORKSPACE_COLORS)[number];

/** Icons that a workspace can have, of those that the portal has. */
export const WORKSPACE_ICONS = [
  'workspace',
  'report',
  'chart',
  'bank',
  'coins',
  'credit-card',
  'shield',
  'users',
  'megaphone',
  'calendar',
  'globe',
  'folder',
] as const satisfies readonly IconName[];
