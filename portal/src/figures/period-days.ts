import type { TimeGrain } from '@rise/contract';

const MONTHS: Partial<Record<TimeGrain, number>> = {
  month: 1,
  quarter: 3,
  year: 12,
  fiscal_quarter: 3,
  fiscal_year: 12,
};

/** The first and the last day of a period, by its first one. */
export function periodDays(start: string, grain: TimeGrain): { since: string; until: string } {
  const since = start.slice(0, 10);
  const end = new Date(`${since}T00:00:00Z`);
  const months = MONTHS[grain];
  if (months !== undefined) end.setUTCMonth(end.getUTCMonth() + months);
  else end.setUTCDate(end.getUTCDate() + (grain === 'week' ? 7 : 1));
  end.setUTCDate(end.getUTCDate() - 1);
  return { since, until: end.toISOString().slice(0, 10) };
}
