import type { Language } from '@rise/contract';
import { changeLanguage, createTexts, loadLanguage, startTexts } from '@rise/shell/texts';
import { writeStored } from '@rise/shell/storage';
import type { BackendModule, i18n, ResourceKey } from 'i18next';
import { FALLBACK, LANGUAGE_KEY } from './language.ts';

/** How often a translation file is requested again after a failure. */
const RETRIES = 2;
const NAMESPACE = 'translation';

export interface TranslationOptions {
  language: Language;
  /** Milliseconds before the first retry; doubled for the second. */
  retryAfter?: number;
  fetch?: typeof fetch;
}

/**
 * Loads the portal's texts in a language, and in English where they can't be loaded. Throws when neither can.
 * A key without a text is shown as it is, and logged.
 */
export async function startTranslations(options: TranslationOptions): Promise<i18n> {
  const instance = createTexts();
  await startTexts(instance.use(translationFiles(options.fetch ?? fetch)), options.language, {
    ns: NAMESPACE,
    defaultNS: NAMESPACE,
    maxRetries: RETRIES,
    retryTimeout: options.retryAfter ?? 350,
  });
  if (!instance.hasResourceBundle(options.language, NAMESPACE)) {
    if (options.language !== FALLBACK) await changeLanguage(instance, FALLBACK);
    if (!instance.hasResourceBundle(FALLBACK, NAMESPACE))
      throw new Error(`The texts of "${options.language}" and of the fallback "${FALLBACK}" could not be loaded.`);
  }
  return instance;
}

/** Changes the language of the running portal; returns false and changes nothing if its texts can't be loaded. */
export async function switchLanguage(instance: i18n, language: Language): Promise<boolean> {
  await loadLanguage(instance, language);
  if (!instance.hasResourceBundle(language, NAMESPACE)) await instance.reloadResources(language, NAMESPACE);
  if (!instance.hasResourceBundle(language, NAMESPACE)) return false;
  await changeLanguage(instance, language);
  writeStored(LANGUAGE_KEY, language);
  return true;
}

/** Reads a language's file. Every failure is retried: no network, an error status, HTML instead of JSON. */
function translationFiles(fetchFile: typeof fetch): BackendModule {
  return {
    type: 'backend',
    init() {},
    async read(language, _namespace, callback) {
      let texts: ResourceKey;
      try {
        texts = await readFile(fetchFile, language as Language);
      } catch (error) {
        const retry = true;
        callback(error as Error, retry);
        return;
      }
      callback(null, texts);
    },
  };
}

async function readFile(fetchFile: typeof fetch, language: Language): Promise<ResourceKey> {
  const response = await fetchFile(`${import.meta.env.BASE_URL}assets/i18n/${language}.json`, {
    credentials: 'same-origin',
  });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return (await response.json()) as ResourceKey;
}
