import type { RichText } from '@rise/contract/rich-text';

export interface AnnouncementItem {
  id: string;
  title: string;
  content?: RichText | null;
  /** ISO 8601. */
  startDate: string;
  read: boolean;
  link?: { uri: string; hyperText: string } | null;
}

export interface AlertItem {
  configuratorType: string;
  unmappedCount: number;
  /** Display name of the type: at the start of a sentence, and within one. */
  label: { alone: string; within: string };
}

/** An alert of another kind, with its own words. */
export interface TextAlert {
  id: string;
  text: string;
  link: { href: string; text: string };
}

export const ALERTS = 0;
export const ANNOUNCEMENTS = 1;

/** Alerts if there are any, else announcements. */
export const defaultTab = (alerts: readonly unknown[]): 0 | 1 => (alerts.length > 0 ? ALERTS : ANNOUNCEMENTS);

/** The bell's count: unread announcements and all alerts. */
export const unreadCount = (announcements: readonly AnnouncementItem[], alerts: readonly unknown[]): number =>
  announcements.filter(({ read }) => !read).length + alerts.length;
