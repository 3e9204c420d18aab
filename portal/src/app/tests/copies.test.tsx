import type { CopyRun, CopySource, DataCopy, SourceTable } from '@rise/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { fill, openPortal, person, server, usePortal } from './portal.fixture.tsx';

usePortal();

const SOURCE = '018f3a52-7d1c-7000-8000-000000000001';
const COPY = '018f3a52-7d1c-7000-8000-000000000002';
const source: CopySource = {
  id: SOURCE,
  name: 'Core system',
  settings: { engine: 'postgres', host: 'core.example.org', database: 'core', schema: 'public' },
  proven: true,
  note: null,
  connectedAt: '2026-11-01T10:00:00.000Z',
};
const column = (name: string, native: string, type: SourceTable['columns'][number]['type']) => ({ name, native, type });
const tables: SourceTable[] = [
  { name: 'loan', columns: [column('loan_id', 'integer', 'integer'), column('booked_at', 'date', 'date'), column('officer', 'text', 'string')] }, // prettier-ignore
  { name: 'member', columns: [column('member_id', 'integer', 'integer')] },
];
const run = (more: Partial<CopyRun> = {}): CopyRun => ({
  id: '018f3a52-7d1c-7000-8000-000000000003',
  status: 'loaded',
  scheduled: true,
  startedBy: null,
  createdAt: '2026-11-02T05:00:00.000Z',
  startedAt: '2026-11-02T05:00:00.000Z',
  finishedAt: '2026-11-02T05:01:00.000Z',
  progress: null,
  version: 7,
  results: [{ table: 'loan', loaded: 1200, rows: 1200, before: null }],
  failure: null,
  importId: null,
  ...more,
});
const loan = { table: 'loan', target: 'loan', columns: ['loan_id', 'booked_at'], known: ['loan_id', 'booked_at'], mode: 'append' as const, watermark: 'booked_at', key: [], asOf: null }; // prettier-ignore
const copyOf = (lastRun: CopyRun | null): DataCopy => ({
  id: COPY,
  name: 'Nightly loans',
  content: { kind: 'tables', source: SOURCE, tables: [loan] },
  schedule: { every: 'day', at: '05:00' },
  paused: false,
  createdBy: 'admin@alder.example',
  runsAs: null,
  reads: [],
  nextRunAt: '2026-11-03T05:00:00.000Z',
  timeZone: 'America/Chicago',
  lastRun,
});

let copies: DataCopy[];
let sources: CopySource[];
beforeEach(() => {
  copies = [];
  sources = [source];
  server.answers['GET /api/v1/source'] = () => Response.json({ connection: null });
  server.answers['GET /api/v1/copies'] = () => Response.json({ copies });
  server.answers['GET /api/v1/copy-sources'] = () => Response.json({ sources });
  server.answers[`GET /api/v1/copy-sources/${SOURCE}/tables`] = () => Response.json({ tables });
  server.answers[`GET /api/v1/copies/${COPY}/runs`] = () =>
    Response.json({ runs: copies.flatMap(({ lastRun }) => lastRun ?? []) });
});

describe('copies', () => {
  it('are listed with their schedule in words and what became of the last run', async () => {
    copies = [copyOf(run())];
    await openPortal('/copies', person('tenant.admin'));
    expect(await screen.findByRole('link', { name: 'Nightly loans' })).toBeTruthy();
    expect(screen.getByText(/Every day at 05:00 \(America\/Chicago\)/)).toBeTruthy();
    expect(screen.getByText('Loaded')).toBeTruthy();
    expect(screen.getByText(/PostgreSQL · core.example.org \/ core.public/)).toBeTruthy();
  });

  it('are set up with tables, a column that grows and a time', async () => {
    server.answers['POST /api/v1/copies'] = () => {
      copies = [copyOf(null)];
      return Response.json(copies[0]);
    };
    await openPortal('/copies?edit=new', person('tenant.admin'));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'loan' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save copy' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Enter a name.');
    await fill(screen.getByLabelText('Name'), 'Nightly loans');
    const group = within(screen.getByRole('group', { name: 'loan' }));
    await userEvent.selectOptions(group.getByLabelText('What is copied'), 'New rows, added');
    await userEvent.selectOptions(group.getByLabelText('Column that grows'), 'booked_at');
    await userEvent.selectOptions(screen.getByLabelText('Runs'), 'Every day');
    await userEvent.click(screen.getByRole('button', { name: 'Save copy' }));
    expect(await screen.findByRole('button', { name: 'Run now' })).toBeTruthy();
    const columns = ['loan_id', 'booked_at', 'officer'];
    expect(server.sent('POST /api/v1/copies')).toEqual([
      {
        name: 'Nightly loans',
        content: { kind: 'tables', source: SOURCE, tables: [{ ...loan, columns, known: columns }] },
        schedule: { every: 'day', at: '05:00' },
      },
    ]);
  });

  it('that stopped say why, and lead to the columns that came', async () => {
    const message = 'The columns of the source have changed, so nothing was copied. New: loan.officer.';
    const failure = { code: 'columns' as const, message, columns: [{ table: 'loan', column: 'officer', change: 'came' as const }] }; // prettier-ignore
    copies = [copyOf(run({ status: 'stopped', version: null, results: [], failure }))];
    await openPortal(`/copies?copy=${COPY}`, person('tenant.admin'));
    const region = await screen.findByRole('region', { name: 'What happened' });
    expect(region.textContent).toContain(message);
    await userEvent.click(within(region).getByRole('link', { name: 'Choose the columns' }));
    expect(await screen.findByText('New at the source: officer. Check them below to copy them.')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'officer' }).checked).toBe(false);
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'booked_at' }).checked).toBe(true);
  });

  it('of a saved query show what it reads, and are saved once its open rows are confirmed', async () => {
    const query = {
      id: '018f3a52-7d1c-7000-8000-000000000009',
      name: 'Loans by state',
      description: '',
      sql: 'SELECT state, count(*) AS loans FROM loan WHERE state <> {{without}} GROUP BY state',
      parameters: [{ name: 'without', type: 'text', text: 'TX' }],
      shared: false,
      revision: 3,
      author: 'admin@alder.example',
      isOwn: true,
      can: { change: true, delete: true },
      updatedAt: '2026-11-02T05:00:00.000Z',
    };
    server.answers['GET /api/v1/sql/queries'] = () => Response.json({ queries: [query] });
    server.answers['POST /api/v1/copies/query-check'] = () =>
      Response.json({
        columns: [{ name: 'state', type: 'string' }, { name: 'loans', type: 'integer' }], // prettier-ignore
        reads: ['loan'],
        guarded: [{ table: 'loan', rules: ['own_branch'], masked: [] }],
      });
    const content = { kind: 'query' as const, query: query.id, revision: 3, sql: query.sql, parameters: { without: { type: 'text' as const, value: 'TX' } }, target: 'loans_by_state', asOf: null, open: ['loan'] }; // prettier-ignore
    const saved: DataCopy = { ...copyOf(run()), content, runsAs: 'admin@alder.example', reads: ['loan'], schedule: { every: 'load' } }; // prettier-ignore
    server.answers['POST /api/v1/copies'] = () => Response.json(saved);
    server.answers[`POST /api/v1/copies/${COPY}/run`] = () => {
      copies = [saved];
      return Response.json(saved);
    };
    await openPortal(`/copies?edit=new&query=${query.id}`, person('tenant.admin'));
    expect(await screen.findByText(/without = TX · 2 columns · reads loan/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Save copy' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Confirm who may see the rows.');
    await userEvent.click(screen.getByRole('checkbox', { name: /Everybody who may read loans_by_state/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Save copy' }));
    const dataset = await screen.findByRole('link', { name: 'Look at it in the model editor first' });
    expect(dataset.getAttribute('href')).toContain('/model/edit?panel=tables&tables=loans_by_state');
    expect(server.sent('POST /api/v1/copies')).toEqual([
      { name: 'Loans by state', content, schedule: { every: 'load' } },
    ]);
    expect(screen.getByText(/with the rights of admin@alder.example/)).toBeTruthy();
  });

  it('of a query whose table is a dataset lead to a report of it', async () => {
    const id = '018f3a52-7d1c-7000-8000-000000000009';
    const content = { kind: 'query' as const, query: id, revision: 3, sql: 'SELECT 1', parameters: {}, target: 'loans_by_state', asOf: null, open: [] }; // prettier-ignore
    copies = [{ ...copyOf(run()), content, reads: ['loan'] }];
    const dataset = (name: string, table: string | null) => ({ name, title: { en: name }, description: { en: name }, owner: null, table, dimensions: [], measures: [] }); // prettier-ignore
    server.answers['GET /api/v1/catalog'] = () =>
      Response.json({ datasets: [dataset('loans', 'loan'), dataset('states', 'loans_by_state')] });
    server.answers['GET /api/v1/workspaces'] = () =>
      Response.json({ workspaces: [{ id: 'w', archivedAt: null, can: { edit: true } }] });
    server.answers['POST /api/v1/reports'] = () => Response.json({ id });
    const { address } = await openPortal(`/copies?copy=${COPY}`, person('tenant.admin'));
    expect(await screen.findByText('Its rows are the dataset “states”.')).toBeTruthy();
    await userEvent.click(await screen.findByRole('button', { name: 'Create report' }));
    await waitFor(() => expect(address()).toBe(`/reports/${id}/edit`));
    expect(server.sent('POST /api/v1/reports')).toMatchObject([{ workspace: 'w', dataset: 'states' }]);
  });

  describe('of a query whose table is no dataset yet', () => {
    const id = '018f3a52-7d1c-7000-8000-000000000009';
    const content = { kind: 'query' as const, query: id, revision: 3, sql: 'SELECT 1', parameters: {}, target: 'loans_by_state', asOf: null, open: [] }; // prettier-ignore
    const measure = { name: 'loans', format: { unit: 'number', decimals: 0 } };
    const states = { name: 'loans_by_state', title: { en: 'Loans by state' }, description: { en: 'D' }, owner: null, table: 'loans_by_state', dimensions: [{ name: 'state', type: 'string' }], measures: [measure] }; // prettier-ignore
    let isPublished: boolean;
    beforeEach(() => {
      isPublished = false;
      copies = [{ ...copyOf(run()), content, reads: ['loan'] }];
      server.answers['GET /api/v1/catalog'] = () => Response.json({ datasets: isPublished ? [states] : [] });
      server.answers['GET /api/v1/workspaces'] = () =>
        Response.json({ workspaces: [{ id: 'w', archivedAt: null, can: { edit: true } }] });
      server.answers['GET /api/v1/model/draft'] = () => Response.json({ draft: null });
      server.answers['GET /api/v1/model'] = () =>
        Response.json({ document: 'version: 1\ndatasets:\n  - name: loans\n', version: 4 });
      server.answers['POST /api/v1/model/generate'] = () =>
        Response.json({
          document: 'version: 1\ndatasets:\n  - name: loans_by_state\n',
          datasets: ['loans_by_state'],
          questions: [],
          skipped: [],
        });
      server.answers['PUT /api/v1/model'] = () => {
        isPublished = true;
        return Response.json({ changed: true });
      };
      server.answers['POST /api/v1/reports'] = () => Response.json({ id });
    });
    const start = async () => {
      const { address } = await openPortal(`/copies?copy=${COPY}`, person('tenant.admin'));
      await userEvent.click(await screen.findByRole('button', { name: 'Add to the model and create report' }));
      return address;
    };

    it('publish the dataset beside what the model has, and open a report that begins with its fields', async () => {
      const address = await start();
      await waitFor(() => expect(decodeURIComponent(address())).toBe(`/reports/${id}/edit?fields=loans,state`));
      expect(server.sent('PUT /api/v1/model')).toEqual([
        {
          document: 'version: 1\ndatasets:\n  - name: loans\n  - name: loans_by_state\n',
          message: 'Dataset of the copy Nightly loans',
          basedOn: 4,
        },
      ]);
      expect(server.sent('POST /api/v1/reports')).toMatchObject([{ workspace: 'w', dataset: 'loans_by_state' }]);
    });

    it('publish nothing beside a draft of someone else', async () => {
      server.answers['GET /api/v1/model/draft'] = () => Response.json({ draft: { document: '', revision: 1 } });
      await start();
      expect((await screen.findByRole('alert')).textContent).toMatch(/^The model has a draft/);
      expect(server.sent('PUT /api/v1/model')).toEqual([]);
    });
  });
});
