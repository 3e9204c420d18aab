import { Button } from '@mantine/core';
import type { DataImport } from '@rise/contract';
import { Notice } from '@rise/ui';
import { useTranslation } from 'react-i18next';
import { useRejects } from './use-rejects.ts';

/** Why the last load ended without a version; nothing was changed by it. */
export function FailureNotice({ item }: { item: DataImport }) {
  const { t } = useTranslation();
  const rejects = useRejects(item.id);
  if (item.status === 'canceled') return <Notice tone="info">{t('import.load.canceled')}</Notice>;
  if (item.failure === null) return null;
  return (
    <Notice tone="negative" title={t('import.load.failed')}>
      <p>{item.failure.message}</p>
      {item.rejected > 0 && (
        <Button variant="default" size="compact-sm" loading={rejects.isPending} onClick={() => rejects.mutate()}>
          {t('import.load.downloadRejects', { count: item.rejected })}
        </Button>
      )}
    </Notice>
  );
}
