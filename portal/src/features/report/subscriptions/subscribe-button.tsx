import type { Report } from '@rise/contract';
import type { SearchParams } from '@rise/ui/search-params';
import { IconMail } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpen } from '../../../routing/use-open.ts';
import { IconAction } from '../actions/icon-action.tsx';
import type { ReportChoices } from '../report.state.ts';

const SubscriptionsDrawer = lazy(() => import('./subscriptions-drawer.tsx'));

export interface SubscribeButtonProps {
  report: Report;
  choices: ReportChoices;
}

/** Opens the subscriptions of the report; they are open where a mail or a notification leads to them. */
export function SubscribeButton({ report, choices }: SubscribeButtonProps) {
  const { t } = useTranslation();
  const { subscriptions }: SearchParams = useSearch({ strict: false });
  const [isOpen, setIsOpen] = useOpen(false, subscriptions === 'open');
  return (
    <>
      <IconAction label={t('report.mail.subscribe')} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <IconMail size={18} stroke={1.7} aria-hidden />
      </IconAction>
      {isOpen && (
        <Suspense>
          <SubscriptionsDrawer report={report} choices={choices} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
