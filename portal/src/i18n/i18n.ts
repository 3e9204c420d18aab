import type { Language } from '@rise/contract';
import { createInstance, type i18n, type ResourceKey } from 'i18next';
import HttpBackend, { type HttpBackendOptions } from 'i18next-http-backend';
import { initReactI18next } from 'react-i18next';
import { logWarning } from '@rise/ui/kernel';
import { FALLBACK, rememberLanguage } from './language.ts';
import { UI_WORDS } from './ui-words.ts';

/** How often a translation file is asked for again after a failure. */
const RETRIES = 2;
const NAMESPACE = 'translation';

export interface TranslationOptions {
  language: Language;
  /** Milliseconds before the first retry; doubled for the second. */
  retryAfter?: number;
  fetch?: typeof fetch;
}

/**
 * Loads the texts of the language, and English's where they can't be had. Throws when neither can.
 * A key without a text is shown as it is, and warned of.
 */
export async function startTranslations(options: TranslationOptions): Promise<i18n> {
  const instance = createInstance();
  await instance
    .use(HttpBackend)
    .use(initReactI18next)
    .init<HttpBackendOptions>({
      lng: options.language,
      fallbackLng: false,
      supportedLngs: ['en', 'tr'],
      ns: NAMESPACE,
      defaultNS: NAMESPACE,
      load: 'currentOnly',
      maxRetries: RETRIES,
      retryTimeout: options.retryAfter ?? 350,
      returnNull: false,
      interpolation: { escapeValue: false },
      saveMissing: true,
      missingKeyHandler: (languages, _namespace, key) => {
        if (languages.some((language) => instance.hasResourceBundle(language, NAMESPACE)))
          logWarning(`No text for "${key}" in ${languages.join(', ')}.`);
      },
      react: { useSuspense: false },
      backend: {
        loadPath: '{{lng}}',
        request: (_options, language, _payload, answer) =>
          void request(options.fetch ?? fetch, language as Language, answer),
      },
    });
  if (!instance.hasResourceBundle(options.language, NAMESPACE)) {
    if (options.language !== FALLBACK) await instance.changeLanguage(FALLBACK);
    if (!instance.hasResourceBundle(FALLBACK, NAMESPACE))
      throw new Error(`The texts of "${options.language}" and of the fallback "${FALLBACK}" could not be loaded.`);
  }
  show(instance.language);
  instance.on('languageChanged', show);
  return instance;
}

/** Changes the language of the running portal; answers false, and changes nothing, where its texts can't be loaded. */
export async function switchLanguage(instance: i18n, language: Language): Promise<boolean> {
  await instance.loadLanguages(language);
  if (!instance.hasResourceBundle(language, NAMESPACE)) await instance.reloadResources(language);
  if (!instance.hasResourceBundle(language, NAMESPACE)) return false;
  await instance.changeLanguage(language);
  rememberLanguage(language);
  return true;
}

function show(language: string): void {
  document.documentElement.lang = language;
}

/**
 * The portal's own file and the words of `ui`, as one.
 * Every kind of failure looks alike to the retry: no network, an error status, a page instead of a file.
 */
async function request(
  ask: typeof fetch,
  language: Language,
  answer: (error: unknown, response: { status: number; data: ResourceKey }) => void,
): Promise<void> {
  try {
    const [own, ui] = await Promise.all([
      ask(`${import.meta.env.BASE_URL}assets/i18n/${language}.json`, { credentials: 'same-origin' }),
      UI_WORDS[language](),
    ]);
    if (!own.ok) throw new Error(`HTTP ${own.status}`);
    answer(null, { status: own.status, data: { ...(await own.json()), ui } });
  } catch (error) {
    answer(error, { status: 0, data: '' });
  }
}
