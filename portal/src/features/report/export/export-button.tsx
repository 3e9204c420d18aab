import { Button } from '@mantine/core';
import type { Report } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import { download } from '@rise/shell/files';
import { useUiContext } from '@rise/ui';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../client/client.ts';
import { errorText } from '../../../client/error-text.ts';
import type { ReportChoices } from '../report.state.ts';
import classes from './export-button.module.css';

export interface ExportButtonProps {
  report: Report;
  choices: ReportChoices;
}

type Progress = { state: 'idle' } | { state: 'running'; bytes: number } | { state: 'failed'; message: string };

/** Downloads the report as it is shown, with all rows of its tiles, as a workbook. */
export function ExportButton({ report, choices }: ExportButtonProps) {
  const { t } = useTranslation();
  const { locale } = useUiContext();
  const [progress, setProgress] = useState<Progress>({ state: 'idle' });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = async () => {
    const controller = new AbortController();
    running.current = controller;
    setProgress({ state: 'running', bytes: 0 });
    const { subject, measure, filters, peers, minimums } = choices;
    try {
      const { content, name } = await client.file(
        'POST /api/v1/reports/:id/export',
        {
          params: { id: report.id },
          body: { format: 'xlsx', state: { subject, measure, filters, peers, minimums } },
          signal: controller.signal,
        },
        (bytes) => setProgress({ state: 'running', bytes }),
      );
      download(content, name ?? `${report.id}.xlsx`);
      setProgress({ state: 'idle' });
    } catch (error) {
      if (controller.signal.aborted) setProgress({ state: 'idle' });
      else setProgress({ state: 'failed', message: messageOf(error, errorText(error, t).message) });
    }
  };
  const size = new Intl.NumberFormat(locale, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });
  return (
    <span className={classes.export}>
      {progress.state === 'failed' && (
        <span role="alert" className={classes.problem}>
          {progress.message}
        </span>
      )}
      {progress.state === 'running' ? (
        <>
          <span role="status" className={classes.running}>
            {t('report.export.running', {
              size: size.format(progress.bytes / 1e6),
            })}
          </span>
          <Button variant="subtle" onClick={() => running.current?.abort()}>
            {t('common.cancel')}
          </Button>
        </>
      ) : (
        <Button
          variant="default"
          leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
          onClick={() => void start()}
        >
          {t('report.export.xlsx')}
        </Button>
      )}
    </span>
  );
}

/** The server says which tile it is about, and why; everything else has words of ours. */
const FROM_SERVER = new Set(['QUERY_INVALID', 'CONFLICT']);
const messageOf = (error: unknown, otherwise: string): string =>
  error instanceof ApiError && FROM_SERVER.has(error.code) ? error.message : otherwise;
