import { Button } from '@mantine/core';
import type { DataVersion } from '@rise/contract';
import { useConfirm } from '@rise/ui';
import { useTranslation } from 'react-i18next';
import { useReportError } from '../../../client/use-report-error.ts';
import { useRestoreVersion } from '../import.queries.ts';

/** Makes the data of the version before current again, after a confirmation. */
export function UndoLoad({ before }: { before: DataVersion }) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const report = useReportError();
  const restore = useRestoreVersion();
  if (!before.restorable) return null;
  const confirmUndo = async () => {
    const answer = await confirm({
      title: t('import.undo.title'),
      message: t('import.undo.message', { number: before.number, source: before.source }),
      actions: { confirm: { label: t('import.undo.confirm') }, cancel: { label: t('common.cancel') } },
    });
    if (answer === 'confirmed') restore.mutate(before.number, { onError: report });
  };
  return (
    <Button variant="default" loading={restore.isPending} onClick={() => void confirmUndo()}>
      {t('import.undo.action')}
    </Button>
  );
}
