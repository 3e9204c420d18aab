import { MantineProvider } from '@mantine/core';
import type { ChosenPeers } from '@rise/contract';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startTranslations } from '../../../i18n/i18n.ts';
import { translationServer } from '../../../i18n/translation-server.fixture.ts';
import { ReportContext, type OpenReport } from '../report-context.ts';
import type { ReportChoices } from '../report.state.ts';
import { DEFAULT_PEERS, scorecard } from '../scorecard.fixture.ts';
import { PeersLine } from './peers-line.tsx';

afterEach(cleanup);

const DEFAULT: ChosenPeers = {
  by: 'default',
  filters: { peer_group: ['6'], charter_type: ['1', '2'] },
  omitted: [],
};

async function show(peers: ChosenPeers | null, choices: ReportChoices, language: 'en' | 'tr' = 'en') {
  const texts = await startTranslations({ language, retryAfter: 1, fetch: translationServer });
  const report = scorecard({ peers: ['state', 'peer_group', 'charter_type'], filters: ['city'], ...DEFAULT_PEERS });
  const choose = vi.fn<OpenReport['choose']>();
  const subject = { key: '68', title: 'VERMONT' };
  const open = {
    report,
    choices,
    resolved: peers && { peers, minimums: {} },
    subject,
    choose,
  } as unknown as OpenReport;
  render(
    <I18nextProvider i18n={texts}>
      <MantineProvider>
        <ReportContext value={open}>
          <PeersLine />
        </ReportContext>
      </MantineProvider>
    </I18nextProvider>,
  );
  return choose;
}

const line = () => screen.getByRole('status').textContent;
const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent);

describe('the line about the peers', () => {
  it('names the default peers and links to all', async () => {
    const choose = await show(DEFAULT, { filters: { city: ['ROME'] } });
    expect(line()).toBe('Peers: peer_group: 6 – large · insured');
    expect(buttons()).toEqual(['Compare with all']);
    fireEvent.click(screen.getByRole('button'));
    expect(choose).toHaveBeenCalledWith({ filters: { city: ['ROME'] }, peers: 'all' });
    expect(screen.queryByRole('note')).toBeNull();
  });

  it('links from all, or from the reader’s choice, to the default', async () => {
    const choose = await show({ by: 'all', filters: {}, omitted: [] }, { filters: {}, peers: 'all' });
    expect(line()).toBe('Peers: all institutions');
    expect(buttons()).toEqual(['Back to default peers']);
    fireEvent.click(screen.getByRole('button'));
    expect(choose).toHaveBeenCalledWith({ filters: {}, peers: undefined });
    cleanup();

    const filters = { state: ['CA', 'TX'], charter_type: ['1', '2'] };
    await show({ by: 'filters', filters, omitted: [] }, { filters });
    expect(line()).toBe('Peers: state: California or Texas · charter_type: 1 or 2');
    expect(buttons()).toEqual(['Compare with all', 'Back to default peers']);
  });

  it('states which parts of the default do not apply, and why', async () => {
    const omitted: ChosenPeers['omitted'] = [
      { field: 'peer_group', reason: 'no-value' },
      { field: 'charter_type', reason: 'not-met' },
    ];
    await show({ by: 'default', filters: {}, omitted }, { filters: {} });
    expect(line()).toBe('Peers: all institutions');
    const reasons = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(reasons).toEqual([
      '“peer_group” is left out: VERMONT has no value there.',
      '“insured” is left out: it does not apply to VERMONT itself.',
    ]);
  });

  it('is in Turkish', async () => {
    await show(DEFAULT, { filters: {} }, 'tr');
    expect(line()).toBe('Emsaller: peer_group (tr): 6 – büyük · insured (tr)');
    expect(buttons()).toEqual(['Tüm kurumlarla karşılaştır']);
  });
});
