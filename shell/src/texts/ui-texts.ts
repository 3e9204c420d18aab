import type { Language } from '@rise/contract';
import { englishTexts, type UiTexts } from '@rise/ui';
import type { i18n } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** Namespace of the texts of `ui`'s components. */
const NAMESPACE = 'ui';

/** Turkish is loaded on demand; English is part of `ui`. */
const UI_TEXTS: Record<Language, () => Promise<UiTexts>> = {
  en: async () => englishTexts,
  tr: async () => (await import('@rise/ui/turkish')).turkishTexts,
};

/** Adds the texts of `ui` in a language to the text system. */
export async function loadUiTexts(instance: i18n, language: Language): Promise<void> {
  if (!instance.hasResourceBundle(language, NAMESPACE))
    instance.addResourceBundle(language, NAMESPACE, await UI_TEXTS[language]());
}

/** The texts of `ui` in the reader's language; `ui` fills their `{placeholders}`. */
export function useUiTexts(): UiTexts {
  const { i18n } = useTranslation();
  const { language } = i18n;
  return useMemo(
    () => (i18n.getResourceBundle(language, NAMESPACE) as UiTexts | undefined) ?? englishTexts,
    [i18n, language],
  );
}
