import { Button } from '@mantine/core';
import type { Report } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import { useUiContext } from '@rise/ui';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../client/client.ts';
import { errorText } from '../../../client/error-text.ts';
import { useDownload } from '../../../client/use-download.ts';
import type { ReportChoices } from '../report.state.ts';
import { toState } from '../views/views.rules.ts';
import classes from './export-button.module.css';

export interface ExportButtonProps {
  report: Report;
  choices: ReportChoices;
}

/** Downloads the report as it is shown, with all rows of its tiles, as a workbook. */
export function ExportButton({ report, choices }: ExportButtonProps) {
  const { t } = useTranslation();
  const { locale } = useUiContext();
  const { progress, start, cancel } = useDownload();
  const exportReport = () =>
    start((signal, onBytes) => {
      const body = { format: 'xlsx' as const, state: toState(choices) };
      return client.file('POST /api/v1/reports/:id/export', { params: { id: report.id }, body, signal }, onBytes);
    }, `${report.id}.xlsx`);
  const size = new Intl.NumberFormat(locale, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });
  return (
    <span className={classes.export}>
      {progress.state === 'failed' && (
        <span role="alert" className={classes.problem}>
          {messageOf(progress.error, errorText(progress.error, t).message)}
        </span>
      )}
      {progress.state === 'running' ? (
        <>
          <span role="status" className={classes.running}>
            {t('report.export.running', {
              size: size.format(progress.bytes / 1e6),
            })}
          </span>
          <Button variant="subtle" onClick={cancel}>
            {t('common.cancel')}
          </Button>
        </>
      ) : (
        <Button
          variant="default"
          leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
          onClick={() => void exportReport()}
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
