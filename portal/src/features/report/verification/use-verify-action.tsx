import type { Report } from '@rise/contract';
import type { MenuAction } from '@rise/ui';
import { IconRosetteDiscountCheck } from '@tabler/icons-react';
import { type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpen } from '../../../routing/use-open.ts';
import { VerifyDialog } from './verify-dialog.tsx';

/** Marks a report as verified that never was; null for who may not. The line below the title has the rest. */
export function useVerifyAction(report: Report): { action: MenuAction | null; dialog: ReactNode } {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useOpen(false);
  const isOffered = report.can.verify && !report.verification;
  return {
    action: isOffered
      ? {
          id: 'verify',
          label: t('report.verified.verify'),
          icon: IconRosetteDiscountCheck,
          onClick: () => setIsOpen(true),
        }
      : null,
    dialog: isOpen && <VerifyDialog report={report} onClose={() => setIsOpen(false)} />,
  };
}
