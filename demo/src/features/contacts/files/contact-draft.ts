import { fold } from '@rise/contract/fold';
import { emptyContact } from '../../../simulation/groups/contacts/empty-contact.ts';
import type { Contact, Country } from '../contact.ts';

/** A contact of a file. Its tags are titles, and its notes a text. */
export type ContactDraft = Omit<Contact, 'id' | 'background'>;

/** The words for the kinds of addresses and numbers, in the language of the screen. */
export interface KindLabels {
  readonly work: string;
  readonly home: string;
  readonly mobile: string;
}

/** What reading and writing files depends on. */
export interface FileContext {
  readonly countries: readonly Country[];
  /** Of numbers without a dialing code: two lower-case letters. */
  readonly country: string;
  readonly labels: KindLabels;
}

export const emptyDraft = (name: string): ContactDraft => {
  const { background: _background, ...empty } = emptyContact();
  return { ...empty, name };
};

/** A number with its dialing code. */
export function wholeNumber(
  { country, phoneNumber }: Contact['phoneNumbers'][number],
  { countries }: FileContext,
): string {
  const code = countries.find(({ iso }) => iso === country)?.code ?? '';
  return `${code} ${phoneNumber}`.trim();
}

/** Names of countries that no list of countries has. */
const SHORT_NAMES: Readonly<Record<string, string>> = { usa: 'us', 'u.s.a.': 'us', 'u.s.': 'us', uk: 'gb' };

/** The country that a file names, in the language of the screen, in English, or by its code; undefined for none. */
export function countryNamed(text: string, { countries }: FileContext): string | undefined {
  const name = fold(text.trim());
  const english = new Intl.DisplayNames(['en'], { type: 'region' });
  const isNamed = (country: Country) =>
    [country.iso, fold(country.name), fold(english.of(country.iso.toUpperCase()) ?? '')].includes(name);
  return SHORT_NAMES[name] ?? countries.find(isNamed)?.iso;
}

/** Canada shares its dialing code with the United States; its area codes are its own. */
const CANADIAN = new Set(
  (
    '204 226 236 249 250 257 263 289 306 343 354 365 367 368 382 403 416 418 428 431 437 438 450 460 468 474 506 514 519 ' +
    '548 579 581 584 587 604 613 639 647 672 683 705 709 742 753 778 780 782 807 819 825 867 873 879 902 905 942'
  ).split(' '),
);

/** Which of the countries with one dialing code a number is of: the named one, that of its area code, the usual one. */
function chosenOf(candidates: readonly Country[], digits: string, { country }: FileContext, named?: string) {
  const of = (iso: string | undefined) => candidates.find((each) => each.iso === iso);
  const isCanadian = CANADIAN.has(digits.slice('+1'.length, '+1'.length + 3));
  return of(named) ?? (isCanadian ? of('ca') : undefined) ?? of(country) ?? of('us') ?? candidates[0];
}

/** Country and number of a whole number. `named` is the country that the file names for its contact. */
export function splitNumber(
  text: string,
  context: FileContext,
  named?: string,
): Omit<Contact['phoneNumbers'][number], 'label'> {
  const { countries } = context;
  const country = named ?? context.country;
  const number = text.replace(/^tel:/i, '').trim().replace(/^00/, '+');
  if (!number.startsWith('+')) return { country, phoneNumber: number };
  const digits = `+${number.replaceAll(/\D/g, '')}`;
  const fits = countries.filter(({ code }) => digits.startsWith(code));
  const longest = Math.max(0, ...fits.map(({ code }) => code.length));
  const candidates = fits.filter(({ code }) => code.length === longest);
  const found = chosenOf(candidates, digits, context, named);
  if (!found) return { country, phoneNumber: number };
  // The code's digits, with whatever is between them.
  let left = found.code.length - 1;
  let at = 1;
  while (left > 0 && at < number.length) if (/\d/.test(number[at++]!)) left -= 1;
  return { country: found.iso, phoneNumber: number.slice(at).replace(/^[\s).-]+/, '') };
}

/** Year, month and day of a text: the year first, else in the order of dots (day first) or of a country's slashes. */
function partsOfDay(text: string, country: string): readonly [string, string, string] | null {
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})/.exec(text) ?? [];
  if (year && month && day) return [year, month, day];
  const [, first, separator, second, last] = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/.exec(text) ?? [];
  if (!first || !second || !last) return null;
  const isMonthFirst = separator !== '.' && Number(first) <= 12 && (country === 'us' || Number(second) > 12);
  const [m, d] = isMonthFirst ? [first, second] : [second, first];
  return [last, m.padStart(2, '0'), d.padStart(2, '0')];
}

/** A day as the start of that day in UTC, which is how birthdays are stored; null for what is no day. */
export function birthdayOf(text: string, { country }: Pick<FileContext, 'country'>): string | null {
  const parts = partsOfDay(text.trim(), country);
  if (!parts) return null;
  const day = parts.join('-');
  const date = new Date(`${day}T00:00:00.000Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? date.toISOString() : null;
}
