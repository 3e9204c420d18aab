import { Button, Menu } from '@mantine/core';
import type { TableExportQuery } from '@rise/contract';
import { DropdownMenu, useUiContext } from '@rise/ui';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { useDownload } from '../../client/use-download.ts';
import { exportRows } from './data-view.queries.ts';
import classes from './data-view.module.css';

interface ExportMenuProps {
  query: Omit<TableExportQuery, 'format'>;
}

const FORMATS = ['csv', 'xlsx', 'parquet'] as const;

/** Exports the rows that are shown, on all pages, with the chosen columns. */
export function ExportMenu({ query }: ExportMenuProps) {
  const { t } = useTranslation();
  const { locale } = useUiContext();
  const { progress, start, cancel } = useDownload();
  const exportTable = (format: TableExportQuery['format']) =>
    start((signal, onBytes) => exportRows({ ...query, format }, signal, onBytes), `${query.table}.${format}`);
  if (progress.state === 'running')
    return (
      <span className={classes.export} role="status">
        {t('dataView.export.running', {
          size: new Intl.NumberFormat(locale, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 }).format(
            progress.bytes / 1e6,
          ),
        })}
        <Button variant="subtle" size="xs" onClick={cancel}>
          {t('common.cancel')}
        </Button>
      </span>
    );
  const names = {
    csv: t('dataView.export.csv'),
    xlsx: t('dataView.export.xlsx'),
    parquet: t('dataView.export.parquet'),
  };
  return (
    <span className={classes.export}>
      {progress.state === 'failed' && (
        <span role="alert" className={classes.problem}>
          {messageOf(progress.error, errorText(progress.error, t).message)}
        </span>
      )}
      <DropdownMenu position="bottom-end" width={200}>
        <Menu.Target>
          <Button variant="default" size="xs" leftSection={<IconDownload size={14} aria-hidden />}>
            {t('dataView.export.label')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {FORMATS.map((format) => (
            <Menu.Item key={format} onClick={() => void exportTable(format)}>
              {names[format]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </DropdownMenu>
    </span>
  );
}

/** The server says which column a format cannot hold; everything else has words of ours. */
function messageOf(error: unknown, otherwise: string): string {
  const details = (error as { code?: string; details?: { message: string }[] }).details;
  return (error as { code?: string }).code === 'QUERY_INVALID' ? (details?.[0]?.message ?? otherwise) : otherwise;
}
