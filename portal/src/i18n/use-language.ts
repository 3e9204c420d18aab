import type { Language, LocalizedText } from '@rise/contract';
import { useConfirm } from '@rise/ui';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { switchLanguage } from './i18n.ts';

/** Changes the interface language. If its texts can't be loaded, shows an error and changes nothing. */
export function useChangeLanguage(): (language: Language) => Promise<void> {
  const { t, i18n } = useTranslation();
  const confirm = useConfirm();
  return useCallback(
    async (language) => {
      if (await switchLanguage(i18n, language)) return;
      await confirm({
        title: t('language.failedTitle'),
        message: t('language.failedMessage'),
        actions: { confirm: { label: t('common.close'), color: 'primary' }, cancel: { show: false } },
      });
    },
    [i18n, t, confirm],
  );
}

/** Texts of content (models, reports) in the reader's language, English if there is no translation. */
export function useLocalize(): (text: LocalizedText) => string {
  const { i18n } = useTranslation();
  const { language } = i18n;
  return useCallback((text) => (language === 'tr' ? text.tr : undefined) ?? text.en, [language]);
}
