import type { CopySchedule } from '@rise/contract';
import type { TFunction } from 'i18next';

/** A Monday, from which the names of the other days follow. */
const MONDAY = Date.UTC(2024, 0, 1);

export const weekdayName = (day: number, language: string): string =>
  new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(MONDAY + (day - 1) * 86_400_000);

/** A schedule in words, with the time zone that it is meant in. */
export function scheduleText(
  schedule: CopySchedule | null,
  { t, language, timeZone }: { t: TFunction; language: string; timeZone: string },
): string {
  if (schedule === null) return t('copies.schedule.never');
  if (schedule.every === 'load') return t('copies.schedule.load');
  if (schedule.every === 'hour') return t('copies.schedule.hour', { minute: String(schedule.minute).padStart(2, '0') });
  const { every, at } = schedule;
  const day = every === 'week' ? weekdayName(schedule.day, language) : '';
  return `${t(`copies.schedule.${every}`, { at, day })} (${timeZone})`;
}
