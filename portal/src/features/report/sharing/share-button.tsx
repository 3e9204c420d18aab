import { Button } from '@mantine/core';
import type { Report } from '@rise/contract';
import { IconShare } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportChoices } from '../report.state.ts';

const SharingDrawer = lazy(() => import('./sharing-drawer.tsx'));

/** Opens how the report is shown outside of the portal; nothing for those who may not decide that. */
export function ShareButton({ report, choices }: { report: Report; choices: ReportChoices }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  if (!report.can.share) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconShare size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {t('report.sharing.share')}
      </Button>
      {isOpen && (
        <Suspense>
          <SharingDrawer report={report} choices={choices} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
