import type { Language } from '@rise/contract';
import { logWarning } from '@rise/ui/log';
import { createInstance, type i18n, type InitOptions } from 'i18next';
import { useTranslation } from 'react-i18next';
import { loadUiTexts } from './ui-texts.ts';

type Texts = Readonly<Record<string, string>>;
type Translations<T> = { readonly en: T; readonly tr: { readonly [K in keyof T]: string } };
/** A key; of one with plural forms (`days_one`, `days_other`) the part before them, used with a `count`. */
type Key<T> = { [K in keyof T & string]: K extends `${infer Base}_${'one' | 'other'}` ? Base : K }[keyof T & string];
export type Translate<T> = (key: Key<T>, values?: Readonly<Record<string, string | number>>) => string;

/** Provides an instance to the screens within: `<TextsProvider i18n={instance}>`. */
export { I18nextProvider as TextsProvider } from 'react-i18next';

const definitions = new Map<string, Translations<Texts>>();
const instances = new Set<i18n>();

export const createTexts = (): i18n => createInstance();

/**
 * Starts the text system in a language: i18next with its plural rules, the texts of `ui`, and every namespace that
 * `defineTexts` adds, now or later. A key without a text is shown as it is, and logged.
 */
export async function startTexts<T = object>(
  instance: i18n,
  language: Language,
  options: InitOptions<T> = {},
): Promise<void> {
  await instance.init<T>({
    lng: language,
    fallbackLng: false,
    supportedLngs: ['en', 'tr'],
    load: 'currentOnly',
    partialBundledLanguages: true,
    returnNull: false,
    interpolation: { escapeValue: false },
    saveMissing: true,
    missingKeyHandler: (languages, namespace, key) => {
      if (languages.some((code) => instance.hasResourceBundle(code, namespace)))
        logWarning(`No text for "${namespace}:${key}" in ${languages.join(', ')}.`);
    },
    react: { useSuspense: false },
    ...options,
  });
  instances.add(instance);
  for (const [name, translations] of definitions) addTexts(instance, name, translations);
  await loadUiTexts(instance, instance.language as Language);
  document.documentElement.lang = instance.language;
}

/**
 * Loads what an instance needs for a language. The texts of `ui` come first: every namespace that is missing is
 * requested from the instance's backend, which knows only its own.
 */
export async function loadLanguage(instance: i18n, language: Language): Promise<void> {
  await loadUiTexts(instance, language);
  await instance.loadLanguages(language);
}

/**
 * Switches to a language whose texts have been loaded. The document's `lang` comes first: what renders in the new
 * language may already make a request, which asks for texts in that language.
 */
export async function changeLanguage(instance: i18n, language: Language): Promise<void> {
  await loadUiTexts(instance, language);
  document.documentElement.lang = language;
  await instance.changeLanguage(language);
}

function addTexts(instance: i18n, name: string, { en, tr }: Translations<Texts>): void {
  instance.addResourceBundle('en', name, en);
  instance.addResourceBundle('tr', name, tr);
}

/**
 * Texts in both languages, which come with the code that shows them, and the hook that translates their keys.
 * `{{name}}` is a placeholder. The compiler holds the Turkish keys to the English ones.
 */
export function defineTexts<const T extends Texts>(
  name: string,
  texts: Translations<T>,
): { (): Translate<T>; texts: Translations<T> } {
  definitions.set(name, texts);
  for (const instance of instances) addTexts(instance, name, texts);
  const useTexts = (): Translate<T> => {
    // Where an application declares its own typed keys, the name of another namespace is not among them.
    const { t } = useTranslation(name as never);
    return t as unknown as Translate<T>;
  };
  return Object.assign(useTexts, { texts });
}
