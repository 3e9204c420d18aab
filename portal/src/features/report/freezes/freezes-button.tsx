import { Button } from '@mantine/core';
import type { Report } from '@rise/contract';
import type { SearchParams } from '@rise/ui/search-params';
import { IconSnowflake } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportChoices } from '../report.state.ts';

const FreezesDrawer = lazy(() => import('./freezes-drawer.tsx'));

/** Opens the freezes of the report; they are open where a frozen page leads back to them. */
export function FreezesButton({ report, choices }: { report: Report; choices: ReportChoices }) {
  const { t } = useTranslation();
  const { freezes }: SearchParams = useSearch({ strict: false });
  const [isOpen, setIsOpen] = useState(freezes === 'open');
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<IconSnowflake size={15} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {t('report.freeze.title')}
      </Button>
      {isOpen && (
        <Suspense>
          <FreezesDrawer report={report} choices={choices} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
