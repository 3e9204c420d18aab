import type { UnmappedCodes } from '@rise/contract';
import { DataGrid, type DataGridColumn } from '@rise/ui';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../i18n/use-language.ts';

type CodeRow = UnmappedCodes['codes'][number];

/** The codes with their rows. A file of its own because the grid is loaded lazily. */
export default function UnmappedCodesGrid({ label, codes }: { label: string; codes: readonly CodeRow[] }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const columns = useMemo<DataGridColumn<CodeRow>[]>(
    () => [
      { id: 'code', title: t('unmappedCodes.columns.code'), value: ({ code }) => code, width: 240 },
      {
        id: 'dataset',
        title: t('unmappedCodes.columns.dataset'),
        value: ({ dataset }) => localize(dataset.title),
        width: 280,
      },
      {
        id: 'rows',
        title: t('unmappedCodes.columns.rows'),
        value: ({ rows }) => rows,
        format: { unit: 'count', decimals: 0 },
        width: 140,
      },
    ],
    [t, localize],
  );
  return (
    <DataGrid
      label={label}
      columns={columns}
      rows={codes}
      rowKey={({ dataset, code }) => `${dataset.name} ${code}`}
      defaultSort={{ id: 'rows', direction: 'desc' }}
    />
  );
}
