import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import type { Permission } from './protocol/permissions.ts';

export const NOTIFICATION_CHANNELS = ['portal', 'mail'] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];

interface KindOfNotification {
  readonly channels: readonly NotificationChannel[];
  /** Without it nobody is notified of the kind. */
  readonly permission: Permission;
  /** About the security of the account: cannot be switched off. */
  readonly isLocked?: true;
}

/** What people are notified of, and by which channels: a closed list. A new kind is one row here. */
export const NOTIFICATIONS = {
  mentions: { channels: ['portal', 'mail'], permission: 'report.read' },
  replies: { channels: ['portal', 'mail'], permission: 'report.read' },
  alerts: { channels: ['portal', 'mail'], permission: 'report.read' },
  insights: { channels: ['portal'], permission: 'tenant.administer' },
  subscriptions: { channels: ['portal'], permission: 'report.read' },
  exports: { channels: ['portal'], permission: 'report.read' },
  'data-versions': { channels: ['portal'], permission: 'shell.use' },
  copies: { channels: ['portal'], permission: 'data.manage' },
  approvals: { channels: ['portal'], permission: 'configuration.manage' },
  templates: { channels: ['portal'], permission: 'tenant.administer' },
  handovers: { channels: ['portal'], permission: 'shell.use' },
  domains: { channels: ['portal', 'mail'], permission: 'tenant.administer' },
  support: { channels: ['portal'], permission: 'tenant.administer' },
  security: { channels: ['portal', 'mail'], permission: 'account.self', isLocked: true },
} as const satisfies Record<string, KindOfNotification>;
export type NotificationKind = keyof typeof NOTIFICATIONS;
export const NOTIFICATION_KINDS = Object.keys(NOTIFICATIONS) as [NotificationKind, ...NotificationKind[]];

export const describeNotifications = (kind: NotificationKind): KindOfNotification => NOTIFICATIONS[kind];

/** Whether the caller gets notifications of a kind by a channel, in their tenant. */
export const notificationChoice = z.object({
  kind: z.enum(NOTIFICATION_KINDS),
  channel: z.enum(NOTIFICATION_CHANNELS),
  on: z.boolean(),
  /** It cannot be switched off. */
  locked: z.boolean(),
});
export type NotificationChoice = z.infer<typeof notificationChoice>;

const notificationChoices = z.object({ choices: z.array(notificationChoice) });
export type NotificationChoices = z.infer<typeof notificationChoices>;

const own = { permission: 'account.self', tenant: 'tenant' } as const;

export const notificationChoiceRoutes = {
  'GET /api/v1/account/notification-choices': defineRoute({
    ...own,
    summary: 'Read which notifications the caller gets in their tenant, by kind and channel',
    audit: { action: 'notification-choice.list', when: 'denied' },
    input: {},
    output: notificationChoices,
    errors: [],
  }),
  'PUT /api/v1/account/notification-choices': defineRoute({
    ...own,
    summary: 'Switch notifications of a kind on or off for a channel',
    audit: { action: 'notification-choice.update', when: 'always' },
    input: { body: notificationChoice.omit({ locked: true }).strict() },
    output: notificationChoices,
    errors: [],
  }),
} as const;
