import type { QueryReport } from '@rise/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { openPortal, person, server, usePortal } from './portal.fixture.tsx';

usePortal();

const ID = '018f3a52-7d1c-7000-8000-000000000009';
const COPY = '018f3a52-7d1c-7000-8000-00000000000c';
const query = {
  id: ID,
  name: 'Loans by state',
  description: '',
  sql: 'SELECT 1',
  parameters: [],
  shared: true,
  revision: 1,
  author: 'admin@alder.example',
  isOwn: false,
  can: { change: false, delete: false },
  updatedAt: '2026-11-02T05:00:00.000Z',
};
let way: QueryReport;

beforeEach(() => {
  way = { next: 'table', table: null, copy: null, isOutdated: false, dataset: null, lacks: null, ask: [] };
  server.answers['GET /api/v1/sql/tables'] = () =>
    Response.json({ tables: [{ name: 'loan', columns: [{ name: 'state', type: 'string', masked: false }] }] });
  server.answers['GET /api/v1/sql/tabs'] = () =>
    Response.json({
      tabs: [
        { id: COPY, title: 'Tab', sql: '', parameters: [], savedQuery: null, revision: 1, updatedAt: query.updatedAt },
      ],
    });
  server.answers['GET /api/v1/sql/queries'] = () => Response.json({ queries: [query] });
  server.answers[`GET /api/v1/sql/queries/${ID}/report`] = () => Response.json(way);
});

async function createReport() {
  const opened = await openPortal('/sql?panel=queries', person('tenant.admin'));
  await userEvent.click(await screen.findByRole('button', { name: 'Create report of Loans by state' }));
  return opened;
}
const dialog = () => screen.findByRole('dialog', { name: 'Report of Loans by state' });

describe('a report of a saved query', () => {
  it('opens with the fields of its dataset where there is one', async () => {
    const dataset = { name: 'loans_by_state', title: { en: 'L' }, table: 'loans_by_state', dimensions: [{ name: 'state', type: 'string' }], measures: [{ name: 'loans', format: { unit: 'number' } }] }; // prettier-ignore
    way = { ...way, next: 'report', table: 'loans_by_state', dataset: 'loans_by_state' };
    server.answers['GET /api/v1/catalog'] = () => Response.json({ datasets: [dataset] });
    server.answers['GET /api/v1/workspaces'] = () =>
      Response.json({ workspaces: [{ id: 'w', archivedAt: null, can: { edit: true } }] });
    server.answers['POST /api/v1/reports'] = () => Response.json({ id: ID });
    const { address } = await createReport();
    await waitFor(() => expect(decodeURIComponent(address())).toBe(`/reports/${ID}/edit?fields=loans,state`));
    expect(server.sent('POST /api/v1/reports')).toMatchObject([{ workspace: 'w', dataset: 'loans_by_state' }]);
  });

  it('leads to its table first, and to its dataset once the table is loaded', async () => {
    await createReport();
    const table = await within(await dialog()).findByRole('link', { name: 'Create the table' });
    expect(table.getAttribute('href')).toBe(`/copies?edit=new&query=${ID}`);
    await userEvent.click(within(await dialog()).getByRole('button', { name: 'Close' }));
    way = { ...way, next: 'dataset', table: 'loans_by_state', copy: COPY, isOutdated: true };
    await userEvent.click(screen.getByRole('button', { name: 'Create report of Loans by state' }));
    const dataset = await within(await dialog()).findByRole('link', { name: 'Add to the model' });
    expect(dataset.getAttribute('href')).toBe(`/copies?copy=${COPY}`);
    expect(within(await dialog()).getByText(/older text of this query/)).toBeTruthy();
    expect(within(await dialog()).getAllByLabelText('Done:')).toHaveLength(1);
  });

  it('says which right is missing, and whom to ask', async () => {
    way = { ...way, lacks: 'data.manage', ask: ['Ada Alder', 'Bea Alder'] };
    await createReport();
    const text = 'Creating a table needs the right to import data, which you don’t have. Ask Ada Alder, Bea Alder.';
    expect(await within(await dialog()).findByText(text)).toBeTruthy();
    expect(within(await dialog()).queryByRole('link')).toBeNull();
  });
});
