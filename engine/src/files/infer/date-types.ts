import { datePattern } from '../date-format.ts';

const NUMERIC = ['%Y-%m-%d', '%Y/%m/%d', '%Y.%m.%d', '%d.%m.%Y', '%m/%d/%Y', '%d/%m/%Y', '%d-%m-%Y', '%m-%d-%Y', '%m.%d.%Y', '%d.%m.%y', '%m/%d/%y', '%d/%m/%y', '%d-%m-%y', '%m-%d-%y', '%y-%m-%d', '%y/%m/%d']; // prettier-ignore
const NAMED = ['%d-%b-%Y', '%d-%b-%y', '%d %b %Y', '%d%b%Y', '%b %d, %Y', '%b-%d-%Y', '%d %B %Y', '%B %d, %Y', '%d.%b.%Y', '%d/%b/%Y', '%b/%d/%Y', '%Y-%b-%d']; // prettier-ignore
/** Without separators, which any number of that many digits may be. */
export const DIGIT_FORMATS = ['%Y%m%d', '%y%m%d', '%d%m%Y', '%m%d%Y'] as const;

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** How texts of one format are read. */
interface DateReader {
  format: string;
  /** The date as YYYY-MM-DD; null if it is none. */
  read(text: string): string | null;
}

const two = (value: number) => String(value).padStart(2, '0');

/** The date, if it exists. Two digits of a year from 69 on are of the last century, as in DuckDB. */
function dateOf(year: number, month: number, day: number): string | null {
  if (year < 1 || month < 1 || month > 12 || day < 1) return null;
  const last = new Date(0);
  last.setUTCFullYear(year, month, 0);
  return day > last.getUTCDate() ? null : `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

/** Reads dates of a format, as a load does. */
export function dateReader(format: string): DateReader {
  const order = [...format.matchAll(/%([YymdbB])/g)].map(([, part]) => part!);
  const groups = datePattern(format).replaceAll(/\[(?:0-9|A-Za-z)\]\{[\d,]+\}/g, '($&)');
  const pattern = new RegExp(`^${groups}$`);
  return {
    format,
    read(text) {
      const found = pattern.exec(text);
      if (found === null) return null;
      let [year, month, day] = [0, 0, 0];
      order.forEach((part, place) => {
        const value = found[place + 1]!;
        if (part === 'Y') year = Number(value);
        else if (part === 'y') year = Number(value) + (Number(value) >= 69 ? 1900 : 2000);
        else if (part === 'm') month = Number(value);
        else if (part === 'd') day = Number(value);
        else month = MONTHS.indexOf(value.slice(0, 3).toLowerCase()) + 1;
      });
      return dateOf(year, month, day);
    },
  };
}

const READERS = [...NUMERIC, ...NAMED].map(dateReader);
const DIGIT_READERS = DIGIT_FORMATS.map(dateReader);

const TIME = /^(.+?)[ T]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,6}0*)?)?(?: ?[AaPp][Mm])?( ?(?:Z|z|[-+]\d{2}(?::?\d{2})?))?$/;

/** The date's text and whether an offset follows its time; null for a text without a time. */
export function splitTime(text: string): { date: string; zoned: boolean } | null {
  const found = TIME.exec(text);
  return found && { date: found[1]!, zoned: found[2] !== undefined };
}

/** Formats that read all of the texts, the likelier first. */
export function dateFormats(texts: readonly string[], digits = false): string[] {
  const readers = digits ? DIGIT_READERS : READERS;
  const head = texts.slice(0, 50);
  return readers
    .filter(({ read }) => head.every((text) => read(text) !== null) && texts.every((text) => read(text) !== null))
    .map(({ format }) => format);
}

/** The same format with day and month in the other order. */
export const otherOrder = (format: string): string => format.replaceAll(/%[md]/g, (part) => (part === '%m' ? '%d' : '%m')); // prettier-ignore

export const isDayFirst = (format: string): boolean => format.indexOf('%d') < format.indexOf('%m');
