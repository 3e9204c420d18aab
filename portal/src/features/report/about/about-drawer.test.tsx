import { aggregateQuery, type Explanation } from '@rise/contract';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, it, vi } from 'vitest';
import { startTranslations } from '../../../i18n/i18n.ts';
import { translationServer } from '../../../i18n/translation-server.fixture.ts';
import { ReportContext, type OpenReport } from '../report-context.ts';
import type { RunState } from '../report-run.ts';
import { scorecard } from '../scorecard.fixture.ts';
import { AboutDrawer } from './about-drawer.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const QUERY = aggregateQuery.parse({ dataset: 'call_report', measures: ['nwr'] });

/** Opens the panel with this explanation of the measure. */
async function show(explanation: Partial<Explanation>, language: 'en' | 'tr') {
  const text = { en: 'Defined by this query or report, not in the model.', tr: 'Modelde değil.' };
  const all = { definition: { en: 'D' }, caveat: text, formula: '997 ÷ 010', averages: [], accounts: [], tables: [] };
  const origin = { source: '', dataset: { name: 'call_report', title: { en: 'Call report' } }, asOf: '2025-12-31' };
  const version = { dataVersion: 1, loadedAt: '2026-01-31T10:00:00Z', filter: null, currency: null };
  const machine = { sql: 'SELECT 1', parameters: [] };
  vi.stubGlobal('fetch', async () => Response.json({ ...all, ...origin, ...version, ...machine, ...explanation }));
  const texts = await startTranslations({ language, retryAfter: 1, fetch: translationServer });
  const open = { report: scorecard({}), choices: { filters: {}, about: 'nwr' }, choose: vi.fn<OpenReport['choose']>() };
  const tiles = { states: { status: 'ready', results: { table: { query: QUERY } } } };
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <I18nextProvider i18n={texts}>
        <MantineProvider>
          <ReportContext value={open as unknown as OpenReport}>
            <AboutDrawer run={{ tiles, running: false } as unknown as RunState} />
          </ReportContext>
        </MantineProvider>
      </I18nextProvider>
    </QueryClientProvider>,
  );
}

it.each([
  ['en', 'None: defined by this report'],
  ['tr', 'Yok: bu raporda tanımlandı'],
] as const)('a measure that the report defines is shown as such (%s)', async (language, owner) => {
  await show({ custom: true, owner: '' }, language);
  expect(await screen.findByText(owner)).toBeDefined();
  expect(screen.getByText(language === 'en' ? /^Defined by this query or report/ : /^Modelde değil/)).toBeDefined();
});

it('another one has the owner of the model', async () => {
  await show({ custom: false, owner: 'Finance', caveat: null }, 'en');
  expect(await screen.findByText('Finance')).toBeDefined();
  expect(screen.queryByText(/defined by this report/)).toBeNull();
});
