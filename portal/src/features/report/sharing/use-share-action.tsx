import type { Report } from '@rise/contract';
import type { MenuAction } from '@rise/ui';
import { IconShare } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpen } from '../../../routing/use-open.ts';
import type { ReportChoices } from '../report.state.ts';

const SharingDrawer = lazy(() => import('./sharing-drawer.tsx'));

/** Opens how the report is shown outside of the portal; null for those who may not decide that. */
export function useShareAction(
  report: Report,
  choices: ReportChoices,
): { action: MenuAction | null; dialog: ReactNode } {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useOpen(false);
  const isOffered = report.can.share && report.dataVersion !== null;
  return {
    action: isOffered
      ? { id: 'share', label: t('report.sharing.share'), icon: IconShare, onClick: () => setIsOpen(true) }
      : null,
    dialog: isOpen && (
      <Suspense>
        <SharingDrawer report={report} choices={choices} onClose={() => setIsOpen(false)} />
      </Suspense>
    ),
  };
}
