import type { QueryResult, ReportEvent, SemanticQuery } from '@rise/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';
import { linesOf, widestOf } from './reports.rules.ts';

let portal: TestPortal;
let cookie: string;
let report: string;
beforeAll(async () => {
  portal = await startTestPortal();
  const { alder } = portal.tenants;
  ({ cookie } = await portal.signIn({ email: 'ada@alder.example', roles: ['tenant.user'], tenants: [alder] }));
  const listed = await portal.fetch('GET /api/v1/reports', { cookie });
  report = ((await listed.json()) as { reports: { id: string }[] }).reports[0]!.id;
});
afterAll(() => portal?.close());

interface Asked {
  readonly slot: string;
  readonly query: SemanticQuery;
  readonly result: QueryResult;
}

async function run(state: object): Promise<Asked[]> {
  const response = await portal.fetch('POST /api/v1/reports/:id/run', { cookie, id: report, body: state });
  const events = (await response.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ReportEvent);
  expect(events.at(-1)!.type).toBe('done');
  return events.flatMap((event) =>
    event.type === 'tile'
      ? Object.entries(event.results).map(([slot, asked]) => ({ slot: `${event.tile}.${slot}`, ...asked }))
      : [],
  );
}

test.each([
  ['as it opens', {}],
  ['of some states and another measure', { filters: { state: ['VT', 'NH', 'ME'] }, measure: 'return_on_assets' }],
  ['of a measure that no other tile has', { measure: 'loans_per_member' }],
])('a report %s shows in each tile what its query answers by itself', async (_name, state) => {
  const asked = await run(state);
  expect(asked.length).toBeGreaterThan(8);
  for (const { slot, query, result } of asked) {
    const alone = await portal.fetch('POST /api/v1/query', { cookie, body: query });
    const { columns, rows, totals, meta } = (await alone.json()) as QueryResult;
    expect({ slot, columns: result.columns, rows: result.rows, totals: result.totals }).toEqual({
      slot,
      columns,
      rows,
      totals,
    });
    expect(result.meta).toMatchObject({ rowCount: meta.rowCount, truncated: meta.truncated, unmapped: meta.unmapped });
  }
});

test('comparisons with the same peers are computed once in a run, by the tile that compares most', async () => {
  const asked = await run({ filters: { state: ['CA', 'OR'] } });
  const compared = asked.filter(({ query }) => query.kind === 'benchmark');
  expect(compared.length).toBeGreaterThan(2);
  expect(compared.map(({ result }) => result.meta.cache).toSorted()).toEqual([
    'miss',
    ...compared.slice(1).map(() => 'shared'),
  ]);
});

const benchmark = (measures: string[], over: object = {}): SemanticQuery => ({
  kind: 'benchmark',
  dataset: 'call_report',
  by: 'charter',
  member: '1',
  measures,
  ...over,
});

test('only a benchmark over the same members answers another', () => {
  const wide = benchmark(['a', 'b', 'c']);
  expect(widestOf(benchmark(['b']), [benchmark(['a', 'b']), wide])).toBe(wide);
  for (const other of [
    benchmark(['a', 'c']),
    benchmark(['a', 'b'], { member: '2' }),
    benchmark(['a', 'b'], { dataset: 'loans' }),
    benchmark(['a', 'b'], { filter: { field: 'state', op: 'in', values: ['VT'] } }),
  ]) {
    const own = benchmark(['b']);
    expect(widestOf(own, [other])).toBe(own);
  }
  const lines = {
    columns: [],
    rows: [
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ],
    meta: { rowCount: 3 },
  } as unknown as QueryResult;
  expect(linesOf(lines, ['c', 'a'])).toMatchObject({
    rows: [
      ['c', 3],
      ['a', 1],
    ],
    meta: { rowCount: 2 },
  });
});
