import { ApiError } from '@rise/contract/client';
import { useConfirm } from '@rise/ui';
import { useCallback } from 'react';
import { defineTexts } from '@rise/shell/texts';
import { logError } from '@rise/ui/log';

const useFailureTexts = defineTexts('failure', {
  en: {
    title: 'That was not done',
    refused: 'Something in it was not accepted. Look it over and try again.',
    failed: 'Something went wrong. Your data is as it was; try again.',
    close: 'Close',
  },
  tr: {
    title: 'Bu işlem yapılamadı',
    refused: 'Girdiğiniz bir şey kabul edilmedi. Gözden geçirip yeniden deneyin.',
    failed: 'Bir sorun oluştu. Verileriniz olduğu gibi duruyor; yeniden deneyin.',
    close: 'Kapat',
  },
});

/** Shows a dialog that says why something was not done. */
export function useRefusalDialog(): (reason: string) => void {
  const t = useFailureTexts();
  const confirm = useConfirm();
  return useCallback(
    (message) => {
      void confirm({
        title: t('title'),
        message,
        icon: { name: 'error', color: 'error' },
        actions: { confirm: { label: t('close'), color: 'primary' }, cancel: { show: false } },
      });
    },
    [t, confirm],
  );
}

/** Shows a dialog for a failed action that has no place on the page for its error. */
export function useFailureDialog(): (error: unknown) => void {
  const t = useFailureTexts();
  const refuse = useRefusalDialog();
  return useCallback(
    (error) => {
      logError('A call failed.', error);
      const refused = error instanceof ApiError && error.status === 400;
      refuse(t(refused ? 'refused' : 'failed'));
    },
    [t, refuse],
  );
}
