import { Button, Menu } from '@mantine/core';
import type { Report, ReportExport } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import { DropdownMenu, useUiContext } from '@rise/ui';
import { IconChevronDown, IconFileSpreadsheet, IconFileTypePdf, IconFileExport } from '@tabler/icons-react';
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

const FORMATS = [
  { id: 'xlsx', icon: IconFileSpreadsheet, file: { format: 'xlsx' } },
  { id: 'a4', icon: IconFileTypePdf, file: { format: 'pdf', paper: 'a4' } },
  { id: 'letter', icon: IconFileTypePdf, file: { format: 'pdf', paper: 'letter' } },
] as const;
type Format = (typeof FORMATS)[number];

/** Downloads the report as it is shown, with all rows of its tiles, as a workbook or as pages to print. */
export function ExportButton({ report, choices }: ExportButtonProps) {
  const { t } = useTranslation();
  const { locale } = useUiContext();
  const { progress, start, cancel } = useDownload();
  const exportReport = ({ file }: Format) =>
    start((signal, onBytes) => {
      const { opened } = choices;
      const body: ReportExport = { ...file, state: { ...toState(choices), ...(opened && { opened }) } };
      return client.file('POST /api/v1/reports/:id/export', { params: { id: report.id }, body, signal }, onBytes);
    }, `${report.id}.${file.format}`);
  const names = {
    xlsx: t('report.export.xlsx'),
    a4: t('report.export.a4'),
    letter: t('report.export.letter'),
  };
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
        <DropdownMenu position="bottom-end" width={200}>
          <Menu.Target>
            <Button
              variant="default"
              leftSection={<IconFileExport size={16} aria-hidden />}
              rightSection={<IconChevronDown size={14} aria-hidden />}
            >
              {t('report.export.label')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {FORMATS.map((format) => (
              <Menu.Item
                key={format.id}
                leftSection={<format.icon size={16} aria-hidden />}
                onClick={() => void exportReport(format)}
              >
                {names[format.id]}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </DropdownMenu>
      )}
    </span>
  );
}

/** The server says which tile it is about, and why; everything else has words of ours. */
const FROM_SERVER = new Set(['QUERY_INVALID', 'CONFLICT']);
const messageOf = (error: unknown, otherwise: string): string =>
  error instanceof ApiError && FROM_SERVER.has(error.code) ? error.message : otherwise;
