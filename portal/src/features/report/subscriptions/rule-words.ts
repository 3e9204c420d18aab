import type { SubscriptionRule } from '@rise/contract';
import type { TFunction } from 'i18next';

/** A Monday, from which the names of the other days follow. */
const MONDAY = Date.UTC(2024, 0, 1);

export const weekdayName = (day: number, language: string): string =>
  new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(MONDAY + (day - 1) * 86_400_000);

/** A rule with the time zone that it is meant in: 'Every Monday at 08:00, Europe/Istanbul'. */
export function ruleWords(
  rule: SubscriptionRule,
  { t, language, zone }: { t: TFunction; language: string; zone: string },
): string {
  const { at } = rule;
  if (rule.every === 'week') return t('report.mail.rule.week', { day: weekdayName(rule.on, language), at, zone });
  if (rule.every !== 'month') return t(`report.mail.rule.${rule.every}`, { at, zone });
  return rule.on === 'last'
    ? t('report.mail.rule.lastDay', { at, zone })
    : t('report.mail.rule.month', { day: rule.on, at, zone });
}
