import { rowListQuery, type QueryResult, type RowListQuery } from '@rise/contract';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startTranslations } from '../../../i18n/i18n.ts';
import { translationServer } from '../../../i18n/translation-server.fixture.ts';
import { ReportContext, type OpenReport } from '../report-context.ts';
import type { TileRun } from '../report-run.ts';
import type { ReportChoices } from '../report.state.ts';
import { scorecard } from '../scorecard.fixture.ts';
import { RowsTileView } from './rows-tile.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const TILE = {
  id: 'list',
  kind: 'rows' as const,
  title: { en: 'Peers', tr: 'Emsaller' },
  width: 12,
  of: 'peers' as const,
  columns: ['name', 'charter', 'state', 'assets'],
  order: [{ field: 'assets', direction: 'desc' as const }],
  pageSize: 5,
};
const QUERY = rowListQuery.parse({
  kind: 'rows',
  dataset: 'call_report',
  columns: TILE.columns,
  order: TILE.order,
  limit: 5,
  count: true,
});
const dimension = (name: string) => ({
  name,
  title: { en: name, tr: `${name} (tr)` },
  role: 'dimension',
  type: 'string',
});
const format = { unit: 'currency', decimals: 0, truncate: false };
const COLUMNS = [
  ...['name', 'charter', 'state'].map(dimension),
  { name: 'assets', title: { en: 'Assets', tr: 'Aktif' }, role: 'measure', type: 'decimal', format },
];
/** A page of twelve rows, largest first. */
function pageOf({ offset, limit }: RowListQuery): QueryResult {
  const all = Array.from({ length: 12 }, (_, place) => [
    `CU ${place + 1}`,
    String(place + 1),
    'CA',
    String(1200 - place),
  ]);
  return {
    columns: COLUMNS,
    rows: all.slice(offset, offset + limit),
    count: 12,
    meta: { truncated: true, uncomputed: [], unavailable: [], averages: [] },
  } as never;
}

interface Shown {
  lists?: ReportChoices['lists'];
  result?: Partial<QueryResult>;
  run?: TileRun;
  language?: 'en' | 'tr';
}

async function show({ lists, result = pageOf(QUERY), run, language = 'en' }: Shown = {}) {
  const texts = await startTranslations({ language, retryAfter: 1, fetch: translationServer });
  const choose = vi.fn<OpenReport['choose']>();
  const about = vi.fn<NonNullable<OpenReport['about']>>();
  const ready = { status: 'ready', results: { rows: { query: QUERY, result } } } as unknown as TileRun;
  const open = {
    report: scorecard({ tiles: [TILE] }),
    choices: { filters: {}, ...(lists && { lists }) },
    resolved: null,
    subject: { key: '2', title: 'CU 2' },
    choose,
    about,
    rerun: vi.fn<() => void>(),
  };
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <I18nextProvider i18n={texts}>
        <MantineProvider>
          <ReportContext value={open as unknown as OpenReport}>
            <RowsTileView tile={TILE} run={run ?? ready} />
          </ReportContext>
        </MantineProvider>
      </I18nextProvider>
    </QueryClientProvider>,
  );
  return { choose, about };
}

const names = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
const pages = (first: number) => Array.from({ length: 5 }, (_, place) => `CU ${first + place}`);

describe('a list of rows', () => {
  it('shows the run’s page, with labels and amounts; a row opens its member', async () => {
    const { choose, about } = await show();
    expect(names()).toEqual(pages(1));
    expect(screen.getAllByText('California')).toHaveLength(5);
    expect(screen.getByText('1–5 of 12')).toBeDefined();
    expect(screen.getByRole('row', { selected: true }).textContent).toContain('CU 2');
    fireEvent.click(screen.getByRole('button', { name: 'CU 3' }));
    expect(choose).toHaveBeenCalledWith({ subject: '3' });
    fireEvent.click(screen.getByRole('button', { name: '$1,199' }));
    expect(about).toHaveBeenCalledWith('assets', 'list');
  });

  it('leads to other pages and orders by a column, from its first page', async () => {
    const { choose } = await show();
    fireEvent.click(screen.getByRole('button', { name: 'Previous page' }));
    expect(choose).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
    expect(choose).toHaveBeenLastCalledWith({ lists: { list: { page: 2 } } });
    fireEvent.click(screen.getByRole('button', { name: 'name' }));
    expect(choose).toHaveBeenLastCalledWith({ lists: { list: { sort: { id: 'name', direction: 'asc' } } } });
  });

  it('queries another page, and keeps the former one readable until it is there', async () => {
    const requested: RowListQuery[] = [];
    vi.stubGlobal('fetch', async (_input: string, init: RequestInit) => {
      requested.push(JSON.parse(String(init.body)) as RowListQuery);
      return Response.json(pageOf(requested.at(-1)!));
    });
    await show({ lists: { list: { page: 3, sort: { id: 'charter', direction: 'asc' } } } });
    expect(screen.getByRole('region', { name: 'Peers' }).getAttribute('aria-busy')).toBe('true');
    await waitFor(() => expect(names()).toEqual(['CU 11', 'CU 12']));
    expect(requested).toEqual([{ ...QUERY, order: [{ field: 'charter', direction: 'asc' }], offset: 10 }]);
    expect(screen.getByText('11–12 of 12')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Next page' }).getAttribute('aria-disabled')).toBe('true');
  });

  it('shows an error if a page cannot be loaded, and retries', async () => {
    let attempts = 0;
    vi.stubGlobal('fetch', async () => {
      attempts += 1;
      const error = { code: 'NOT_FOUND', message: 'Not found', details: [], requestId: 'r-1' };
      return attempts === 1
        ? Response.json({ error }, { status: 404 })
        : Response.json(pageOf({ ...QUERY, offset: 5 }));
    });
    await show({ lists: { list: { page: 2 } } });
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByText(/r-1/)).toBeDefined();
    fireEvent.click(again);
    await waitFor(() => expect(names()).toEqual(pages(6)));
  });

  it('is empty where no rows match, and loading before the run', async () => {
    await show({ result: { ...pageOf(QUERY), rows: [], count: 0 } });
    expect(screen.getByText('No peers match the filters')).toBeDefined();
    expect(screen.queryByRole('navigation')).toBeNull();
    cleanup();
    await show({ run: { status: 'loading' } });
    expect(screen.queryByRole('grid')).toBeNull();
    expect(screen.getByRole('region', { name: 'Peers' }).getAttribute('aria-busy')).toBe('true');
  });

  it('is in Turkish', async () => {
    await show({ language: 'tr' });
    expect(screen.getByText('1–5 / 12')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Sonraki sayfa' })).toBeDefined();
    expect(screen.getAllByText('Kaliforniya')).toHaveLength(5);
  });
});
