import type { Report } from '@rise/contract';
import type { MenuAction } from '@rise/ui';
import type { SearchParams } from '@rise/ui/search-params';
import { IconSnowflake } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpen } from '../../../routing/use-open.ts';
import type { ReportChoices } from '../report.state.ts';

const FreezesDrawer = lazy(() => import('./freezes-drawer.tsx'));

/** Opens the freezes of the report; they are open where a frozen page leads back to them. */
export function useFreezesAction(report: Report, choices: ReportChoices): { action: MenuAction; dialog: ReactNode } {
  const { t } = useTranslation();
  const { freezes }: SearchParams = useSearch({ strict: false });
  const [isOpen, setIsOpen] = useOpen(false, freezes === 'open');
  return {
    action: {
      id: 'freezes',
      label: t('report.freeze.title'),
      icon: IconSnowflake,
      onClick: () => setIsOpen(true),
    },
    dialog: isOpen && (
      <Suspense>
        <FreezesDrawer report={report} choices={choices} onClose={() => setIsOpen(false)} />
      </Suspense>
    ),
  };
}
