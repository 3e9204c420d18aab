// Days and periods, 'YYYY-MM-DD', without any code of the engine.

/** Days are compared as numbers. */
export const dayNumber = (day: string) => Date.parse(`${day}T00:00Z`) / 86_400_000;

/** The first day of the period so many periods later. */
export function laterPeriod(period: string, grain: 'month' | 'year', count: number): string {
  const [year, month] = period.split('-').map(Number) as [number, number];
  const [years, months] = grain === 'year' ? [count, 0] : [0, count];
  return new Date(Date.UTC(year + years, month - 1 + months, 1)).toISOString().slice(0, 10);
}

/** The last day of a period. */
export function periodEndOf(day: string, grain: 'day' | 'month' | 'year'): string {
  const [year, month] = day.split('-').map(Number) as [number, number];
  if (grain === 'day') return day;
  return grain === 'year' ? `${year}-12-31` : new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}
