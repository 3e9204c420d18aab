import type { Language } from '@rise/contract';

/** Each interface language under its own name. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', tr: 'Türkçe' };

export const FALLBACK: Language = 'en';
const STORED = 'rise.language';
/** The last part of the readable cookie in which the server keeps a person's preferences. */
const OWN = /(?:^|; )rise-appearance=[^;]*\.([a-z]+|-)(?:;|$)/;

const isLanguage = (value: string | null | undefined): value is Language => value != null && value in LANGUAGE_NAMES;

/**
 * The language to start with: the signed-in person's own, the one chosen in this browser, the browser's where offered,
 * else the portal's default.
 */
export function startLanguage(offered: readonly Language[], fallback: Language): Language {
  const own = OWN.exec(document.cookie)?.[1];
  if (isLanguage(own) && offered.includes(own)) return own;
  const stored = read();
  if (isLanguage(stored) && offered.includes(stored)) return stored;
  return browserLanguage(offered) ?? fallback;
}

/** The first of the browser's languages that is among the offered. */
export function browserLanguage(offered: readonly Language[]): Language | null {
  const wanted = navigator.languages?.length ? navigator.languages : [navigator.language];
  const codes = wanted.map((tag) => tag?.slice(0, 2).toLowerCase());
  return codes.filter((code) => isLanguage(code)).find((code) => offered.includes(code)) ?? null;
}

export function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(STORED, language);
  } catch {
    // Storage may be closed to us; the choice then lasts as long as the page.
  }
}

function read(): string | null {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return null;
  }
}
