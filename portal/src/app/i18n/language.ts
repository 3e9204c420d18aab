import type { Language } from '@rise/contract';

/** Each interface language under its own name. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', tr: 'Türkçe' };

export const FALLBACK: Language = 'en';
const STORED = 'rise.language';

const isLanguage = (value: string | null | undefined): value is Language => value != null && value in LANGUAGE_NAMES;

/** The language to start with: the one chosen before, the browser's where offered, else the portal's default. */
export function startLanguage(offered: readonly Language[], fallback: Language): Language {
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
