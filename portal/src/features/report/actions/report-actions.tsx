import { Button, Menu } from '@mantine/core';
import type { Report } from '@rise/contract';
import { DropdownMenu, MenuActions } from '@rise/ui';
import type { SearchParams } from '@rise/ui/search-params';
import { IconDots, IconPencil } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { FavoriteButton } from '../../../reports/favorite-button.tsx';
import { AppLink } from '../../../routing/link.tsx';
import { AlertsButton } from '../alerts/alerts-button.tsx';
import { CommentsButton } from '../comments/comments-button.tsx';
import { ExportButton } from '../export/export-button.tsx';
import { useOriginAction } from '../origin/use-origin-action.tsx';
import { usePresentAction } from '../present/use-present-action.ts';
import type { ReportChoices } from '../report.state.ts';
import { useShareAction } from '../sharing/use-share-action.tsx';
import { SubscribeButton } from '../subscriptions/subscribe-button.tsx';
import { useFreezesAction } from '../freezes/use-freezes-action.tsx';
import { useVerifyAction } from '../verification/use-verify-action.tsx';
import { ViewsMenu } from '../views/views-menu.tsx';
import { toChoices } from '../views/views.rules.ts';
import { IconAction } from './icon-action.tsx';
import { useHomeAction } from './use-home-action.ts';

interface ReportActionsProps {
  report: Report;
  choices: ReportChoices;
  choose: (change: Partial<ReportChoices>) => void;
  canPresent: boolean;
}

/** What is done with the report as a whole: what readers do often in view, the rest in a menu. */
export function ReportActions({ report, choices, choose, canPresent }: ReportActionsProps) {
  const { t } = useTranslation();
  const { exports: opened }: SearchParams = useSearch({ strict: false });
  const hasData = report.dataVersion !== null;
  const verify = useVerifyAction(report);
  const freezes = useFreezesAction(report, choices);
  const origin = useOriginAction(report);
  const share = useShareAction(report, choices);
  const present = usePresentAction(canPresent, () => choose({ present: true, full: undefined }));
  const home = useHomeAction(report);
  const all = [present, home, share.action, freezes.action, verify.action, origin.action];
  const more = all.flatMap((action) => action ?? []);
  return (
    <>
      <FavoriteButton report={report} />
      <CommentsButton />
      <SubscribeButton report={report} choices={choices} />
      <AlertsButton />
      {hasData && <ViewsMenu report={report} choices={choices} onChoose={(state) => choose(toChoices(state))} />}
      {hasData && <ExportButton report={report} choices={choices} opened={opened === 'open'} />}
      {report.can.edit && (
        <Button
          component={AppLink}
          href={`/reports/${report.id}/edit`}
          variant="default"
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          {t('report.edit')}
        </Button>
      )}
      <DropdownMenu position="bottom-end" width={240}>
        <Menu.Target>
          <IconAction label={t('report.actions')}>
            <IconDots size={18} stroke={1.7} aria-hidden />
          </IconAction>
        </Menu.Target>
        <Menu.Dropdown>
          <MenuActions actions={more} />
        </Menu.Dropdown>
      </DropdownMenu>
      {share.dialog}
      {freezes.dialog}
      {verify.dialog}
      {origin.dialog}
    </>
  );
}
