import type { FreezeComparison, FrozenReport, Report, ReportFreeze, ResultColumn } from '@rise/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { scorecard } from '../../features/report/scorecard.fixture.ts';
import { fill, openPortal, person, server, usePortal } from './portal.fixture.tsx';
import { queryMeta } from './report-answers.fixture.ts';

usePortal();

const text = (en: string) => ({ en, tr: en });
const FILED = '0b9f2f0e-4c31-4d8a-9a54-6d1f1c5d7a11';
const CORRECTED = '0b9f2f0e-4c31-4d8a-9a54-6d1f1c5d7a12';
const scored = scorecard({
  tiles: [
    { id: 'states', kind: 'table', title: text('By state'), width: 12, of: 'peers', subtotals: false, dimensions: ['state'], measures: ['nwr'] }, // prettier-ignore
    { id: 'list', kind: 'rows', title: text('Members'), width: 12, of: 'peers', columns: ['state', 'nwr'], order: [], pageSize: 5 }, // prettier-ignore
  ],
});
const PATH = `/api/v1/reports/${scored.id}`;
const report: Report = { ...scored, version: 3, dataVersion: null, asOf: null, loadedAt: null, defaultSubject: null };

const filed: ReportFreeze = {
  id: FILED,
  number: 1,
  name: 'As filed',
  note: 'Sent to the board',
  frozenBy: 'boss@alder.example',
  frozenAt: '2026-02-03T10:00:00.000Z',
  corrects: null,
  correctedBy: { id: CORRECTED, number: 2, name: 'As corrected' },
  reportVersion: 3,
  dataVersion: 7,
  asOf: '2025-12-31',
  model: { version: 4, template: null },
  parametersVersion: 0,
  mappings: {},
  software: '0.2.0',
  hash: 'ab12cd34ef56'.padEnd(64, '0'),
  previousHash: null,
  can: { read: true },
};
const corrected: ReportFreeze = {
  ...filed,
  id: CORRECTED,
  number: 2,
  name: 'As corrected',
  corrects: { id: FILED, number: 1, name: 'As filed' },
  correctedBy: null,
  dataVersion: 8,
  can: { read: false },
};

const column = (name: string, role: ResultColumn['role'], type: ResultColumn['type']): ResultColumn => ({
  name,
  title: text(name.toUpperCase()),
  role,
  type,
});
const meta = queryMeta({ dataVersion: 7 });
const percent = { unit: 'percent' as const, decimals: 2, truncate: false };
const columns = [column('state', 'dimension', 'string'), { ...column('nwr', 'measure', 'number'), format: percent }];
const members = Array.from({ length: 7 }, (_, place) => [`State ${place + 1}`, (place + 1) / 100]);
const frozen: FrozenReport = {
  freeze: filed,
  content: {
    report: { ...report, dataVersion: 7, asOf: '2025-12-31' },
    state: { filters: { state: ['VT'] } },
    resolved: { peers: { by: 'filters', filters: {}, omitted: [] }, minimums: {}, own: {} },
    subject: null,
    results: {
      states: {
        table: {
          query: { kind: 'aggregate', dataset: 'd', dimensions: ['state'], measures: ['nwr'], calculations: [], order: [], limit: 10, offset: 0, totals: false }, // prettier-ignore
          result: { columns, rows: [['Vermont', 0.1123]], meta },
        },
      },
      list: {
        rows: {
          query: { kind: 'rows', dataset: 'd', columns: ['state', 'nwr'], order: [], distinct: false, limit: 5, offset: 0, count: true }, // prettier-ignore
          result: { columns, rows: members, count: 7, meta },
        },
      },
    },
  },
};

let freezes: ReportFreeze[];
let canFreeze: boolean;
beforeEach(() => {
  [freezes, canFreeze] = [[corrected, filed], false];
  server.answers[`GET ${PATH}`] = () => Response.json(report);
  server.answers[`GET ${PATH}/views`] = () => Response.json({ views: [], can: { share: false } });
  server.answers[`GET ${PATH}/comments`] = () => Response.json({ threads: [] });
  server.answers[`GET ${PATH}/freezes`] = () => Response.json({ freezes, can: { freeze: canFreeze } });
  server.answers[`GET ${PATH}/freezes/${FILED}`] = () => Response.json(frozen);
});
const open = (path = '') => openPortal(`/reports/${report.id}${path}`, person('tenant.user'));
const failing = (code: string, status: number) => () =>
  Response.json({ error: { code, message: 'x', requestId: 'r' } }, { status });

async function openFreezes(): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'As reported' }));
}

describe('the freezes of a report', () => {
  it('are listed with who froze what, and open for those with the same row rights', async () => {
    await open();
    await openFreezes();
    const list = await screen.findByRole('list', { name: 'As reported' });
    const [second, first] = within(list).getAllByRole('listitem');
    expect(within(first!).getByRole('link', { name: 'As filed' }).getAttribute('href')).toContain(`/freezes/${FILED}`);
    expect(first!.textContent).toMatch(
      /Frozen by boss@alder.example on Feb 3, 2026.*As of Dec 31, 2025.*Data version 7.*Model version 4/,
    );
    expect(within(first!).getByText('Corrected by “As corrected”')).toBeTruthy();
    expect(within(second!).queryByRole('link')).toBeNull();
    expect(within(second!).getByText(/^Frozen under other row rights than yours/)).toBeTruthy();
    // Who may only read does not freeze.
    expect(screen.queryByRole('button', { name: 'Freeze as reported…' })).toBeNull();
  });

  it('are added with a name, a note and the selections of the page, and the server’s reason is shown', async () => {
    canFreeze = true;
    server.answers[`GET ${PATH}`] = () => Response.json({ ...report, dataVersion: 7 });
    server.answers[`POST ${PATH}/run`] = () =>
      new Response('', { headers: { 'content-type': 'application/x-ndjson' } });
    server.answers['POST /api/v1/query'] = () => Response.json({ columns: [], rows: [], meta });
    server.answers[`POST ${PATH}/freezes`] = () =>
      Response.json({ error: { code: 'QUERY_INVALID', message: 'The tile “By state” failed: no.', requestId: 'r' } }, { status: 400 }); // prettier-ignore
    await open('?state=VT');
    await openFreezes();
    await userEvent.click(await screen.findByRole('button', { name: 'Freeze as reported…' }));
    const name = await screen.findByRole('textbox', { name: 'Name' });
    await waitFor(() => expect(document.activeElement).toBe(name));
    await userEvent.click(screen.getByRole('button', { name: 'Freeze' }));
    expect(screen.getByText('Enter a name.')).toBeTruthy();
    await fill(name, 'As filed');
    await userEvent.click(screen.getByRole('button', { name: 'Freeze' }));
    expect(screen.getByText(/^Another freeze of this report has this name/)).toBeTruthy();
    await userEvent.clear(name);
    await fill(name, 'Second');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Corrects' }), 'As filed');
    await userEvent.click(screen.getByRole('button', { name: 'Freeze' }));
    expect(await screen.findByText('The tile “By state” failed: no.')).toBeTruthy();
    const sent = { name: 'Second', note: '', state: { filters: { state: ['VT'] } }, corrects: FILED };
    expect(server.sent(`POST ${PATH}/freezes`)).toEqual([sent]);
  });
});

describe('a frozen report', () => {
  it('says what it is, and is drawn from its stored rows without running anything', async () => {
    await open(`/freezes/${FILED}`);
    const band = await screen.findByRole('region', { name: 'As reported: As filed' });
    for (const fact of [
      /Frozen by boss@alder.example on Feb 3, 2026/,
      /As of Dec 31, 2025/,
      /Data version 7/,
      /Model version 4/,
      /Hash ab12cd34ef56/,
    ])
      // prettier-ignore
      expect(band.textContent).toMatch(fact);
    expect(within(band).getByText('Sent to the board')).toBeTruthy();
    expect(await screen.findByText('11.23%')).toBeTruthy();
    expect(screen.getByText(/state: VT$/)).toBeTruthy();
    // A list is paged through its stored rows.
    expect(await screen.findByText('State 5')).toBeTruthy();
    expect(screen.queryByText('State 6')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: /next/i }));
    expect(await screen.findByText('State 6')).toBeTruthy();
    expect(server.requests.filter(({ key }) => key.includes('/run') || key.includes('/query'))).toEqual([]);
  });

  it('says whether it is intact and computes the same again', async () => {
    let verdict: object = { intact: true, broken: [], rerun: { status: 'same', figures: 8 } };
    server.answers[`GET ${PATH}/freezes/${FILED}/verification`] = () => Response.json(verdict);
    await open(`/freezes/${FILED}`);
    await userEvent.click(await screen.findByRole('button', { name: 'Verify' }));
    expect(await screen.findByText(/^Intact: .* all 8 figures are the same\.$/)).toBeTruthy();
    verdict = { intact: false, broken: ['chain'], rerun: { status: 'not-run', reason: 'data-removed' } };
    await userEvent.click(screen.getByRole('button', { name: 'Verify' }));
    expect(
      await screen.findByText(/^Changed: an earlier freeze .* the data of its version was removed\.$/),
    ).toBeTruthy();
  });

  it('is shown to nobody with other row rights, nor where it was tampered with', async () => {
    server.answers[`GET ${PATH}/freezes/${FILED}`] = failing('OTHER_ROW_RIGHTS', 403);
    await open(`/freezes/${FILED}`);
    expect(await screen.findByText(/^It was frozen under other row rights than yours/)).toBeTruthy();
  });

  it('that was tampered with says so', async () => {
    server.answers[`GET ${PATH}/freezes/${FILED}`] = failing('CONFLICT', 409);
    await open(`/freezes/${FILED}`);
    expect(await screen.findByText('This freeze was tampered with')).toBeTruthy();
  });
});

describe('the comparison of a freeze', () => {
  const figure = { tile: 'states', measure: text('Assets'), format: { unit: 'currency' as const, decimals: 0, truncate: false } }; // prettier-ignore
  const comparison: FreezeComparison = {
    from: filed,
    to: null,
    dataVersion: 8,
    modelVersion: 5,
    causes: [
      { cause: 'data', notRun: null },
      { cause: 'model', notRun: null },
    ],
    tiles: [{ id: 'states', title: text('By state') }],
    failed: [],
    counts: { moved: 1, added: 1, removed: 0, same: 1 },
    figures: [
      {
        ...figure,
        at: [{ title: text('State'), value: 'VT', label: text('Vermont') }],
        change: 'moved',
        old: '100',
        new: '130',
        difference: '30',
        steps: [
          { causes: ['data'], difference: '10' },
          { causes: ['model'], difference: '20' },
        ],
      },
      { ...figure, at: [{ title: text('State'), value: 'NH', label: null }], change: 'added', old: null, new: '7', difference: null, steps: [{ causes: ['data'], difference: null }] }, // prettier-ignore
      { ...figure, at: [{ title: text('State'), value: 'ME', label: null }], change: 'same', old: '5', new: '5', difference: '0', steps: [] }, // prettier-ignore
    ],
    omitted: 0,
  };

  it('lists the figures that moved with their difference and what moved them; all of them on demand', async () => {
    server.answers[`GET ${PATH}/freezes/${FILED}/comparison`] = () => Response.json(comparison);
    const { address } = await open(`/freezes/${FILED}/compare`);
    const grid = await screen.findByRole('grid', { name: 'Compared figures' });
    expect(screen.getByText('2 figures moved, 1 stayed the same.')).toBeTruthy();
    const rowOf = (name: RegExp) => within(grid).getByRole('row', { name }).textContent;
    expect(rowOf(/Vermont/)).toMatch(/Assets · Vermont\$100\$130\+\$30Data \+\$10; Model \+\$20By state/);
    expect(rowOf(/NH/)).toMatch(/–\$7NewData/);
    expect(within(grid).queryByText(/ME/)).toBeNull();
    await userEvent.click(screen.getByRole('switch', { name: 'Only figures that moved' }));
    expect(await screen.findByText('Assets · ME')).toBeTruthy();
    expect(address()).toContain('all=yes');
  });

  it('is made with another freeze where one is chosen', async () => {
    freezes = [{ ...corrected, can: { read: true } }, filed];
    server.answers[`GET ${PATH}/freezes/${FILED}/comparison`] = () => Response.json(comparison);
    server.answers[`GET ${PATH}/freezes/${FILED}/comparison?with=${CORRECTED}`] = () =>
      Response.json({
        ...comparison,
        to: corrected,
        causes: [
          { cause: 'data', notRun: 'data-removed' },
          { cause: 'model', notRun: null },
        ],
      });
    await open(`/freezes/${FILED}/compare`);
    await screen.findByRole('option', { name: 'As corrected' });
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Compare with' }), 'As corrected');
    expect(await screen.findByText(/^“As filed” beside “As corrected”/)).toBeTruthy();
    expect(
      screen.getByText(/^Data – not separated from the next cause, because the data of that version was removed$/),
    ).toBeTruthy();
  });
});
