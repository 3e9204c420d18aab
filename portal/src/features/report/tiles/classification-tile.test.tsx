import type { Cell, QueryResult } from '@rise/contract';
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, describe, expect, it } from 'vitest';
import { startTranslations } from '../../../i18n/i18n.ts';
import { translationServer } from '../../../i18n/translation-server.fixture.ts';
import { ReportContext, type OpenReport } from '../report-context.ts';
import type { TileRun } from '../report-run.ts';
import { scorecard } from '../scorecard.fixture.ts';
import { ClassificationTileView } from './classification-tile.tsx';

afterEach(cleanup);

const text = (en: string) => ({ en, tr: `${en} (tr)` });
const TILE = {
  id: 'class',
  kind: 'classification' as const,
  title: text('Class'),
  width: 12,
  measure: 'nwr',
  companions: ['roa', 'loans'],
  notes: [{ field: 'state', values: ['TX'], text: text('Texas has its own classes.') }],
};
const BANDS = [
  { name: 'well', title: text('Well'), from: 0.07, tone: 'positive' as const },
  { name: 'under', title: text('Under'), from: null, tone: 'warning' as const },
];

/** A report whose first two measures classify insured members only. */
function classifying() {
  const report = scorecard({ tiles: [TILE] });
  const measures = report.fields.measures.map((measure) =>
    ['nwr', 'roa'].includes(measure.name)
      ? {
          ...measure,
          bands: BANDS,
          classifies: { dimension: 'charter_type', values: ['1', '2'], otherwise: text('Insured only.') },
        }
      : measure,
  );
  return { ...report, fields: { ...report.fields, measures } };
}

async function show(own: Record<string, string[]>, values: Record<string, Cell>, language: 'en' | 'tr' = 'en') {
  const texts = await startTranslations({ language, retryAfter: 1, fetch: translationServer });
  const columns = ['measure', 'value'].map((name) => ({ name }));
  const result = {
    columns,
    rows: Object.entries(values),
    meta: { truncated: false, averages: [] },
  } as unknown as QueryResult;
  const run = { status: 'ready', results: { benchmark: { query: {}, result } } } as unknown as TileRun;
  const resolved = { peers: { by: 'all', filters: {}, omitted: [] }, minimums: {}, own };
  const open = { report: classifying(), resolved, choices: { filters: {} }, subject: { key: '68', title: 'VERMONT' } };
  render(
    <I18nextProvider i18n={texts}>
      <MantineProvider>
        <ReportContext value={open as unknown as OpenReport}>
          <ClassificationTileView tile={TILE} run={run} />
        </ReportContext>
      </MantineProvider>
    </I18nextProvider>,
  );
}

const companions = () => screen.queryAllByRole('definition').map(({ textContent }) => textContent);
const notes = () => screen.queryAllByRole('note').map(({ textContent }) => textContent);

describe('a classification', () => {
  it('shows further conditions of the class if the subject has them', async () => {
    await show({ charter_type: ['2'], state: ['TX'] }, { nwr: 0.08, roa: 0.05, loans: null });
    expect(screen.getByText(/is here/).closest('li')!.textContent).toContain('Well');
    expect(companions()).toEqual(['5.00%Under', 'What roa is']);
    expect(notes()).toEqual(['What roa is', 'Texas has its own classes.']);
  });

  it('explains another measure only if its class differs', async () => {
    await show({ charter_type: ['2'] }, { nwr: 0.08, roa: 0.09 });
    expect(companions()).toEqual(['9.00%Well']);
    expect(notes()).toEqual([]);
  });

  it('shows only notes whose condition the subject meets', async () => {
    await show({ charter_type: ['2'], state: ['CA'] }, { nwr: 0.08, roa: null, loans: null });
    expect(screen.queryByRole('note')).toBeNull();
    expect(companions()).toEqual([]);
  });

  it.each([[['3']], [['1', '3']], [[]]])('classifies nobody whom the bands are not for: %s', async (own) => {
    await show({ charter_type: own }, { nwr: 0.08, roa: 0.05 });
    expect(screen.queryByText(/is here/)).toBeNull();
    expect(screen.getByText('Insured only.')).toBeDefined();
    expect(screen.getByText('Not classified')).toBeDefined();
  });

  it('is in Turkish', async () => {
    await show({ charter_type: ['3'] }, { nwr: 0.08 }, 'tr');
    expect(screen.getByText('Sınıflandırılmadı')).toBeDefined();
    expect(screen.getByText('Insured only. (tr)')).toBeDefined();
  });
});
