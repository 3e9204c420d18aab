/** Records of one calendar day in the reader's time zone. */
export interface Day<T> {
  /** Local midnight. */
  readonly start: Date;
  readonly records: readonly T[];
}

/** Groups records by calendar day, newest first, also within a day. */
export function byDay<T extends { readonly date: string }>(records: readonly T[]): Day<T>[] {
  const days = new Map<number, T[]>();
  for (const record of records.toSorted((one, other) => other.date.localeCompare(one.date))) {
    const start = new Date(record.date).setHours(0, 0, 0, 0);
    days.set(start, [...(days.get(start) ?? []), record]);
  }
  return [...days].map(([start, ofDay]) => ({ start: new Date(start), records: ofDay }));
}

/** “Today”, “yesterday”, “4 days ago” within a week; else the date. */
export function nameOfDay(start: Date, now: Date, locale: string): string {
  const today = new Date(now).setHours(0, 0, 0, 0);
  // Round: a day with a clock change is an hour shorter or longer.
  const days = Math.round((start.getTime() - today) / 86_400_000);
  if (days > -7 && days <= 0) {
    const name = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day');
    return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
  }
  const sameYear = start.getFullYear() === now.getFullYear();
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'long',
    ...(!sameYear && { year: 'numeric' }),
  }).format(start);
}
