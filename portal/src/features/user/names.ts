import type { NotificationKind, Permission } from '@rise/contract';
import type { ParseKeys, TFunction } from 'i18next';

/** Those that a token of a tenant can have. */
const PERMISSION_NAMES: Partial<Record<Permission, ParseKeys>> = {
  'home.view': 'user.tokens.permission.home.view',
  'shell.use': 'user.tokens.permission.shell.use',
  'chat.use': 'user.tokens.permission.chat.use',
  'assistant.use': 'user.tokens.permission.assistant.use',
  'report.read': 'user.tokens.permission.report.read',
  'report.write': 'user.tokens.permission.report.write',
  'query.run': 'user.tokens.permission.query.run',
  'query.sql': 'user.tokens.permission.query.sql',
  'query.view-as': 'user.tokens.permission.query.viewAs',
  'data.view': 'user.tokens.permission.data.view',
  'data.manage': 'user.tokens.permission.data.manage',
  'model.read': 'user.tokens.permission.model.read',
  'model.manage': 'user.tokens.permission.model.manage',
  'tenant.administer': 'user.tokens.permission.tenant.administer',
  'configuration.manage': 'user.tokens.permission.configuration.manage',
};

/** What people are notified of: a name, and when it happens. */
export const NOTIFICATION_NAMES: Record<NotificationKind, { name: ParseKeys; help: ParseKeys }> = {
  mentions: { name: 'user.notifications.kinds.mentions.name', help: 'user.notifications.kinds.mentions.help' },
  replies: { name: 'user.notifications.kinds.replies.name', help: 'user.notifications.kinds.replies.help' },
  alerts: { name: 'user.notifications.kinds.alerts.name', help: 'user.notifications.kinds.alerts.help' },
  insights: { name: 'user.notifications.kinds.insights.name', help: 'user.notifications.kinds.insights.help' },
  subscriptions: {
    name: 'user.notifications.kinds.subscriptions.name',
    help: 'user.notifications.kinds.subscriptions.help',
  },
  exports: { name: 'user.notifications.kinds.exports.name', help: 'user.notifications.kinds.exports.help' },
  'data-versions': {
    name: 'user.notifications.kinds.dataVersions.name',
    help: 'user.notifications.kinds.dataVersions.help',
  },
  copies: { name: 'user.notifications.kinds.copies.name', help: 'user.notifications.kinds.copies.help' },
  approvals: { name: 'user.notifications.kinds.approvals.name', help: 'user.notifications.kinds.approvals.help' },
  templates: { name: 'user.notifications.kinds.templates.name', help: 'user.notifications.kinds.templates.help' },
  handovers: { name: 'user.notifications.kinds.handovers.name', help: 'user.notifications.kinds.handovers.help' },
  domains: { name: 'user.notifications.kinds.domains.name', help: 'user.notifications.kinds.domains.help' },
  support: { name: 'user.notifications.kinds.support.name', help: 'user.notifications.kinds.support.help' },
  security: { name: 'user.notifications.kinds.security.name', help: 'user.notifications.kinds.security.help' },
};

/** What a token may do, in the words of its owner. */
export function permissionName(permission: Permission, t: TFunction): string {
  const name = PERMISSION_NAMES[permission];
  return name === undefined ? permission : t(name);
}
