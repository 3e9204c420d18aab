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

  it('is operated by keyboard alone: lists, actions, menus and dialogs, each of which returns the focus', async () => {
    const other = finding({ key: 'b'.repeat(32), kind: 'anomaly', sentence: { en: 'Fees fell 9% to $41K.' } });
    await open(insights({ findings: [finding(), other] }));
    const keys = userEvent.setup();
    await screen.findByRole('article', { name: /^Dormant/ });
    const focused = () => document.activeElement!;
    const tabTo = async (role: string, name: RegExp) => {
      const target = screen.getByRole(role, { name });
      for (let step = 0; step < 60 && focused() !== target; step++) await keys.tab();
      expect(focused()).toBe(target);
      return target;
    };
    // Where a reader is after coming from another page.
    screen.getByRole('heading', { level: 1 }).focus();
    // Kinds by arrows, within one stop.
    await tabTo('radio', /^All$/);
    await keys.keyboard('{ArrowRight}{ArrowRight}');
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
    await keys.keyboard('{ArrowLeft}{ArrowLeft}');
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2));
    // A finding’s actions, in their order.
    await tabTo('button', /^Follow: Dormant/);
    await keys.tab();
    expect(focused()).toBe(screen.getByRole('button', { name: /^Snooze: Dormant/ }));
    await keys.keyboard('{Enter}');
    await screen.findByRole('menuitem', { name: 'For a month' });
    await keys.keyboard('{ArrowDown}');
    await keys.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
    await waitFor(() => expect(focused()).toBe(screen.getByRole('button', { name: /^Snooze: Dormant/ })));
    expect(server.sent(CHANGE)).toEqual([]);
    // A dialog that is closed returns to its button; one that is confirmed hides the finding.
    const dismiss = await tabTo('button', /^Dismiss: Dormant/);
    await keys.keyboard('{Enter}');
    await screen.findByRole('dialog', { name: 'Dismiss finding' });
    await keys.keyboard('{Escape}');
    await waitFor(() => expect(focused()).toBe(dismiss));
    await keys.keyboard('{Enter}');
    const dialog = await screen.findByRole('dialog', { name: 'Dismiss finding' });
    await waitFor(() => expect(dialog.contains(focused())).toBe(true));
    await tabTo('textbox', /Reason/);
    await keys.keyboard('Known.');
    server.answers[CHANGE] = () =>
      Response.json(finding({ state: { status: 'dismissed', until: null, reason: 'Known.', followed: null } }));
    await tabTo('button', /^Dismiss$/);
    await keys.keyboard('{Enter}');
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
    expect(server.sent(CHANGE)).toEqual([{ action: 'dismiss', reason: 'Known.' }]);
    // Its place in the list keeps the focus.
    expect(focused()).toBe(screen.getByRole('list', { name: 'Findings' }));
    await keys.tab();
    expect(focused()).toBe(screen.getByRole('button', { name: /^Follow: Fees/ }));
    // The query, from the menu of the one that is left.
    const more = await tabTo('button', /^More actions: Fees/);
    await keys.keyboard('{Enter}');
    await screen.findByRole('menuitem', { name: 'Show the query' });
    await keys.keyboard('{End}{Enter}');
    await screen.findByRole('dialog');
    await keys.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(focused()).toBe(more));
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
    server.answers['POST /api/v1/insights/cancel'] = () => {
      server.answers[LIST] = () => Response.json(insights({ run: null, findings: [] }));
      return Response.json({ canceled: true });
    };
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    const again = await screen.findByRole('button', { name: 'Compute now' });
    server.answers['POST /api/v1/insights/compute'] = () => Response.json({ pending: true });
    server.answers[LIST] = () =>
      Response.json(insights({ run: null, findings: [], job: { status: 'waiting', progress: 0 } }));
    await userEvent.click(again);
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

describe('a finding’s figures', () => {
  const REPORT = '77777777-7777-4777-8777-777777777777';
  const CHANGES = `POST /api/v1/reports/${REPORT}/draft/changes`;
  const filter = { field: 'state', op: 'in' as const, values: ['MI'] };
  const query = { ...finding().query, dimensions: ['state'], measures: ['reach'], filter } as Insight['query'];
  const outlier = finding({
    kind: 'outlier',
    sentence: { en: 'State “Michigan”: Reach at 1.05%; the median of 51 states is 4.29%.' },
    measure: { name: 'reach', title: { en: 'Reach', tr: 'Erişim' }, format: { unit: 'percent', decimals: 2, truncate: false } }, // prettier-ignore
    member: { field: 'state', title: { en: 'State', tr: 'Eyalet' }, label: { en: 'Michigan' }, value: 'MI' },
    value: 0.0105,
    chart: { kind: 'peers', count: 51, low: 0.03, median: 0.0429, high: 0.06, members: [] },
    drivers: null,
    query,
  });
  const openPlace = async (of: Insight, action: string) => {
    const workspace = { id: 'w1', name: { en: 'Shared' }, can: { edit: true }, archivedAt: null };
    server.answers['GET /api/v1/workspaces'] = () => Response.json({ workspaces: [workspace] });
    server.answers['POST /api/v1/reports'] = () => Response.json({ id: REPORT });
    server.answers[`GET /api/v1/reports/${REPORT}/draft`] = () =>
      Response.json({ revision: 4, document: { pages: [{ id: 'first' }, { id: 'last' }] } });
    server.answers[CHANGES] = () => Response.json({});
    const opened = await open(insights({ findings: [of] }));
    await userEvent.click(await screen.findByRole('button', { name: /^More actions/ }));
    await userEvent.click(await screen.findByRole('menuitem', { name: action }));
    return { ...opened, dialog: await screen.findByRole('dialog', { name: action }) };
  };
  const inserted = () =>
    (server.sent(CHANGES)[0] as { change: { operations: [{ tile: object; to: object }] } }).change.operations[0];

  it('become a report that is called by measure and member; an outlier is a bar among its peers', async () => {
    const { address, dialog } = await openPlace(outlier, 'Open as report');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Create report' }));
    await waitFor(() => expect(address()).toBe(`/reports/${REPORT}/edit`));
    const title = { en: 'Reach · Michigan', tr: 'Erişim · Michigan' };
    expect(server.sent('POST /api/v1/reports')).toEqual([{ workspace: 'w1', title, dataset: 'shares' }]);
    const { tile } = inserted();
    expect(tile).toMatchObject({
      kind: 'chart',
      shape: 'bar',
      category: 'state',
      measures: ['reach'],
      title: { en: 'Reach by State', tr: 'Eyalet bazında Erişim' },
    });
    expect(tile).not.toHaveProperty('filter');
    // Nothing that is sent has the figures of today.
    expect(JSON.stringify(server.requests.filter(({ key }) => /reports/.test(key)))).not.toMatch(/1\.05|4\.29/);
  });

  it('of an outlier with few peers’ names are a table that begins on its side', async () => {
    const filters = { all: [{ field: 'as_of', op: 'in', values: ['2025-12-31'] }, filter] };
    const named = finding({
      ...outlier,
      query: { ...query, dimensions: ['state', 'state_name'], filter: filters } as Insight['query'],
    });
    const { dialog } = await openPlace(named, 'Open as report');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Create report' }));
    await waitFor(() => expect(server.sent(CHANGES)).toHaveLength(1));
    expect(inserted().tile).toMatchObject({
      kind: 'table',
      dimensions: ['state', 'state_name'],
      order: [{ field: 'reach', direction: 'asc' }],
      filter: { field: 'as_of' },
    });
  });

  it('are added to the end of a report that is there', async () => {
    server.answers['GET /api/v1/reports'] = () =>
      Response.json({ reports: [{ id: REPORT, title: { en: 'Board' }, can: { edit: true }, archivedAt: null }] });
    const { address, dialog } = await openPlace(finding(), 'Add to a report');
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Add' }));
    await waitFor(() => expect(address()).toBe(`/reports/${REPORT}/edit`));
    expect(server.sent('POST /api/v1/reports')).toEqual([]);
    expect(inserted()).toMatchObject({
      tile: { kind: 'figures', measures: ['dormant'], title: { en: 'Dormant accounts' } },
      to: { page: 'last' },
    });
  });

  it('get an alert on the member’s own value, in a report that is published', async () => {
    server.answers[`POST /api/v1/reports/${REPORT}/publish`] = () => Response.json({});
    server.answers[`POST /api/v1/reports/${REPORT}/alerts`] = () => Response.json({});
    const { address, dialog } = await openPlace(outlier, 'Make it an alert');
    expect(dialog.textContent).toContain('when they change by more than 10%');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Create alert' }));
    await waitFor(() => expect(address()).toBe(`/reports/${REPORT}`));
    expect(inserted().tile).toMatchObject({ id: 'finding', kind: 'figures', measures: ['reach'], filter });
    expect(server.sent(`POST /api/v1/reports/${REPORT}/publish`)).toEqual([{ basedOn: 4, note: '' }]);
    expect(server.sent(`POST /api/v1/reports/${REPORT}/alerts`)).toEqual([
      {
        tile: 'finding',
        measure: 'reach',
        title: 'Reach · Michigan',
        condition: { kind: 'change', when: 'either', by: 0.1, unit: 'percent', against: 'version' },
      },
    ]);
  });
});
