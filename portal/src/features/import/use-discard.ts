import { useConfirm } from '@rise/ui';
import { useTranslation } from 'react-i18next';
import { useReportError } from '../../client/use-report-error.ts';
import { useDiscardImport } from './import.queries.ts';

/** Discards an import after a confirmation. `onLeave` closes its screen first, which would find it gone. */
export function useDiscard(id: string, onLeave?: () => void): { discard: () => void; isPending: boolean } {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const { mutate, isPending } = useDiscardImport(useReportError());
  const confirmDiscard = async () => {
    const answer = await confirm({
      title: t('import.discard.title'),
      message: t('import.discard.message'),
      actions: { confirm: { label: t('import.discard.confirm') }, cancel: { label: t('common.cancel') } },
    });
    if (answer !== 'confirmed') return;
    onLeave?.();
    mutate(id);
  };
  return { discard: () => void confirmDiscard(), isPending };
}
