import { words } from './folded-words.ts';

const MASK = '•••';
const ADDRESS = /[^\s@]+@[^\s@]+/gu;
/** Five digits and more, also in groups: numbers of accounts, members, cards and telephones. A year stays. */
const LONG_NUMBER = /\p{N}(?:[\s.,/()+-]?\p{N}){4,}/gu;

/** A question as it is logged: without addresses and long numbers. */
export function maskNumbers(text: string): string {
  return text.replaceAll(ADDRESS, MASK).replaceAll(LONG_NUMBER, MASK).replaceAll(/\s+/g, ' ').trim();
}

/** Without the words that name people, given folded. Null where nothing is left to be logged. */
export function maskNames(text: string, names: ReadonlySet<string>): string | null {
  const masked = text
    .split(' ')
    .map((part) => (words(part).some((word) => names.has(word)) ? MASK : part))
    .join(' ');
  return words(masked).length === 0 ? null : masked;
}
