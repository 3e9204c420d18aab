import { Button, Menu } from '@mantine/core';
import type { Report, ReportState } from '@rise/contract';
import { DropdownMenu } from '@rise/ui';
import { IconBookmark, IconChevronDown, IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpen } from '../../../routing/use-open.ts';
import type { ReportChoices } from '../report.state.ts';
import { viewsQuery } from './views.queries.ts';
import { AS_PUBLISHED, isSameState, toState } from './views.rules.ts';

const ViewsDrawer = lazy(() => import('./views-drawer.tsx'));

/** In place of a view's id. */
const PUBLISHED = 'published';

export interface ViewsMenuProps {
  report: Report;
  choices: ReportChoices;
  onChoose: (state: ReportState) => void;
}

/** Named selections of the report: chosen here, saved and managed in a drawer. */
export function ViewsMenu({ report, choices, onChoose }: ViewsMenuProps) {
  const { t } = useTranslation();
  const { data } = useQuery(viewsQuery(report.id));
  const [isManaging, setIsManaging] = useOpen(false);
  const current = toState(choices);
  const views = data?.views ?? [];
  const chosen = views.find(({ state }) => isSameState(state, current));
  const isPublished = !chosen && isSameState(AS_PUBLISHED, current);
  return (
    <>
      <DropdownMenu position="bottom-end" width={260} withinPortal>
        <Menu.Target>
          <Button
            variant="default"
            maw={220}
            leftSection={<IconBookmark size={16} aria-hidden />}
            rightSection={<IconChevronDown size={16} aria-hidden />}
            aria-haspopup="menu"
          >
            {chosen?.name ?? t('report.views.menu')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.RadioGroup
            aria-label={t('report.views.menu')}
            value={chosen?.id ?? (isPublished ? PUBLISHED : '')}
            onChange={(value) => onChoose(views.find(({ id }) => id === value)?.state ?? AS_PUBLISHED)}
          >
            <Menu.RadioItem value={PUBLISHED}>{t('report.views.published')}</Menu.RadioItem>
            {views.map(({ id, name }) => (
              <Menu.RadioItem key={id} value={id}>
                {name}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconSettings size={16} stroke={1.7} aria-hidden />}
            disabled={!data}
            onClick={() => setIsManaging(true)}
          >
            {t('report.views.manage')}
          </Menu.Item>
        </Menu.Dropdown>
      </DropdownMenu>
      {isManaging && data && (
        <Suspense>
          <ViewsDrawer
            report={report}
            known={data}
            current={current}
            onChoose={onChoose}
            onClose={() => setIsManaging(false)}
          />
        </Suspense>
      )}
    </>
  );
}
