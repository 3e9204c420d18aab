import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startTranslations } from '../../../i18n/i18n.ts';
import { translationServer } from '../../../i18n/translation-server.fixture.ts';
import { ReportContext, type OpenReport } from '../report-context.ts';
import { scorecard } from '../scorecard.fixture.ts';
import { RankingTileView } from './ranking-tile.tsx';

afterEach(cleanup);

const TILE = {
  id: 'ranking',
  kind: 'ranking' as const,
  title: { en: 'Ranking' },
  width: 12,
  limit: 15,
  minimum: { field: 'state', from: 'TX' },
};

async function show(minimums: Record<string, string>, language: 'en' | 'tr' = 'en') {
  const texts = await startTranslations({ language, retryAfter: 1, fetch: translationServer });
  const report = scorecard({ tiles: [TILE] });
  const choose = vi.fn<OpenReport['choose']>();
  const resolved = { peers: { by: 'all', filters: {}, omitted: [] }, minimums };
  const open = { report, resolved, choose, choices: { filters: {} }, measure: 'nwr', subject: null };
  render(
    <I18nextProvider i18n={texts}>
      <MantineProvider>
        <ReportContext value={open as unknown as OpenReport}>
          <RankingTileView tile={TILE} run={{ status: 'loading' }} />
        </ReportContext>
      </MantineProvider>
    </I18nextProvider>,
  );
  return choose;
}

describe('the minimum of a ranking', () => {
  it('is on the screen and can be changed, also to none', async () => {
    const choose = await show({ ranking: 'TX' });
    const select = screen.getByLabelText<HTMLSelectElement>('state from');
    expect(select.value).toBe('TX');
    expect([...select.options].map(({ text }) => text)).toEqual(['No minimum', 'Texas']);
    fireEvent.change(select, { target: { value: 'CA' } });
    expect(choose).toHaveBeenCalledWith({ minimums: { ranking: 'CA' } });
  });

  it('is not offered where a filter replaces it', async () => {
    await show({});
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('is in Turkish', async () => {
    await show({ ranking: 'CA' }, 'tr');
    const select = screen.getByLabelText<HTMLSelectElement>('state (tr) en az');
    expect([...select.options].map(({ text }) => text)).toEqual(['Alt sınır yok', 'Teksas']);
  });
});
