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

export const emptyDraft = (name: string): ContactDraft => ({
  name,
  avatar: null,
  emails: [],
  phoneNumbers: [],
  title: null,
  company: null,
  birthday: null,
  address: null,
  notes: null,
  tags: [],
});

/** A number with its dialing code. */
export function wholeNumber(
  { country, phoneNumber }: Contact['phoneNumbers'][number],
  { countries }: FileContext,
): string {
  const code = countries.find(({ iso }) => iso === country)?.code ?? '';
  return `${code} ${phoneNumber}`.trim();
}

/** Country and number of a whole number. Of countries with the same code, the usual one is taken. */
export function splitNumber(
  text: string,
  { countries, country }: FileContext,
): Omit<Contact['phoneNumbers'][number], 'label'> {
  const number = text.replace(/^tel:/i, '').trim().replace(/^00/, '+');
  if (!number.startsWith('+')) return { country, phoneNumber: number };
  const digits = `+${number.replaceAll(/\D/g, '')}`;
  const fits = countries.filter(({ code }) => digits.startsWith(code));
  const longest = Math.max(0, ...fits.map(({ code }) => code.length));
  const candidates = fits.filter(({ code }) => code.length === longest);
  const found = candidates.find(({ iso }) => iso === country || iso === 'us') ?? candidates[0];
  if (!found) return { country, phoneNumber: number };
  // The code's digits, with whatever is between them.
  let left = found.code.length - 1;
  let at = 1;
  while (left > 0 && at < number.length) if (/\d/.test(number[at++]!)) left -= 1;
  return { country: found.iso, phoneNumber: number.slice(at).replace(/^[\s).-]+/, '') };
}

/** A day as the start of that day in UTC, which is how birthdays are stored; null for what is no day. */
export function birthdayOf(text: string): string | null {
  const found = /^(\d{4})-?(\d{2})-?(\d{2})/.exec(text.trim());
  if (!found) return null;
  const date = new Date(`${found[1]}-${found[2]}-${found[3]}T00:00:00.000Z`);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
