import type { Language } from '@rise/contract';
import { createInstance } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { logWarning } from '@rise/ui/kernel';

export const i18n = createInstance();

/** Makes the texts of all rooms speak this language. Texts come with the screen that says them. */
export async function startTexts(language: Language): Promise<void> {
  document.documentElement.lang = language;
  await i18n.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    supportedLngs: ['en', 'tr'],
    ns: [],
    initAsync: false,
    returnNull: false,
    partialBundledLanguages: true,
    interpolation: { escapeValue: false },
    saveMissing: true,
    missingKeyHandler: (languages, namespace, key) =>
      logWarning(`No text for "${namespace}:${key}" in ${languages.join(', ')}.`),
    react: { useSuspense: false },
  });
  for (const { name, texts } of waiting) add(name, texts);
}

type Texts = Readonly<Record<string, string>>;
type Both<T> = { readonly en: T; readonly tr: { readonly [K in keyof T]: string } };
/** A key; of one with plural forms (`days_one`, `days_other`) the part before them, given a `count`. */
type Key<T> = { [K in keyof T & string]: K extends `${infer Base}_${'one' | 'other'}` ? Base : K }[keyof T & string];
export type Say<T> = (key: Key<T>, values?: Readonly<Record<string, string | number>>) => string;

const waiting = new Set<{ name: string; texts: Both<Texts> }>();

function add(name: string, { en, tr }: Both<Texts>): void {
  i18n.addResourceBundle('en', name, en);
  i18n.addResourceBundle('tr', name, tr);
}

/**
 * A room's texts in both languages, and the hook that says them. `{{name}}` is a place for a value. The compiler holds
 * the Turkish ones to the keys of the English.
 */
export function defineTexts<const T extends Texts>(name: string, texts: Both<T>): { (): Say<T>; texts: Both<T> } {
  if (i18n.isInitialized) add(name, texts);
  waiting.add({ name, texts });
  const useTexts = (): Say<T> => {
    const { t } = useTranslation(name);
    return t as unknown as Say<T>;
  };
  return Object.assign(useTexts, { texts });
}
