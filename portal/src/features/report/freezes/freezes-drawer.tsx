import { Button } from '@mantine/core';
import type { Report, ReportFreeze } from '@rise/contract';
import { DetailDrawer, TextSkeleton } from '@rise/ui';
import { IconSnowflake } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../client/error-text.ts';
import type { ReportChoices } from '../report.state.ts';
import { FreezeForm } from './freeze-form.tsx';
import { FreezeItem } from './freeze-item.tsx';
import { freezesQuery } from './freezes.queries.ts';
import panels from '../panels.module.css';

interface FreezesDrawerProps {
  report: Report;
  /** The selections on the page, which are frozen with it. */
  choices: ReportChoices;
  onClose: () => void;
}

/** The freezes of a report, and the form for the next one. */
export default function FreezesDrawer({ report, choices, onClose }: FreezesDrawerProps) {
  const { t } = useTranslation();
  const found = useQuery(freezesQuery(report.id));
  return (
    <DetailDrawer opened onClose={onClose} title={t('report.freeze.title')} subtitle={t('report.freeze.subtitle')}>
      {found.data ? (
        <Freezes report={report} choices={choices} freezes={found.data.freezes} canFreeze={found.data.can.freeze} />
      ) : found.isError ? (
        <p role="alert" className={panels.error}>
          {errorText(found.error, t).message}
        </p>
      ) : (
        <TextSkeleton lines={4} />
      )}
    </DetailDrawer>
  );
}

interface FreezesProps {
  report: Report;
  choices: ReportChoices;
  freezes: readonly ReportFreeze[];
  canFreeze: boolean;
}

function Freezes({ report, choices, freezes, canFreeze }: FreezesProps) {
  const { t } = useTranslation();
  const [isFreezing, setIsFreezing] = useState(false);
  if (isFreezing)
    return <FreezeForm report={report} choices={choices} freezes={freezes} onClose={() => setIsFreezing(false)} />;
  return (
    <>
      {canFreeze && report.dataVersion !== null && (
        <Button
          leftSection={<IconSnowflake size={16} aria-hidden />}
          variant="light"
          onClick={() => setIsFreezing(true)}
        >
          {t('report.freeze.new')}
        </Button>
      )}
      {freezes.length === 0 ? (
        <p className={panels.none}>{t('report.freeze.none')}</p>
      ) : (
        <ul className={panels.list} aria-label={t('report.freeze.title')}>
          {freezes.map((freeze) => (
            <FreezeItem key={freeze.id} report={report.id} freeze={freeze} freezes={freezes} />
          ))}
        </ul>
      )}
    </>
  );
}
