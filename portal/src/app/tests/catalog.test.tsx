import type { CatalogDataset, CatalogMeasure } from '@rise/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { fill, openPortal, person, server, usePortal } from './portal.fixture.tsx';

usePortal();

const measure = (name: string, title: string, change: Partial<CatalogMeasure> = {}): CatalogMeasure => ({
  name,
  title: { en: title },
  definition: { en: `${title} of all loans` },
  caveat: null,
  format: { unit: 'currency', decimals: 0, truncate: false },
  better: 'neutral',
  formula: `sum(loans.${name})`,
  owner: null,
  source: null,
  computedFrom: [],
  usedBy: [],
  synonyms: [],
  ...change,
});

const LOANS: CatalogDataset = {
  name: 'loans',
  title: { en: 'Loans', tr: 'Krediler' },
  description: { en: 'One row for each loan' },
  owner: 'Finance',
  table: 'loans',
  dimensions: [
    { name: 'branch', title: { en: 'Branch' }, description: null, type: 'string', mapping: 'branches', synonyms: [] },
  ],
  measures: [
    measure('balance', 'Balance', { usedBy: ['rate'] }),
    measure('rate', 'Average rate', {
      format: { unit: 'percent', decimals: 2, truncate: false },
      better: 'higher',
      caveat: { en: 'Year to date.' },
      formula: 'interest × 12 ÷ {months} ÷ balance',
      computedFrom: ['balance'],
    }),
  ],
};
const CARDS: CatalogDataset = {
  ...LOANS,
  name: 'cards',
  title: { en: 'Cards' },
  measures: [measure('limits', 'Limits')],
};

beforeEach(() => {
  server.answers['GET /api/v1/catalog/usage?dataset=loans&name=rate'] = () =>
    Response.json({ reports: [{ id: 'r1', title: { en: 'Board scorecard' } }] });
  server.answers['GET /api/v1/data-version'] = () =>
    Response.json({ dataVersion: 7, source: 'Loans', asOf: '2025-12-31', loadedAt: '2026-01-15T10:00:00Z' });
  server.answers['GET /api/v1/catalog'] = () => Response.json({ datasets: [LOANS, CARDS] });
});

const NAMES = new Set(['Balance', 'Average rate', 'Limits']);
const titles = () =>
  within(screen.getByRole('main'))
    .getAllByRole('button')
    .map(({ textContent }) => textContent ?? '')
    .filter((text) => NAMES.has(text));

describe('the catalog', () => {
  it('lists all measures, and narrows them by dataset, words and formula', async () => {
    const { address } = await openPortal('/model', person('tenant.user'));
    await screen.findByRole('button', { name: 'Balance' });
    expect(titles()).toEqual(['Average rate', 'Balance', 'Limits']);
    await userEvent.selectOptions(screen.getByLabelText('Dataset'), 'Loans');
    await waitFor(() => expect(titles()).toEqual(['Average rate', 'Balance']));
    await fill(screen.getByRole('searchbox'), 'interest');
    await waitFor(() => expect(titles()).toEqual(['Average rate']));
    expect(address()).toBe('/model?dataset=loans&q=interest');
    await fill(screen.getByRole('searchbox'), ' nowhere');
    expect(await screen.findByText('Nothing matches')).toBeTruthy();
  });

  it('begins a report with a measure, where the reader may put reports', async () => {
    const workspace = { id: 'w', archivedAt: null, can: { edit: true } };
    server.answers['GET /api/v1/workspaces'] = () => Response.json({ workspaces: [workspace] });
    server.answers['POST /api/v1/reports'] = () => Response.json({ id: '018f3a52-7d1c-7000-8000-000000000001' });
    const { address } = await openPortal('/model', person('tenant.admin'));
    await userEvent.click(await screen.findByRole('button', { name: 'Average rate' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Build a report with it' }));
    await waitFor(() => expect(address()).toBe('/reports/018f3a52-7d1c-7000-8000-000000000001/edit?fields=rate'));
    expect(server.sent('POST /api/v1/reports')).toMatchObject([{ workspace: 'w', dataset: 'loans' }]);
  });

  it('shows everything about a measure, and leads to those that it is computed from', async () => {
    const { address } = await openPortal('/model', person('tenant.user'));
    await userEvent.click(await screen.findByRole('button', { name: 'Average rate' }));
    const drawer = await screen.findByRole('dialog', { name: 'Average rate' });
    expect(drawer.textContent).toContain('interest × 12 ÷ months ÷ balance');
    expect(drawer.textContent).toContain('Year to date.');
    expect(drawer.textContent).toContain('Higher is better');
    expect(drawer.textContent).toContain('Finance');
    const table = within(drawer).getByRole('link', { name: 'loans' });
    expect(table.getAttribute('href')).toBe('/warehouse-data-view?table=loans');
    const report = await within(drawer).findByRole('link', { name: 'Board scorecard' });
    expect(report.getAttribute('href')).toBe('/reports/r1');
    expect(drawer.textContent).toContain('Data version7');
    await userEvent.click(within(drawer).getByRole('button', { name: 'Balance' }));
    const next = await screen.findByRole('dialog', { name: 'Balance' });
    expect(within(next).getByRole('button', { name: 'Average rate' })).toBeTruthy();
    expect(address()).toBe('/model?about=loans.balance');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address()).toBe('/model');
  });

  it('lists dimensions, with the mapping of their codes', async () => {
    await openPortal('/model?show=dimensions&dataset=loans&about=loans.branch', person('tenant.user'));
    const drawer = await screen.findByRole('dialog', { name: 'Branch' });
    expect(drawer.textContent).toContain('No description yet.');
    expect(drawer.textContent).toContain('branches');
  });

  it('says so where there is no model', async () => {
    server.answers['GET /api/v1/catalog'] = () => Response.json({ datasets: [] });
    await openPortal('/model', person('tenant.user'));
    expect(await screen.findByText('No definitions yet')).toBeTruthy();
  });
});
