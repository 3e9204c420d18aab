import {
  IconBuildingBank,
  IconChartBar,
  IconChartPie,
  IconDatabase,
  IconHome,
  IconSettings,
  IconUsers,
} from '@tabler/icons-react';
import type { NavigationItem, NavigationMenus } from '../../src/index.ts';

const home: NavigationItem = { id: 'home', type: 'basic', title: 'Scorecard', href: '/scorecard', icon: IconHome };
const components: NavigationItem = {
  id: 'components',
  type: 'basic',
  title: 'Components',
  subtitle: 'In every state',
  href: '/components',
  icon: IconChartBar,
  badge: { title: '12' },
};
const charts: NavigationItem = { id: 'charts', type: 'basic', title: 'Charts', href: '/charts', icon: IconChartPie };
const queryCharts: NavigationItem = {
  id: 'query-charts',
  type: 'basic',
  title: 'Query charts',
  href: '/query-charts',
  icon: IconChartBar,
};
const panels: NavigationItem = {
  id: 'panels',
  type: 'basic',
  title: 'Panels',
  href: '/panels',
  icon: IconDatabase,
  tooltip: 'Panels and dialogs',
};
const pages: readonly NavigationItem[] = [
  { id: 'lost', type: 'basic', title: 'Not found', href: '/not-found', icon: IconBuildingBank },
  {
    id: 'more-pages',
    type: 'collapsable',
    title: 'More',
    icon: IconChartPie,
    children: [
      { id: 'forbidden', type: 'basic', title: 'Forbidden', href: '/forbidden' },
      { id: 'failure', type: 'basic', title: 'Failure', href: '/failure' },
    ],
  },
  { id: 'off', type: 'basic', title: 'Not available', href: '/off', icon: IconUsers, disabled: true },
];
const outside: NavigationItem = {
  id: 'outside',
  type: 'basic',
  title: 'NCUA',
  href: 'https://ncua.gov',
  external: true,
  icon: IconSettings,
};
const data: NavigationItem = {
  id: 'data',
  type: 'aside',
  title: 'Administration',
  icon: IconUsers,
  children: [
    { id: 'users', type: 'basic', title: 'Users', href: '/users' },
    { id: 'domains', type: 'basic', title: 'Domains and addresses', href: '/domains' },
    { id: 'line-2', type: 'divider' },
    ...pages,
  ],
};

export const MENUS: NavigationMenus = {
  default: [
    home,
    components,
    charts,
    queryCharts,
    panels,
    { id: 'pages', type: 'group', title: 'Whole pages', children: pages },
    { id: 'line', type: 'divider' },
    data,
    { id: 'gap', type: 'spacer' },
    outside,
  ],
  compact: [
    home,
    components,
    charts,
    queryCharts,
    panels,
    { id: 'pages', type: 'aside', title: 'Whole pages', icon: IconBuildingBank, children: pages },
    data,
    outside,
  ],
  futuristic: [
    {
      id: 'look',
      type: 'group',
      title: 'Looks',
      subtitle: 'What there is',
      children: [home, components, charts, queryCharts, panels],
    },
    { id: 'pages', type: 'group', title: 'Whole pages', children: pages },
    data,
  ],
  horizontal: [
    home,
    components,
    charts,
    queryCharts,
    panels,
    { id: 'pages', type: 'group', title: 'Whole pages', icon: IconBuildingBank, children: pages },
    data,
    outside,
  ],
};
