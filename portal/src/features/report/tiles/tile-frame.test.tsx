import type { QueryMeta, QueryResult, Report, Unavailable } from '@rise/contract';
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { I18nextProvider } from 'react-i18next';
import { startTranslations } from '../../../i18n/i18n.ts';
import { translationServer } from '../../../i18n/translation-server.fixture.ts';
import { ReportContext, type OpenReport } from '../report-context.ts';
import type { TileRun } from '../report-run.ts';
import { type EmptyMessage, TileFrame } from './tile-frame.tsx';

afterEach(cleanup);

const TILE = {
  id: 'states',
  kind: 'table',
  title: { en: 'States' },
  width: 12,
  of: 'peers',
  subtotals: false,
  measures: ['members'],
} as const;

interface Shown extends Partial<Pick<QueryMeta, 'uncomputed' | 'unavailable' | 'averages' | 'unmapped'>> {
  language?: 'en' | 'tr';
  /** Why there is nothing to draw. */
  empty?: EmptyMessage;
  filters?: Record<string, string[]>;
}

async function show(slot: string, truncated: boolean, shown: Shown = {}) {
  await draw(slot, truncated, shown);
  expect(screen.getByText('Figures')).toBeDefined();
  return screen.queryByRole('note')?.textContent ?? null;
}

async function draw(
  slot: string,
  truncated: boolean,
  { uncomputed = [], unavailable = [], averages = [], unmapped = [], language = 'en', empty, filters = {} }: Shown,
) {
  const texts = await startTranslations({ language, retryAfter: 1, fetch: translationServer });
  const meta: QueryMeta = {
    dataVersion: 1,
    asOf: null,
    rowCount: 1000,
    truncated,
    cache: 'miss',
    uncomputed,
    unavailable,
    averages,
    unmapped,
    periods: [],
    elapsedMs: 1,
  };
  const columns: QueryResult['columns'] = [{ name: 'roa', title: { en: 'ROA' }, role: 'measure', type: 'number' }];
  const result: QueryResult = { columns, rows: [], meta };
  const run = { status: 'ready', results: { [slot]: { query: {}, result } } } as unknown as TileRun;
  const fields = {
    measures: [{ name: 'late', title: { en: 'Late loans', tr: 'Geciken krediler' } }],
    dimensions: [{ name: 'loan_type', title: { en: 'Loan type', tr: 'Kredi türü' } }],
  };
  const open = { report: { fields } as unknown as Report, choices: { filters } } as OpenReport;
  render(
    <I18nextProvider i18n={texts}>
      <MantineProvider>
        <ReportContext value={open}>
          <TileFrame
            tile={{ ...TILE, dimensions: ['state'], measures: ['members'] }}
            run={run}
            skeleton={null}
            empty={() => empty ?? null}
            flat={() => null}
          >
            {() => 'Figures'}
          </TileFrame>
        </ReportContext>
      </MantineProvider>
    </I18nextProvider>,
  );
}

describe('a tile', () => {
  it('states that rows are missing, and how many it shows; a ranking is truncated by design', async () => {
    expect(await show('table', true)).toBe('Showing only the first 1,000 rows. Filter to see more.');
    cleanup();
    expect(await show('table', false)).toBeNull();
    cleanup();
    expect(await show('ranking', true)).toBeNull();
  });

  it('lists figures that cannot be computed, and why', async () => {
    expect(await show('table', false, { uncomputed: [{ column: 'roa', reason: 'overflow' }] })).toBe(
      'ROA: can’t be computed, because the numbers are too large.',
    );
    cleanup();
    expect(await show('table', false, { uncomputed: [{ column: 'roa', reason: 'not_finite' }] })).toBe(
      'ROA: some values can’t be computed, because the result is not a number.',
    );
    cleanup();
    const unrated = { reason: 'missing_rate', currencies: ['ISK', null], day: '2009-01-02' } as const;
    expect(
      await show('table', false, { uncomputed: [{ column: 'roa', ...unrated, currencies: [...unrated.currencies] }] }),
    ).toBe(
      'ROA: some values are missing, because there is no exchange rate for ISK, amounts without a currency on Jan 2, 2009.',
    );
  });

  it('says how much of its figures has unmapped codes, of the rows and of each figure, in both languages', async () => {
    const part = { dimension: 'loan_type', share: 0.125, figures: [] };
    expect(await show('table', false, { unmapped: [part] })).toBe('Loan type: 12.5% of rows have unmapped codes.');
    cleanup();
    const unmapped = [{ ...part, figures: [{ measure: 'late', share: 0.2 }] }];
    expect(await show('benchmark', false, { unmapped })).toBe(
      'Loan type: 12.5% of rows have unmapped codes; of the figures Late loans 20.0%.',
    );
    cleanup();
    expect(await show('benchmark', false, { unmapped, language: 'tr' })).toBe(
      'Kredi türü: satırların %12,5 kadarının kodu eşleştirilmemiş; göstergelerde Geciken krediler %20,0.',
    );
  });

  it('names a measure that a comparison has in a row', async () => {
    expect(await show('benchmark', false, { uncomputed: [{ column: 'late', reason: 'overflow' }] })).toBe(
      'Late loans: can’t be computed, because the numbers are too large.',
    );
  });

  it('offers to clear the filters only where they leave nothing to show', async () => {
    const filters = { state: ['AS'] };
    const offer = () => screen.queryByRole('button', { name: 'Clear filters' });
    await draw('table', false, { filters, empty: { title: 'No peers', text: '', because: 'filters' } });
    expect(offer()).not.toBeNull();
    cleanup();
    await draw('table', false, { filters, empty: { title: 'Not classified', text: '' } });
    expect(screen.getByText('Not classified')).toBeDefined();
    expect(offer()).toBeNull();
    cleanup();
    await draw('table', false, { filters, empty: { title: 'Not reported', text: '', because: 'no-figure' } });
    expect(offer()).toBeNull();
  });

  it('does not call a figure unreported that cannot be computed', async () => {
    const empty: EmptyMessage = { title: 'No data reported', text: 'None', because: 'no-figure' };
    await draw('benchmark', false, { empty });
    expect(screen.getByText('No data reported')).toBeDefined();
    cleanup();
    await draw('benchmark', false, { empty, uncomputed: [{ column: 'late', reason: 'overflow' }] });
    expect(screen.queryByText('No data reported')).toBeNull();
    expect(screen.getByText('Can’t be computed')).toBeDefined();
    expect(screen.getByText('Late loans: can’t be computed, because the numbers are too large.')).toBeDefined();
  });

  it('lists figures that were not reported for its dates, in both languages', async () => {
    const gap = (column: string, dates: string[], partial: boolean): Unavailable => ({
      column,
      measure: 'late',
      columns: [{ table: 'fs220', column: 'ACCT_041B', account: '041B' }],
      from: '2010-12-31',
      until: null,
      dates,
      partial,
    });
    const missing = [gap('late', ['2009-12-31'], false), gap('roa', ['2009-12-31'], false)];
    expect(await show('table', false, { unavailable: missing })).toBe(
      'Late loans, ROA: not reported as of Dec 31, 2009.',
    );
    cleanup();
    expect(await show('table', false, { unavailable: missing, language: 'tr' })).toBe(
      'Geciken krediler, ROA: 31 Ara 2009 için bildirilmemiş.',
    );
    cleanup();
    expect(await show('table', false, { unavailable: [gap('roa', ['2009-12-31'], true)] })).toBe(
      'ROA: without 041B, not reported as of Dec 31, 2009.',
    );
    cleanup();
    expect(await show('table', false, { unavailable: [gap('roa', [], false)] })).toBe('ROA: not in this data.');
  });

  it.each([
    [
      0,
      null,
      'ROA: average of the balances of Dec 31, 2025 and Dec 31, 2024.',
      'ROA: 31 Ara 2025 ve 31 Ara 2024 bakiyelerinin ortalaması.',
    ],
    [
      4374,
      null,
      'ROA: period-end balance (Dec 31, 2025) instead of the average, because there is none of Dec 31, 2024.',
      'ROA: ortalama yerine dönem sonu bakiyesi (31 Ara 2025), çünkü 31 Ara 2024 bakiyesi yok.',
    ],
    [
      87,
      null,
      'ROA: 87 of 4,374 institutions have no balance of Dec 31, 2024; their period-end balances (Dec 31, 2025) are used.',
      'ROA: 4.374 kurumdan 87 tanesinin 31 Ara 2024 bakiyesi yok; onların dönem sonu bakiyesi (31 Ara 2025) kullanıldı.',
    ],
    [
      0,
      1,
      'ROA: the institution has no balance of Dec 31, 2024; its own figure uses its period-end balance (Dec 31, 2025).',
      'ROA: kurumun 31 Ara 2024 bakiyesi yok; kendi değeri dönem sonu bakiyesiyle (31 Ara 2025) hesaplandı.',
    ],
  ])('says which balances an average is of: %i without, own %s', async (withoutPrior, own, english, turkish) => {
    const member = own === null ? null : { rows: 1, withoutPrior: own };
    const dates = [{ date: '2025-12-31', priorYearEnd: '2024-12-31', rows: 4374, withoutPrior, member }];
    const averages = [{ column: 'roa', dates }];
    await show('table', false, { averages });
    expect(screen.getByText(english)).toBeDefined();
    cleanup();
    await show('table', false, { averages, language: 'tr' });
    expect(screen.getByText(turkish)).toBeDefined();
  });
});
