import type { Insight, Insights } from '@rise/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { openPortal, person, server, usePortal } from './portal.fixture.tsx';

usePortal();

const KEY = 'a'.repeat(32);
const LIST = 'GET /api/v1/insights';
const CHANGE = `PATCH /api/v1/insights/findings/${KEY}`;

const finding = (change: Partial<Insight> = {}): Insight => ({
  key: KEY,
  kind: 'change',
  sentence: {
    en: 'Dormant accounts rose 17% over 12 months to 1,496.',
    tr: 'Hareketsiz hesaplar 12 ayda %17 artarak 1.496 oldu.',
  },
  details: [
    {
      en: 'Largest part by Branch: “Main Street” (3.2 points).',
      tr: 'Şube bazında en büyük pay: “Main Street” (3,2 puan).',
    },
  ],
  tone: 'negative',
  dataset: { name: 'shares', title: { en: 'Shares' } },
  measure: {
    name: 'dormant',
    title: { en: 'Dormant accounts' },
    format: { unit: 'count', decimals: 0, truncate: false },
  },
  member: null,
  period: '2025-12-01',
  value: 1496,
  p: 0.00001,
  score: 1,
  chart: null,
  drivers: {
    dimension: { en: 'Branch' },
    unit: 'share-of-total',
    members: [{ label: { en: 'Main Street' }, before: 300, value: 341, contribution: 0.032, rate: null, mix: null }],
    rest: 0.138,
  },
  query: {
    kind: 'aggregate',
    dataset: 'shares',
    dimensions: [],
    measures: ['dormant'],
    calculations: [],
    customMeasures: [],
    order: [],
    limit: 1000,
    offset: 0,
    totals: false,
  },
  state: { status: 'open', until: null, reason: null, followed: null },
  isFound: true,
  ...change,
});
const RUN: NonNullable<Insights['run']> = {
  computedAt: '2026-01-20T08:00:00.000Z',
  dataVersion: 3,
  asOf: '2025-12-31',
  elapsedMs: 4000,
  examined: {
    datasets: 2,
    measures: 30,
    dimensions: 12,
    tests: 6393,
    rate: 0.05,
    limits: [{ en: 'Loans: there is 1 complete period.' }],
  },
};
const insights = (change: Partial<Insights> = {}): Insights => ({
  run: RUN,
  job: null,
  findings: [finding()],
  ...change,
});
const admin = person('tenant.admin', { features: { chatbot: false, insights: true, chat: true } });
const open = (found: Insights, address = '/insights-ai') => {
  server.answers[LIST] = () => Response.json(found);
  return openPortal(address, admin);
};

describe('the insights page', () => {
  it('shows a finding in words, with what it is due to, its odds, and what was examined', async () => {
    await open(insights());
    const card = await screen.findByRole('article', { name: 'Dormant accounts rose 17% over 12 months to 1,496.' });
    expect(within(card).getByText('Unfavorable')).toBeTruthy();
    expect(within(card).getByText('Largest part by Branch: “Main Street” (3.2 points).')).toBeTruthy();
    expect(within(card).getByText(/about once in 100,000\./)).toBeTruthy();
    await userEvent.click(within(card).getByText('What it is due to, by Branch'));
    expect(within(card).getByRole('row', { name: 'Main Street 300 341 +3.20' })).toBeTruthy();
    expect(screen.getByText(/30 measures by 12 dimensions in 2 datasets: 6,393 comparisons/)).toBeTruthy();
    expect(screen.getByText('Loans: there is 1 complete period.')).toBeTruthy();
  });

  it('dismisses with a reason, lists what is hidden, and shows it again', async () => {
    const { address } = await open(insights());
    const dismissed = finding({ state: { status: 'dismissed', until: null, reason: 'Known.', followed: null } });
    server.answers[CHANGE] = () => Response.json(dismissed);
    await userEvent.click(await screen.findByRole('button', { name: /^Dismiss: Dormant/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Dismiss finding' });
    await userEvent.type(within(dialog).getByRole('textbox', { name: /Reason/ }), 'Known.');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(server.sent(CHANGE)).toEqual([{ action: 'dismiss', reason: 'Known.' }]));
    await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
    await userEvent.click(screen.getByRole('radio', { name: 'Hidden' }));
    expect(await screen.findByText('Dismissed: Known.')).toBeTruthy();
    expect(address()).toBe('/insights-ai?list=hidden');
    server.answers[CHANGE] = () => Response.json(finding());
    await userEvent.click(screen.getByRole('button', { name: /^Show again: Dormant/ }));
    await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
  });

  it('follows a finding, and says of one that is gone what it was', async () => {
    const sentence = { en: 'Dormant accounts rose 15% over 12 months to 1,470.' };
    const gone = finding({
      isFound: false,
      state: { status: 'open', until: null, reason: null, followed: { since: '2026-01-10T08:00:00.000Z', sentence } },
    });
    await open(insights({ findings: [gone] }), '/insights-ai?list=followed');
    expect(await screen.findByText('Not found again in the latest data')).toBeTruthy();
    expect(screen.getByText(/^Followed since Jan 10, 2026: Dormant accounts rose 15%/)).toBeTruthy();
    expect(screen.getByRole('button', { name: /^Stop following/ })).toBeTruthy();
  });

  it('shows how far a computation is, which can be canceled', async () => {
    await open(insights({ run: null, findings: [], job: { status: 'running', progress: 0.4 } }));
    expect(await screen.findByText('Computing insights: 40%')).toBeTruthy();
    server.answers['POST /api/v1/insights/cancel'] = () => Response.json({ canceled: true });
    server.answers[LIST] = () => Response.json(insights({ run: null, findings: [] }));
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    server.answers['POST /api/v1/insights/compute'] = () => Response.json({ pending: true });
    server.answers[LIST] = () =>
      Response.json(insights({ run: null, findings: [], job: { status: 'waiting', progress: 0 } }));
    await userEvent.click(await screen.findByRole('button', { name: 'Compute now' }));
    expect(await screen.findByText('Insights will be computed as soon as a server is free.')).toBeTruthy();
  });

  it('says what was examined where nothing was found, and what to do without data', async () => {
    await open(insights({ findings: [] }));
    expect(await screen.findByText('Nothing remarkable was found')).toBeTruthy();
    expect(screen.getByText(/6,393 comparisons/)).toBeTruthy();
  });

  it('without data says to load some', async () => {
    server.answers[LIST] = () =>
      Response.json({ error: { code: 'WAREHOUSE_UNAVAILABLE', message: 'x', requestId: 'r' } }, { status: 503 });
    await openPortal('/insights-ai', admin);
    expect(await screen.findByText('No data yet')).toBeTruthy();
  });
});
