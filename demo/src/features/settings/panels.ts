import { type Icon, IconBell, IconCreditCard, IconLock, IconUserCircle, IconUsers } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { AccountPanel } from './account/account-panel.tsx';
import { BillingPanel } from './billing/billing-panel.tsx';
import { NotificationsPanel } from './notifications-panel.tsx';
import { SecurityPanel } from './security-panel.tsx';
import { TeamPanel } from './team/team-panel.tsx';

export interface SettingsPanel {
  /** Name in the address. */
  readonly id: string;
  readonly icon: Icon;
  /** Keys of its name and description. */
  readonly title: 'account' | 'security' | 'billing' | 'notifications' | 'team';
  readonly about: 'accountAbout' | 'securityAbout' | 'billingAbout' | 'notificationsAbout' | 'teamAbout';
  readonly Panel: ComponentType;
}

export const PANELS: readonly SettingsPanel[] = [
  { id: 'account', icon: IconUserCircle, title: 'account', about: 'accountAbout', Panel: AccountPanel },
  { id: 'security', icon: IconLock, title: 'security', about: 'securityAbout', Panel: SecurityPanel },
  { id: 'plan-billing', icon: IconCreditCard, title: 'billing', about: 'billingAbout', Panel: BillingPanel },
  {
    id: 'notifications',
    icon: IconBell,
    title: 'notifications',
    about: 'notificationsAbout',
    Panel: NotificationsPanel,
  },
  { id: 'team', icon: IconUsers, title: 'team', about: 'teamAbout', Panel: TeamPanel },
];
