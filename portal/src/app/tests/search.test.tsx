import type { CatalogDataset, CatalogMeasure } from '@rise/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { fill, openPortal, person, server, usePortal } from './portal.fixture.tsx';

usePortal();

const ID = '018f3a52-7d1c-7000-8000-000000000001';
const measure = (name: string, en: string, tr: string): CatalogMeasure => ({
  name,
  title: { en, tr },
  definition: { en },
  caveat: null,
  format: { unit: 'percent', decimals: 2, truncate: false },
  better: 'higher',
  formula: '',
  owner: null,
  source: null,
  computedFrom: [],
  usedBy: [],
  synonyms: name === 'net_worth_ratio' ? ['capital ratio'] : [],
});
const field = { description: null, mapping: null, synonyms: [] };
const DATASET: CatalogDataset = {
  name: 'call_report',
  title: { en: 'Call report', tr: 'Çağrı raporu' },
  description: { en: 'Call report' },
  owner: null,
  table: 'foicu',
  dimensions: [
    { ...field, name: 'state', title: { en: 'State', tr: 'Eyalet' }, type: 'string' },
    { ...field, name: 'day', title: { en: 'Day', tr: 'Gün' }, type: 'date' },
  ],
  measures: [measure('net_worth_ratio', 'Net worth ratio', 'Özkaynak oranı'), measure('loans', 'Loans', 'Krediler')],
};

beforeEach(() => {
  const workspace = { id: 'w', archivedAt: null, can: { edit: true } };
  server.answers['GET /api/v1/workspaces'] = () => Response.json({ workspaces: [workspace] });
  server.answers['GET /api/v1/catalog'] = () => Response.json({ datasets: [DATASET] });
  server.answers['POST /api/v1/reports'] = () => Response.json({ id: ID });
  server.answers['POST /api/common/search'] = () =>
    Response.json([
      {
        id: 'reports',
        label: 'Reports',
        results: [{ id: 'r', title: 'Capital', detail: null, link: '/reports/r', icon: null, highlights: [] }],
      },
    ]);
});

async function searchFor(text: string) {
  await userEvent.click(await screen.findByRole('button', { name: 'Search' }));
  await fill(await screen.findByRole('combobox', { name: 'Search everything' }), text);
}
const options = () =>
  within(screen.getByRole('listbox', { name: 'Results' }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);

describe('a report from a question in the search', () => {
  it('is offered first, and Enter builds it', async () => {
    const { address } = await openPortal('/user', person('tenant.admin'));
    await searchFor('net worth ratio by state by month');
    await screen.findByRole('option', { name: 'Build a report: Net worth ratio by State, Month' });
    expect(options()).toEqual(['Build a report: Net worth ratio by State, Month', 'Capital']);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(address()).toBe(`/reports/${ID}/edit?fields=net_worth_ratio,state,day&grain=month`));
    expect(server.sent('POST /api/v1/reports')).toMatchObject([{ workspace: 'w', dataset: 'call_report' }]);
  });

  it('comes after what is found where only a measure is named', async () => {
    await openPortal('/user', person('tenant.admin'));
    await searchFor('capital ratio');
    await screen.findByRole('option', { name: 'Build a report: Net worth ratio' });
    expect(options()).toEqual(['Capital', 'Build a report: Net worth ratio']);
  });

  it('is not offered to who may put reports nowhere, nor where words name something else', async () => {
    server.answers['GET /api/v1/workspaces'] = () => Response.json({ workspaces: [] });
    await openPortal('/user', person('tenant.admin'));
    await searchFor('net worth ratio by state');
    await screen.findByRole('option', { name: 'Capital' });
    expect(options()).toEqual(['Capital']);
  });

  it('says so where it cannot be created', async () => {
    server.answers['POST /api/v1/reports'] = () =>
      Response.json({ error: { code: 'FORBIDDEN', message: 'Not here.', requestId: 'r' } }, { status: 403 });
    const { address } = await openPortal('/user', person('tenant.admin'));
    await searchFor('loans by state');
    await userEvent.click(await screen.findByRole('option', { name: 'Build a report: Loans by State' }));
    expect(await screen.findByRole('dialog')).toBeTruthy();
    expect(address()).toBe('/user');
  });
});

describe('how a search ended is reported once', () => {
  const KEY = 'POST /api/common/search/outcome';
  beforeEach(() => {
    server.answers[KEY] = () => Response.json(null);
  });

  it('with the result that was opened', async () => {
    await openPortal('/user', person('tenant.user'));
    await searchFor('capital');
    await userEvent.click(await screen.findByRole('option', { name: /Capital/ }));
    await waitFor(() => expect(server.sent(KEY)).toEqual([{ query: 'capital', opened: { set: 'reports', id: 'r' } }]));
  });

  it('or with none when it is left or another one begins, not for what was typed on the way', async () => {
    await openPortal('/user', person('tenant.user'));
    await searchFor('cap');
    await screen.findByRole('option', { name: /Capital/ });
    const field = screen.getByRole('combobox', { name: 'Search everything' });
    await userEvent.type(field, 'ital', { initialSelectionStart: 3 });
    await waitFor(() => expect(server.sent('POST /api/common/search')).toHaveLength(2));
    // The second one is answered: what is searched for is the whole word.
    const list = screen.getByRole('listbox', { name: 'Results' });
    await waitFor(() => expect(list.getAttribute('aria-busy')).toBe('false'));
    await userEvent.clear(field);
    await waitFor(() => expect(server.sent(KEY)).toEqual([{ query: 'capital', opened: null }]));
  });
});
