import { createMemoryHistory } from '@tanstack/react-router';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { call } from '../client/client.ts';
import { createQueryCache } from '../client/queries.ts';
import { analyticsDashboardPages } from '../features/analytics-dashboard/analytics-dashboard.routes.ts';
import { projectDashboardPages } from '../features/project-dashboard/project-dashboard.routes.ts';
import { startTexts } from '../i18n/texts.ts';
import type { RouteEntry } from '../routing/route-entry.ts';
import { signIn } from '../session/session.ts';
import { Providers } from './providers.tsx';
import { createDemoRouter } from './router.tsx';

vi.mock('../client/simulation.ts', async () => {
  const { startSimulation } = await import('../simulation/start.ts');
  const started = startSimulation({ name: 'dashboards', seed: 'rise', wait: async () => {} });
  const getSimulation = () => started.then(({ store, fetch }) => ({ store, fetch }));
  return { getSimulation, whenRunning: getSimulation };
});

const user = userEvent.setup({ delay: null });
/** Renders the screens without the shell, which has its own tests. */
const TABLE: readonly RouteEntry[] = [...projectDashboardPages, ...analyticsDashboardPages].map((entry) => ({
  ...entry,
  layout: 'empty',
}));

function open(address: string) {
  const cache = createQueryCache();
  const router = createDemoRouter({
    cache,
    table: TABLE,
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  render(<Providers cache={cache} router={router} />);
  return { address: () => router.state.location.href };
}

const add = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const written = (count: number) => new Intl.NumberFormat('en').format(count);
/** Waits for a card that has loaded its figures. */
const card = (name: string) => screen.findByRole('region', { name, busy: false });
const choose = async (button: RegExp, option: string) => {
  await user.click(screen.getByRole('button', { name: button }));
  // The test DOM has no layout, so the menu counts as scrolled out of view.
  await user.click(await screen.findByRole('menuitemradio', { name: option, hidden: true }));
};

beforeAll(async () => {
  await startTexts('en');
  await signIn('demo@rise.example', 'rise-demo', true);
});
afterEach(cleanup);

describe('the project dashboard', () => {
  it('shows the issues of the chosen week and stores the week in the address', async () => {
    const { githubIssues } = await call('GET /api/dashboards/project');
    const { address } = open('/dashboards/project');
    const issues = await card('New and closed issues');
    const closed = (week: 'this-week' | 'last-week') =>
      written(add(githubIssues.series[week].find(({ type }) => type === 'column')!.data));
    const tile = () => within(issues).getByText('Closed issues', { selector: 'dt' }).parentElement!.textContent;
    expect(tile()).toContain(closed('this-week'));
    await user.click(within(issues).getByRole('radio', { name: 'Last week' }));
    await waitFor(() => expect(tile()).toContain(closed('last-week')));
    expect(address()).toContain('issues-week=last-week');
  });

  it('counts new issues of the chosen days', async () => {
    const { githubIssues } = await call('GET /api/dashboards/project');
    const opened = githubIssues.series['this-week'].find(({ type }) => type === 'line')!.data;
    open('/dashboards/project');
    const issues = await card('Issues');
    expect(within(issues).getByText(written(opened.at(-1)!))).toBeDefined();
    await choose(/^Days of the issues/, 'This week');
    expect(await within(issues).findByText(written(add(opened)))).toBeDefined();
  });

  it('adds up the budget at its own address', async () => {
    const { budgetDetails, monthlyExpenses, teamMembers } = await call('GET /api/dashboards/project');
    const { address } = open('/dashboards/project');
    await user.click(await screen.findByRole('tab', { name: 'Budget' }));
    expect(
      await within(await card('Monthly expenses')).findByText(`$${written(add(monthlyExpenses.series[0]!.data))}`),
    ).toBeDefined();
    expect(await screen.findByText(`$${written(add(budgetDetails.rows.map(({ total }) => total)))}`)).toBeDefined();
    expect(address()).toBe('/dashboards/project?tab=budget');
    cleanup();
    open('/dashboards/project?tab=team');
    const { name, email } = teamMembers[0]!;
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: `Email ${name}` });
    expect(link.href).toBe(`mailto:${email}`);
    expect(screen.getAllByRole('article')).toHaveLength(teamMembers.length);
  });
});

describe('the analytics dashboard', () => {
  it('adds up the chosen period', async () => {
    const { conversions } = await call('GET /api/dashboards/analytics');
    const days = conversions.series[0]!.data;
    const { address } = open('/dashboards/analytics');
    const shown = await card('Conversions');
    expect(await within(shown).findByText(written(add(days)))).toBeDefined();
    await choose(/^Period of “Conversions”/, 'Last 15 days');
    expect(await within(shown).findByText(written(add(days.slice(3))))).toBeDefined();
    expect(address()).toBe('/dashboards/analytics?conversions=half');
  });

  it('shows each dimension of the visitors once', async () => {
    const { gender } = await call('GET /api/dashboards/analytics');
    open('/dashboards/analytics');
    const table = await within(await card('Gender')).findByRole('table');
    const cells = within(table)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent ?? '');
    const figures = (ending: boolean) =>
      cells.filter((text) => text.endsWith('%') === ending).map((text) => Number(text.replaceAll(/[,%]/g, '')));
    expect(add(figures(false))).toBe(gender.uniqueVisitors);
    expect(add(figures(true))).toBe(100);
  });

  it('explains a figure to keyboard users', async () => {
    open('/dashboards/analytics');
    const sign = await screen.findByRole('button', { name: 'About “Average ratio”' });
    sign.focus();
    expect((await screen.findByRole('tooltip')).textContent).toContain('over all 65 days');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
  });
});
