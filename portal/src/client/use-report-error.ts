import { useConfirm } from '@rise/ui';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from './error-text.ts';

/** Shows an error in a dialog, for actions that have no place for it on the page. */
export function useReportError(): (error: unknown) => void {
  const { t } = useTranslation();
  const confirm = useConfirm();
  return useCallback(
    (error) => {
      const { title, message } = errorText(error, t);
      void confirm({
        title,
        message,
        icon: { name: 'error', color: 'error' },
        actions: { confirm: { label: t('common.close'), color: 'primary' }, cancel: { show: false } },
      });
    },
    [t, confirm],
  );
}
