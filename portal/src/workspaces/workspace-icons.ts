import {
  IconBriefcase,
  IconBuildingBank,
  IconCalendar,
  IconChartBar,
  IconCoins,
  IconCreditCard,
  IconFolder,
  IconReportAnalytics,
  IconShield,
  IconSpeakerphone,
  IconUsers,
  IconWorld,
} from '@tabler/icons-react';
import type { Workspace } from '@rise/contract';

/** Few of all content icons, since they come with the first screen's code. */
export const workspaceIcons = {
  workspace: IconBriefcase,
  report: IconReportAnalytics,
  chart: IconChartBar,
  bank: IconBuildingBank,
  coins: IconCoins,
  'credit-card': IconCreditCard,
  shield: IconShield,
  users: IconUsers,
  megaphone: IconSpeakerphone,
  calendar: IconCalendar,
  globe: IconWorld,
  folder: IconFolder,
} as const satisfies Record<Workspace['icon'], unknown>;
