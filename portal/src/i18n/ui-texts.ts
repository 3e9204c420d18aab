import type { UiTexts } from '@rise/ui';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** The words that components of `ui` say by themselves, in the reader's language. Their `{places}` are filled there. */
export function useUiTexts(): UiTexts {
  const { i18n } = useTranslation();
  const { language } = i18n;
  return useMemo(() => i18n.getResource(language, 'translation', 'ui') as UiTexts, [i18n, language]);
}
