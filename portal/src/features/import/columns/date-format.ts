/** Formats of dates, the most frequent first. */
export const DATE_FORMATS = [
  '%Y-%m-%d',
  '%d.%m.%Y',
  '%d/%m/%Y',
  '%m/%d/%Y',
  '%d-%m-%Y',
  '%m-%d-%Y',
  '%Y/%m/%d',
  '%Y.%m.%d',
  '%Y%m%d',
  '%y%m%d',
  '%d.%m.%y',
  '%d/%m/%y',
  '%m/%d/%y',
  '%d %b %Y',
  '%d-%b-%Y',
  '%b-%d-%Y',
  '%b %d, %Y',
  '%d-%b-%y',
  '%d %B %Y',
  '%B %d, %Y',
] as const;

const MONTHS = 'january february march april may june july august september october november december'.split(' ');

const PARTS: Record<string, string> = {
  Y: String.raw`(?<year>\d{4})`,
  y: String.raw`(?<year>\d{2})`,
  m: String.raw`(?<month>\d{1,2})`,
  d: String.raw`(?<day>\d{1,2})`,
  b: '(?<name>[a-z]{3})',
  B: '(?<name>[a-z]{3,9})',
};

/** Without separators each part has its full width. */
const compact = (pattern: string): string => pattern.replaceAll('{1,2}', '{2}');

function patternOf(format: string): RegExp {
  const pattern = format.replaceAll(/%(.)|[-./ ,]/g, (sign, part: string | undefined) =>
    part === undefined ? `[${sign}]` : PARTS[part]!,
  );
  return new RegExp(`^${/[-./ ,]/.test(format) ? pattern : compact(pattern)}(?=$|[T ])`, 'i');
}

/** Whether a text begins with a day in this format; a time may follow. */
export function isDateIn(format: string, text: string): boolean {
  const { year, month, day, name } = patternOf(format).exec(text.trim())?.groups ?? {};
  if (year === undefined || day === undefined) return false;
  const named = MONTHS.findIndex((title) => title === name?.toLowerCase() || title.slice(0, 3) === name?.toLowerCase());
  const monthNumber = month === undefined ? named + 1 : Number(month);
  const date = new Date(Date.UTC(2000 + (Number(year) % 400), monthNumber - 1, Number(day)));
  return monthNumber >= 1 && monthNumber <= 12 && Number(day) >= 1 && date.getUTCDate() === Number(day);
}

/** The first format in which all samples are days; null: there is none. */
export function guessDateFormat(samples: readonly string[]): string | null {
  const texts = samples.filter((sample) => sample.trim() !== '');
  if (texts.length === 0) return null;
  return DATE_FORMATS.find((format) => texts.every((text) => isDateIn(format, text))) ?? null;
}

/** A day in a format, to choose by; the last one of a year, whose day and month cannot be confused. */
export const dateExample = (format: string): string =>
  format
    .replace('%Y', '2025')
    .replace('%y', '25')
    .replace('%m', '12')
    .replace('%d', '31')
    .replace('%b', 'Dec')
    .replace('%B', 'December');
