import type { Cell, QueryMeta, QueryResult } from '@rise/contract';
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen, within } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, describe, expect, it } from 'vitest';
import { startTranslations } from '../../../i18n/i18n.ts';
import { translationServer } from '../../../i18n/translation-server.fixture.ts';
import { ReportContext, type OpenReport } from '../report-context.ts';
import type { TileRun } from '../report-run.ts';
import { scorecard } from '../scorecard.fixture.ts';
import { KpisTileView } from './kpis-tile.tsx';

afterEach(cleanup);

const TILE = {
  id: 'figures',
  kind: 'kpis' as const,
  title: { en: 'Key figures' },
  width: 12,
  measures: ['nwr', 'roa'],
};

async function show(values: Record<string, Cell>, uncomputed: QueryMeta['uncomputed']) {
  const texts = await startTranslations({ language: 'en', retryAfter: 1, fetch: translationServer });
  const result = {
    columns: ['measure', 'value'].map((name) => ({ name })),
    rows: Object.entries(values),
    meta: { truncated: false, averages: [], uncomputed },
  } as unknown as QueryResult;
  const run = { status: 'ready', results: { benchmark: { query: {}, result } } } as unknown as TileRun;
  const open = { report: scorecard({ tiles: [TILE] }), resolved: null, choices: { filters: {} } };
  render(
    <I18nextProvider i18n={texts}>
      <MantineProvider>
        <ReportContext value={open as unknown as OpenReport}>
          <KpisTileView tile={TILE} run={run} />
        </ReportContext>
      </MantineProvider>
    </I18nextProvider>,
  );
}

const card = (name: string) => within(screen.getByRole('article', { name }));

describe('cards of figures', () => {
  it('tell a figure that cannot be computed from one that was not reported', async () => {
    await show({ nwr: null, roa: null }, [{ column: 'nwr', reason: 'overflow' }]);
    expect(card('NWR').getByText('Can’t be computed')).toBeDefined();
    expect(card('NWR').queryByText('Not reported')).toBeNull();
    expect(card('ROA').getByText('Not reported')).toBeDefined();
  });
});
