import type { Language, LocalizedText } from '@rise/contract';
import { useConfirm } from '@rise/ui';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { switchLanguage } from './i18n.ts';

/** The interface language and how to change it; a language that can't be loaded is said so and changes nothing. */
export function useLanguage(): [Language, (language: Language) => Promise<void>] {
  const { t, i18n } = useTranslation();
  const confirm = useConfirm();
  const change = useCallback(
    async (language: Language) => {
      if (await switchLanguage(i18n, language)) return;
      await confirm({
        title: t('language.failedTitle'),
        message: t('language.failedMessage'),
        actions: { confirm: { label: t('common.close'), color: 'primary' }, cancel: { show: false } },
      });
    },
    [i18n, t, confirm],
  );
  return [i18n.language as Language, change];
}

/** Texts of content (models, reports) in the reader's language, English where the author wrote no other. */
export function useLocalize(): (text: LocalizedText) => string {
  const { i18n } = useTranslation();
  const { language } = i18n;
  return useCallback((text) => (language === 'tr' ? text.tr : undefined) ?? text.en, [language]);
}
