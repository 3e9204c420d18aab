import { Button, Menu } from '@mantine/core';
import type { TableExportQuery } from '@rise/contract';
import { download } from '@rise/shell/files';
import { DropdownMenu, useUiContext } from '@rise/ui';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { exportRows } from './data-view.queries.ts';
import classes from './data-view.module.css';

interface ExportMenuProps {
  query: Omit<TableExportQuery, 'format'>;
}

type Progress = { state: 'idle' } | { state: 'running'; bytes: number } | { state: 'failed'; message: string };

const FORMATS = ['csv', 'xlsx', 'parquet'] as const;

/** Exports the rows that are shown, on all pages, with the chosen columns. */
export function ExportMenu({ query }: ExportMenuProps) {
  const { t } = useTranslation();
  const { locale } = useUiContext();
  const [progress, setProgress] = useState<Progress>({ state: 'idle' });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = async (format: TableExportQuery['format']) => {
    const controller = new AbortController();
    running.current = controller;
    setProgress({ state: 'running', bytes: 0 });
    try {
      const onBytes = (bytes: number) => setProgress({ state: 'running', bytes });
      const { content, name } = await exportRows({ ...query, format }, controller.signal, onBytes);
      download(content, name ?? `${query.table}.${format}`);
      setProgress({ state: 'idle' });
    } catch (error) {
      if (controller.signal.aborted) setProgress({ state: 'idle' });
      else setProgress({ state: 'failed', message: messageOf(error, errorText(error, t).message) });
    }
  };
  if (progress.state === 'running')
    return (
      <span className={classes.export} role="status">
        {t('dataView.export.running', {
          size: new Intl.NumberFormat(locale, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 }).format(
            progress.bytes / 1e6,
          ),
        })}
        <Button variant="subtle" size="xs" onClick={() => running.current?.abort()}>
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
          {progress.message}
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
            <Menu.Item key={format} onClick={() => void start(format)}>
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
