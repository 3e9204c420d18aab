import dialingCodes from './data/dialing-codes.json';

const flagOf = (iso: string) =>
  String.fromCodePoint(...[...iso].map((letter) => 0x1f1e6 + letter.codePointAt(0)! - 'a'.codePointAt(0)!));

const name = (iso: string, language: string) =>
  new Intl.DisplayNames([language], { type: 'region' }).of(iso.toUpperCase())!;

/** Dialing codes by ISO 3166-1 alpha-2 country code. */
export const COUNTRIES = Object.entries(dialingCodes).map(([iso, code]) => ({
  id: iso,
  iso,
  name: { en: name(iso, 'en'), tr: name(iso, 'tr') },
  code: `+${code}`,
  flag: flagOf(iso),
}));

export const isCountry = (iso: string) => COUNTRIES.some((country) => country.iso === iso);
