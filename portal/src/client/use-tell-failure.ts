import { useConfirm } from '@rise/ui';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from './failure.ts';

/** Says that what the reader just did was not done, where no place on the page would. */
export function useTellFailure(): (error: unknown) => void {
  const { t } = useTranslation();
  const confirm = useConfirm();
  return useCallback(
    (error) => {
      const { title, message } = failureText(error, t);
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
