import type { Language } from '@rise/contract';
import { LANGUAGES, startLanguage } from '@rise/shell/language';
import { writeStored } from '@rise/shell/storage';
import { changeLanguage } from '@rise/shell/texts';
import { i18n } from './texts.ts';

const STORAGE_KEY = 'rise.demo.language';

/** The language stored in this browser, the browser's own where offered, else English. */
export const demoLanguage = (): Language =>
  startLanguage({ offered: LANGUAGES, storageKey: STORAGE_KEY, fallback: 'en' });

export const currentLanguage = (): Language => i18n.language as Language;

export async function switchLanguage(language: Language): Promise<void> {
  await changeLanguage(i18n, language);
  writeStored(STORAGE_KEY, language);
}
