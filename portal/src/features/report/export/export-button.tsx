import { Button, Menu } from '@mantine/core';
import type { Report, ReportExport } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import { DropdownMenu, useUiContext } from '@rise/ui';
import {
  IconChevronDown,
  IconFileSpreadsheet,
  IconFileTypePdf,
  IconFileTypePpt,
  IconFileExport,
  IconClockDown,
} from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpen } from '../../../routing/use-open.ts';
import { client } from '../../../client/client.ts';
import { errorText } from '../../../client/error-text.ts';
import { useDownload } from '../../../client/use-download.ts';
import type { ReportChoices } from '../report.state.ts';
import { toState } from '../views/views.rules.ts';
import { failureText, sizeFormat } from './export-text.ts';
import classes from './export-button.module.css';

const ExportsDrawer = lazy(() => import('./exports-drawer.tsx'));

export interface ExportButtonProps {
  report: Report;
  choices: ReportChoices;
  /** The prepared exports are shown at once: a notification leads to them. */
  opened?: boolean;
}

const FORMATS = [
  { id: 'xlsx', icon: IconFileSpreadsheet, file: { format: 'xlsx' } },
  { id: 'a4', icon: IconFileTypePdf, file: { format: 'pdf', paper: 'a4' } },
  { id: 'letter', icon: IconFileTypePdf, file: { format: 'pdf', paper: 'letter' } },
  { id: 'pptx', icon: IconFileTypePpt, file: { format: 'pptx' } },
] as const;
type Format = (typeof FORMATS)[number];

/** Downloads the report as it is shown, with all rows of its tiles, as a workbook, as pages to print or as slides. */
export function ExportButton({ report, choices, opened = false }: ExportButtonProps) {
  const { t } = useTranslation();
  const { locale } = useUiContext();
  const { progress, start, cancel } = useDownload();
  const [isOpen, setIsOpen] = useOpen(false, opened);
  const running = useRef<ReportExport>(null);
  const [refused, setRefused] = useState<unknown>(null);
  const exportReport = ({ file }: Format) => {
    setRefused(null);
    return start((signal, onBytes) => {
      const { opened: levels } = choices;
      const body: ReportExport = { ...file, state: { ...toState(choices), ...(levels && { opened: levels }) } };
      running.current = body;
      return client.file('POST /api/v1/reports/:id/export', { params: { id: report.id }, body, signal }, onBytes);
    }, `${report.id}.${file.format}`);
  };
  /** The server starts again, and goes on when the reader leaves. */
  const prepare = async () => {
    const body = running.current!;
    cancel();
    try {
      await client.call('POST /api/v1/reports/:id/exports', { params: { id: report.id }, body });
      setIsOpen(true);
    } catch (error) {
      setRefused(error);
    }
  };
  const names = {
    xlsx: t('report.export.xlsx'),
    a4: t('report.export.a4'),
    letter: t('report.export.letter'),
    pptx: t('report.export.pptx'),
  };
  const size = sizeFormat(locale);
  const problem = progress.state === 'failed' ? progress.error : refused;
  return (
    <span className={classes.export}>
      {problem !== null && (
        <span role="alert" className={classes.problem}>
          {problem instanceof ApiError ? failureText(problem, t) : errorText(problem, t).message}
        </span>
      )}
      {progress.state === 'running' ? (
        <>
          <span role="status" className={classes.running}>
            {t('report.export.running', {
              size: size.format(progress.bytes / 1e6),
            })}
          </span>
          <Button variant="subtle" onClick={() => void prepare()}>
            {t('report.export.background')}
          </Button>
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
            <Menu.Divider />
            <Menu.Item leftSection={<IconClockDown size={16} aria-hidden />} onClick={() => setIsOpen(true)}>
              {t('report.export.prepared')}
            </Menu.Item>
          </Menu.Dropdown>
        </DropdownMenu>
      )}
      {isOpen && (
        <Suspense>
          <ExportsDrawer onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </span>
  );
}
