import { Tabs } from '@mantine/core';
import { formatInteger, useUiContext } from '@rise/ui';
import { lazy, Suspense } from 'react';
import { useDemoQuery } from '../../client/queries.ts';
import { Dashboard } from '../../dashboards/dashboard.tsx';
import { useChoice } from '../../dashboards/use-choice.ts';
import { Greeting } from './greeting.tsx';
import { HomeTab } from './home-tab.tsx';
import type { Project } from './project.ts';
import { BudgetSkeleton, HomeSkeleton, TeamSkeleton } from './project-skeletons.tsx';
import { useProjectTexts } from './project-dashboard.texts.ts';
import classes from './project-dashboard.module.css';

const TABS = ['home', 'budget', 'team'] as const;
type Tab = (typeof TABS)[number];

const SKELETONS = { home: HomeSkeleton, budget: BudgetSkeleton, team: TeamSkeleton } as const;
// The other tabs are loaded when they are opened.
const BudgetTab = lazy(async () => ({ default: (await import('./budget-tab.tsx')).BudgetTab }));
const TeamTab = lazy(async () => ({ default: (await import('./team-tab.tsx')).TeamTab }));
const SCREENS = { home: HomeTab, budget: BudgetTab, team: TeamTab } as const satisfies Record<Tab, unknown>;

/** The demo's home page: project status, budget and team. */
export default function ProjectDashboardPage() {
  const query = useDemoQuery('dashboards', 'GET /api/dashboards/project');
  const [tab, setTab] = useChoice('tab', TABS);
  const Skeleton = SKELETONS[tab];
  const Screen = SCREENS[tab];
  return (
    <Tabs value={tab} onChange={(next) => setTab(next as Tab)} keepMounted={false} className={classes['tabs']}>
      <Dashboard
        query={query}
        header={
          <div className={classes['head']}>
            <Greeting project={query.data} />
            <TabList project={query.data} />
          </div>
        }
        skeleton={
          <Tabs.Panel value={tab}>
            <Skeleton />
          </Tabs.Panel>
        }
      >
        {(project) => (
          <Tabs.Panel value={tab}>
            <Suspense fallback={<Skeleton />}>
              <Screen project={project} />
            </Suspense>
          </Tabs.Panel>
        )}
      </Dashboard>
    </Tabs>
  );
}

function TabList({ project }: { project: Project | undefined }) {
  const t = useProjectTexts();
  const { locale } = useUiContext();
  return (
    <Tabs.List aria-label={t('parts')} className={classes['tab-list']}>
      <Tabs.Tab value="home" className={classes['tab']}>
        {t('home')}
      </Tabs.Tab>
      <Tabs.Tab value="budget" className={classes['tab']}>
        {t('budget')}
      </Tabs.Tab>
      <Tabs.Tab value="team" className={classes['tab']}>
        {t('team')}
        {project && <span className={classes['tab-count']}>{formatInteger(project.teamMembers.length, locale)}</span>}
      </Tabs.Tab>
    </Tabs.List>
  );
}
