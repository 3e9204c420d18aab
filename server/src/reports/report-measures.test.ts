import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  reportDocument,
  type AggregateQuery,
  type Explanation,
  type QueryResult,
  type Report,
  type ReportEvent,
  type SemanticQuery,
} from '@rise/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { DOCS, SAMPLES } from '../host/config/paths.ts';
import { systemIn } from '../kernel/actor.ts';
import { putReport } from '../testing/put-report.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';
import { onePage } from '../testing/one-page.ts';

interface Slot {
  readonly query: Exclude<SemanticQuery, { kind: 'rows' | 'funnel' }>;
  readonly result: QueryResult;
}

let portal: TestPortal;
let cookie: string;
let id: string;
let slots: Record<string, Slot>;
let failed: ReportEvent[];
beforeAll(async () => {
  portal = await startTestPortal();
  const { alder } = portal.tenants;
  ({ cookie } = await portal.signIn({ email: 'ada@alder.example', roles: ['tenant.user'], tenants: [alder] }));
  const scorecard = await readFile(join(SAMPLES, 'ncua-2025q4', 'reports', 'board-scorecard.yaml'), 'utf8');
  const guide = await readFile(join(DOCS, 'model', 'queries.md'), 'utf8');
  const [, example] = /\n## Measures of a report\n[^]*?\n```yaml\n([^]*?)```/.exec(guide)!;
  const { pages, ...documented } = parse(example!) as { pages: object[] };
  const title = { en: 'T' };
  const more = [
    { id: 'kpis', kind: 'kpis', title, measures: ['commercial_share', 'net_worth_ratio'] },
    { id: 'ranking', kind: 'ranking', title, limit: 3 },
    { id: 'spread', kind: 'distribution', title },
    { id: 'mix', kind: 'mix', title, whole: 'total_loans', parts: ['commercial_loans', 'loans_leases'] },
  ];
  const all = [...pages, ...onePage(more).pages];
  const document = reportDocument.parse({
    ...(parse(scorecard) as object),
    ...documented,
    pages: all.map((page, index) => ({ ...page, id: `page-${index}` })),
  });
  ({ id } = await portal.database.withTenant(systemIn(alder), (tx) => putReport(tx, document)));
  const body = { measure: 'commercial_share', peers: 'all' };
  const response = await portal.fetch('POST /api/v1/reports/:id/run', { cookie, id, body });
  const events = (await response.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ReportEvent);
  failed = events.filter(({ type }) => type === 'tile-failed');
  slots = Object.fromEntries(
    events.flatMap((event) =>
      event.type === 'tile'
        ? Object.entries(event.results).map(([slot, found]) => [`${event.tile}.${slot}`, found as Slot] as const)
        : [],
    ),
  );
});
afterAll(() => portal?.close());

async function runQuery(query: Partial<AggregateQuery>): Promise<QueryResult> {
  const body = { dataset: 'call_report', ...query };
  return (await (await portal.fetch('POST /api/v1/query', { cookie, body })).json()) as QueryResult;
}

const PARTS = ['loans_commercial_real_estate', 'loans_commercial_other', 'total_loans'];
const shareOf = (row: readonly unknown[]) => (Number(row.at(-3)) + Number(row.at(-2))) / Number(row.at(-1));

test('tiles show what the report defines, totals from the parts', async () => {
  expect(failed).toEqual([]);
  const { result } = slots['by-state.table']!;
  const plain = await runQuery({ dimensions: ['state'], measures: PARTS, totals: true, order: [{ field: 'state', direction: 'asc' }] }); // prettier-ignore
  expect(result.rows.length).toBeGreaterThan(50);
  expect(result.rows.map(([state]) => state)).toEqual(plain.rows.map(([state]) => state));
  for (const [place, row] of [...result.rows, result.totals!].entries())
    expect(Number(row.at(-1))).toBeCloseTo(shareOf([...plain.rows, plain.totals!][place]!), 10);
  const members = await runQuery({ dimensions: ['charter'], measures: PARTS, limit: 10_000 });
  const shares = members.rows.filter((row) => Number(row.at(-1)) > 0).map(shareOf);
  const best = shares.toSorted((a, b) => b - a).slice(0, 3);
  for (const [place, row] of slots['ranking.ranking']!.result.rows.entries())
    expect(Number(row[2])).toBeCloseTo(best[place]!, 10);
  const benchmark = slots['kpis.benchmark']!.result;
  const peers = benchmark.columns.findIndex(({ name }) => name === 'peers');
  expect(benchmark.rows.map((row) => [row[0], row[peers]])).toEqual([
    ['commercial_share', shares.length],
    ['net_worth_ratio', expect.any(Number)],
  ]);
});

test('a query has the measures that it needs, in their order, and no others', () => {
  const names = Object.fromEntries(
    Object.entries(slots).map(([slot, { query }]) => [slot, query.customMeasures?.map(({ name }) => name)]),
  );
  const both = ['commercial_loans', 'commercial_share'];
  expect(names).toEqual({
    'by-state.table': both,
    'kpis.benchmark': both,
    'ranking.ranking': both,
    'ranking.benchmark': both,
    'spread.distribution': both,
    'spread.benchmark': both,
    'mix.subject': ['commercial_loans'],
    'mix.peers': ['commercial_loans'],
  });
});

test('the report has their titles, definitions and formats, and each explains itself as defined here', async () => {
  const report = (await (await portal.fetch('GET /api/v1/reports/:id', { cookie, id })).json()) as Report;
  const caveat = { en: 'Defined by this query or report, not in the model.', tr: expect.any(String) as string };
  expect(report.fields.measures.find(({ name }) => name === 'commercial_share')).toMatchObject({
    title: { en: 'Commercial share', tr: 'Ticari pay' },
    definition: { en: 'Commercial loans ÷ total loans' },
    format: { unit: 'percent', decimals: 1 },
    caveat,
  });
  const body = { query: slots['by-state.table']!.query, measure: 'commercial_share' };
  const explained = await portal.fetch('POST /api/v1/query/explanation', { cookie, body });
  expect((await explained.json()) as Explanation).toMatchObject({
    custom: true,
    caveat,
    owner: '',
    accounts: expect.arrayContaining([expect.objectContaining({ account: '025B' })]) as object[],
  });
});

test('a model without a part of them is rejected, with the report and the place', async () => {
  const { alder } = portal.tenants;
  const email = 'admin@alder.example';
  const { cookie: admin } = await portal.signIn({ email, roles: ['tenant.user', 'tenant.admin'], tenants: [alder] });
  const document = 'extends: ncua_call_report\ndatasets: [{ name: call_report, hide: [loans_commercial_other] }]\n';
  const response = await portal.fetch('PUT /api/v1/model', { cookie: admin, body: { document } });
  const { error } = (await response.json()) as { error: { code: string } };
  expect(error.code).toBe('MODEL_INVALID');
  expect(JSON.stringify(error)).toMatch(/customMeasures\.0\.expression.*There is no measure 'loans_commercial_other'/);
});
