import type { Language } from '@rise/contract';
import { useTranslation } from 'react-i18next';
import { i18n } from './texts.ts';

/** Each language under its own name. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', tr: 'Türkçe' };
export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as Language[];
const STORED = 'rise.demo.language';

const isLanguage = (value: unknown): value is Language => typeof value === 'string' && value in LANGUAGE_NAMES;

/** The one chosen in this browser, the browser's own where it is ours, else English. */
export function startLanguage(): Language {
  const stored = read();
  if (isLanguage(stored)) return stored;
  return navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'en';
}

export const currentLanguage = (): Language => i18n.language as Language;

/** Draws again when the language changes. */
export function useLanguage(): Language {
  return useTranslation().i18n.language as Language;
}

export async function switchLanguage(language: Language): Promise<void> {
  await i18n.changeLanguage(language);
  document.documentElement.lang = language;
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
