import type { Language } from '@rise/contract';
import { useTranslation } from 'react-i18next';
import { readStored } from '../storage/storage.ts';

/** Each interface language under its own name. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', tr: 'Türkçe' };
export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as Language[];

const isLanguage = (value: unknown): value is Language => typeof value === 'string' && value in LANGUAGE_NAMES;

export interface LanguageSources {
  offered: readonly Language[];
  /** The account's own, which precedes every other. */
  account?: string | undefined;
  /** Where this browser stores the last choice. */
  storageKey: string;
  fallback: Language;
}

/** The language to start with: the account's, the one stored in this browser, the browser's own, else the fallback. */
export function startLanguage({ offered, account, storageKey, fallback }: LanguageSources): Language {
  const isOffered = (value: unknown): value is Language => isLanguage(value) && offered.includes(value);
  if (isOffered(account)) return account;
  const stored = readStored(storageKey);
  return isOffered(stored) ? stored : (browserLanguage(offered) ?? fallback);
}

/** The first of the browser's languages that is offered. */
export function browserLanguage(offered: readonly Language[]): Language | null {
  const preferred = navigator.languages?.length ? navigator.languages : [navigator.language];
  const codes = preferred.map((tag) => tag?.slice(0, 2).toLowerCase()).filter((code) => isLanguage(code));
  return codes.find((code) => offered.includes(code)) ?? null;
}

/** The language of the interface; renders again when it changes. */
export function useLanguage(): Language {
  return useTranslation().i18n.language as Language;
}
