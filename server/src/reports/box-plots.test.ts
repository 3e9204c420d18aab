import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { reportDocument, type QueryResult, type ReportEvent } from '@rise/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SAMPLES } from '../host/config/paths.ts';
import { systemIn } from '../kernel/actor.ts';
import { onePage } from '../testing/one-page.ts';
import { pdfPages } from '../testing/pdf-text.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';
import { putReport } from '../testing/put-report.ts';
import { readSlides } from '../testing/slides.ts';

const title = { en: 'Spread' };
const SAMPLE = join(SAMPLES, 'ncua-2025q4');
const RATIO = 'loans_of_assets';
const tile = (id: string, groupBy: string) => ({ id, kind: 'distribution', title, measure: 'members', groupBy });

let portal: TestPortal;
let cookie: string;
let id: string;
beforeAll(async () => {
  portal = await startTestPortal();
  const { alder } = portal.tenants;
  ({ cookie } = await portal.signIn({ email: 'ada@boxes.example', roles: ['tenant.admin'], tenants: [alder] }));
  const document = reportDocument.parse({
    title,
    purpose: title,
    dataset: 'call_report',
    filters: ['state'],
    customMeasures: [
      { kind: 'formula', name: RATIO, title: { en: 'Loans to assets' }, expression: 'total_loans / total_assets' },
    ],
    ...onePage([tile('states', 'state'), { ...tile('ratio', 'state'), measure: RATIO }]),
  });
  ({ id } = await portal.database.withTenant(systemIn(alder), (tx) => putReport(tx, document)));
});
afterAll(() => portal?.close());

async function run(state: object = {}): Promise<Record<string, QueryResult>> {
  const response = await portal.fetch('POST /api/v1/reports/:id/run', { id, cookie, body: state });
  const events = (await response.text()).trim().split('\n').map((line) => JSON.parse(line) as ReportEvent); // prettier-ignore
  return Object.fromEntries(
    events.flatMap((event) => {
      if (event.type === 'tile-failed') throw new Error(JSON.stringify(event.error));
      return event.type === 'tile' ? [[event.tile, event.results['boxes']!.result]] : [];
    }),
  );
}

/** The same figures by plain SQL, with the fences of Tukey; `value` is of one institution. */
async function plainly(value: string, where = 'TRUE'): Promise<unknown[][]> {
  const connection = await (await DuckDBInstance.create()).connect();
  try {
    const rows = await connection.runAndReadAll(`
      WITH own AS (
        SELECT f.STATE AS state, ${value} AS v FROM '${SAMPLE}/foicu.parquet' f
          JOIN '${SAMPLE}/fs220.parquet' b ON b.CU_NUMBER = f.CU_NUMBER
          LEFT JOIN '${SAMPLE}/fs220a.parquet' a ON a.CU_NUMBER = f.CU_NUMBER WHERE ${where}),
      known AS (SELECT * FROM own WHERE v IS NOT NULL AND state IS NOT NULL),
      q AS (SELECT state, count(*) AS n, quantile_cont(v, 0.25) AS q1, quantile_cont(v, 0.5) AS q2,
              quantile_cont(v, 0.75) AS q3, min(v) AS least, max(v) AS most FROM known GROUP BY state)
      SELECT q.state, n, min(v) FILTER (v >= q1 - 1.5 * (q3 - q1)), q1, q2, q3, max(v) FILTER (v <= q3 + 1.5 * (q3 - q1)),
             least, most, count(*) FILTER (v < q1 - 1.5 * (q3 - q1) OR v > q3 + 1.5 * (q3 - q1)),
             (SELECT count(*) FROM q)
        FROM q JOIN known USING (state) GROUP BY ALL ORDER BY n DESC, q.state LIMIT 12`);
    return rows.getRowsJson() as unknown[][];
  } finally {
    connection.closeSync();
  }
}

/** Within what floating point computes differently. */
function expectSame(result: QueryResult, expected: unknown[][]): void {
  expect(result.rows.map(([group]) => group)).toEqual(expected.map(([group]) => group));
  for (const [at, row] of result.rows.entries())
    for (const [place, value] of row.entries())
      if (place > 0) expect(Number(value)).toBeCloseTo(Number(expected[at]![place]), 6);
}

test('each group has the figures that plain SQL computes of its members, the greatest groups first', async () => {
  const { states, ratio } = await run();
  expect(states!.columns.map(({ name }) => name)).toEqual([
    'state', 'members', 'low', 'p25', 'median', 'p75', 'high', 'min', 'max', 'outliers', 'groups',
  ]); // prettier-ignore
  expect(states!.rows).toHaveLength(12);
  expectSame(states!, await plainly('b.ACCT_083'));
  expectSame(ratio!, await plainly('b.ACCT_025B / nullif(b.ACCT_010, 0)'));
});

test('filters limit the members, and with them the groups', async () => {
  const { states } = await run({ filters: { state: ['VT', 'CA'] } });
  expect(states!.rows.map(([state]) => state)).toEqual(['CA', 'VT']);
  expectSame(states!, await plainly('b.ACCT_083', `f.STATE IN ('VT', 'CA')`));
});

test('print, slides and workbooks have the boxes, and say how many groups are not shown', async () => {
  const exported = async (format: string) => {
    const response = await portal.fetch('POST /api/v1/reports/:id/export', { id, cookie, body: { format } });
    expect(response.status, await response.clone().text()).toBe(200);
    return Buffer.from(await response.arrayBuffer());
  };
  const { states } = await run();
  const hidden = Number(states!.rows[0]!.at(-1)) - 12;
  const note = `${hidden} more groups are not shown. Those with the most members are.`;
  const printed = pdfPages(await exported('pdf')).map(({ text }) => text).join('\n'); // prettier-ignore
  expect(printed).toContain('Members by State · box plots');
  expect(printed).toContain(note);
  const [, slide] = readSlides(await exported('pptx'));
  expect(slide!.pictures[0]!.alt).toBe('Members by State · box plots');
  expect(slide!.texts).toContain(note);
  expect((await exported('xlsx')).length).toBeGreaterThan(0);
});

test('what is compared cannot be what it is grouped by', async () => {
  const query = { kind: 'distribution', dataset: 'call_report', measure: 'members', groupBy: 'charter' };
  const response = await portal.fetch('POST /api/v1/query', { cookie, body: query });
  expect(response.status).toBe(400);
  expect(JSON.stringify(await response.json())).toContain('each group would have one member');
});
