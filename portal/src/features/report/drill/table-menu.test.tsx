import { MantineProvider } from '@mantine/core';
import { aggregateQuery, type QueryResult, type RowsQuery, type TileOf } from '@rise/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, it, vi } from 'vitest';
import { startTranslations } from '../../../i18n/i18n.ts';
import { translationServer } from '../../../i18n/translation-server.fixture.ts';
import { type OpenReport, ReportContext } from '../report-context.ts';
import type { RunState, TileRun } from '../report-run.ts';
import type { ReportChoices } from '../report.state.ts';
import { scorecard } from '../scorecard.fixture.ts';
import { TileView } from '../tiles/tile-view.tsx';
import { RowsDrawer } from './rows-drawer.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const TILE: TileOf<'table'> = {
  id: 'states',
  kind: 'table',
  title: { en: 'States', tr: 'Eyaletler' },
  width: 12,
  of: 'peers',
  dimensions: ['state'],
  measures: ['assets', 'loans'],
  subtotals: false,
  targets: ['other', 'secret'],
  formats: [{ measure: 'loans', show: 'rules', rules: [{ op: 'lt', target: 'goal', tone: 'bad' }] }],
};
const format = { unit: 'number', decimals: 0, truncate: false } as const;
const measure = (name: string) => ({
  name,
  title: { en: name },
  role: 'measure' as const,
  type: 'decimal' as const,
  format,
});
const META = { truncated: false, uncomputed: [], unavailable: [], averages: [], unmapped: [], periods: [] };

function resultBy(dimension: string, members: string[]): QueryResult {
  const columns = [
    { name: dimension, title: { en: dimension }, role: 'dimension', type: 'string' },
    ...['assets', 'loans', 'goal'].map(measure),
  ];
  const rows = members.map((member, place) => [member, String(place + 1), String(10 * place), '5']);
  return { columns, rows, totals: [null, '3', '10', '5'], meta: META } as unknown as QueryResult;
}

const runOf = (dimension: string, members: string[]): TileRun =>
  ({
    status: 'ready',
    results: {
      table: {
        query: aggregateQuery.parse({ dataset: 'call_report', dimensions: [dimension], measures: ['assets'] }),
        result: resultBy(dimension, members),
      },
    },
  }) as unknown as TileRun;

async function show({
  run = runOf('state', ['CA', 'TX']),
  ...choices
}: Partial<ReportChoices> & { run?: TileRun } = {}) {
  const texts = await startTranslations({ language: 'en', retryAfter: 1, fetch: translationServer });
  const choose = vi.fn<OpenReport['choose']>();
  const report = {
    ...scorecard({ peers: ['state'], tiles: [TILE] }),
    levels: { states: [{ title: null, levels: ['county', 'city'] }] },
    targets: [
      { id: 'b', key: 'other', title: { en: 'Other' }, filters: ['county', 'state'], subject: null, period: null },
    ],
  };
  const open = {
    report,
    choices: { filters: {}, ...choices },
    resolved: null,
    subject: null,
    choose,
    about: vi.fn<NonNullable<OpenReport['about']>>(),
    rerun: vi.fn<() => void>(),
    isFilteredByMarks: true,
  };
  const state = { running: false, tiles: { states: run }, resolved: null, waiting: new Set() } as unknown as RunState;
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <I18nextProvider i18n={texts}>
        <MantineProvider env="test">
          <ReportContext value={open as unknown as OpenReport}>
            <TileView tile={TILE} run={run} />
            <RowsDrawer run={state} />
          </ReportContext>
        </MantineProvider>
      </I18nextProvider>
    </QueryClientProvider>,
  );
  return { choose };
}

const items = () => screen.getAllByRole('menuitem').map((item) => item.textContent);

it('a row leads to a filter, the next level, its rows and the reports that the reader may open', async () => {
  const { choose } = await show();
  fireEvent.click(screen.getByRole('button', { name: 'Actions for California' }));
  await screen.findByRole('menuitem', { name: 'Open Other' });
  expect(items()).toEqual([
    'Filter the report by California',
    'Show the next level: county',
    'Show rows: assets',
    'Show rows: loans',
    'Open Other',
  ]);
  expect(screen.getByRole('menuitem', { name: 'Open Other' }).getAttribute('href')).toBe('/reports/b?state=CA');
  fireEvent.click(screen.getByRole('menuitem', { name: 'Show the next level: county' }));
  expect(choose).toHaveBeenCalledWith({ opened: { states: [{ value: 'CA', to: 'county' }] } });
});

it('at a figure, the keyboard opens the menu of that measure', async () => {
  const { choose } = await show();
  const [cell] = screen.getAllByRole('gridcell', { name: /10/ });
  fireEvent.keyDown(cell!.querySelector('button') ?? cell!, { key: 'F10', shiftKey: true });
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Show rows' }));
  expect(choose).toHaveBeenCalledWith({
    rows: { tile: 'states', measure: 'loans', cell: [{ field: 'state', value: 'TX' }] },
  });
});

it('an opened level has its own members, a path back, and the level below', async () => {
  const { choose } = await show({
    run: runOf('county', ['Alameda', 'Butte']),
    opened: { states: [{ value: 'CA', to: 'county' }] },
  });
  expect(screen.getByRole('columnheader', { name: 'county' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Actions for Butte' }));
  await screen.findByRole('menuitem', { name: 'Open Other' });
  expect(screen.getByRole('menuitem', { name: 'Open Other' }).getAttribute('href')).toBe(
    '/reports/b?state=CA&county=Butte',
  );
  fireEvent.click(screen.getByRole('menuitem', { name: 'Show the next level: city' }));
  expect(choose).toHaveBeenLastCalledWith({
    opened: {
      states: [
        { value: 'CA', to: 'county' },
        { value: 'Butte', to: 'city' },
      ],
    },
  });
  fireEvent.click(screen.getByRole('button', { name: 'All' }));
  expect(choose).toHaveBeenLastCalledWith({ opened: undefined });
});

it('a rule marks its figure in a word, by a measure that has no column', async () => {
  await show();
  expect(screen.queryByRole('columnheader', { name: 'goal' })).toBeNull();
  const marked = screen.getAllByRole('gridcell').filter((cell) => cell.querySelector('[aria-label="Bad"]'));
  expect(marked.map((cell) => cell.textContent)).toEqual(['0']);
});

it('the rows behind a figure are read page by page, for the query that the tile ran', async () => {
  const requested: RowsQuery[] = [];
  vi.stubGlobal('fetch', async (_input: string, init: RequestInit) => {
    requested.push(JSON.parse(String(init.body)) as RowsQuery);
    return Response.json({ ...resultBy('state', ['CA', 'CA']), count: 60, value: '3' });
  });
  await show({ rows: { tile: 'states', measure: 'assets', cell: [{ field: 'state', value: 'CA' }] } });
  expect(await screen.findByRole('heading', { name: 'Rows behind ASSETS' })).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(requested.map(({ offset }) => offset)).toEqual([0, 50]));
  expect(requested[0]).toMatchObject({
    measure: 'assets',
    cell: [{ field: 'state', value: 'CA', level: 'member' }],
    query: { dimensions: ['state'] },
  });
});
