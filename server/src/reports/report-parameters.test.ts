import { type ErrorBody, reportDocument, type ReportEvent, type ReportState } from '@rise/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openParquet } from '../../../samples/ncua-2025q4/reference.ts';
import { systemIn } from '../kernel/actor.ts';
import { onePage } from '../testing/one-page.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';
import { putReport } from '../testing/put-report.ts';

let portal: TestPortal;
let cookie: string;
let id: string;
/** Assets by state, by plain SQL. */
let assets: Map<string, number>;

const title = { en: 'Assets' };
beforeAll(async () => {
  portal = await startTestPortal();
  const { alder } = portal.tenants;
  ({ cookie } = await portal.signIn({ email: 'ada@alder.example', roles: ['tenant.user'], tenants: [alder] }));
  const document = reportDocument.parse({
    title,
    purpose: title,
    dataset: 'call_report',
    customMeasures: [{ kind: 'formula', name: 'next_year', expression: 'total_assets * (1 + :growth) - :cost' }],
    parameters: [
      { name: 'growth', title: { en: 'Growth' }, unit: 'percent', default: 0.05, min: -0.5, max: 0.5 },
      { name: 'cost', title: { en: 'Cost' }, default: 0 },
    ],
    ...onePage([{ id: 'states', kind: 'table', title, dimensions: ['state'], measures: ['next_year'] }]),
  });
  ({ id } = await portal.database.withTenant(systemIn(alder), (tx) => putReport(tx, document)));
  const parquet = await openParquet();
  const rows = (await parquet.runAndReadAll('SELECT STATE, sum(ACCT_010)::DOUBLE FROM cu GROUP BY 1')).getRowsJson();
  assets = new Map(rows.map(([state, sum]) => [String(state), Number(sum)]));
  parquet.closeSync();
});
afterAll(() => portal?.close());

async function run(parameters: ReportState['parameters']): Promise<Map<string, number>> {
  const response = await portal.fetch('POST /api/v1/reports/:id/run', { cookie, id, body: { parameters } });
  expect(response.status).toBe(200);
  const events = (await response.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ReportEvent);
  const tile = events.find((event) => event.type === 'tile');
  if (tile?.type !== 'tile') throw new Error(JSON.stringify(events));
  return new Map(tile.results.table!.result.rows.map(([state, value]) => [String(state), Number(value)]));
}

async function refusal(parameters: object) {
  const response = await portal.fetch('POST /api/v1/reports/:id/run', { cookie, id, body: { parameters } });
  return { status: response.status, details: ((await response.json()) as ErrorBody).error.details };
}

test.each([
  ['its defaults', undefined, 1.05, 0],
  ['a reader’s value', { growth: 0.2 }, 1.2, 0],
  ['values below zero and with many digits', { growth: -0.123456, cost: -1500.25 }, 1 - 0.123456, -1500.25],
])('a formula has %s', async (_name, parameters, factor, cost) => {
  const shown = await run(parameters);
  expect(shown.size).toBe(assets.size);
  for (const [state, value] of shown) expect(value / (assets.get(state)! * factor - cost), state).toBeCloseTo(1, 9);
});

test('a value out of bounds, and one of a parameter that is not there, are refused by name', async () => {
  expect(await refusal({ growth: 0.7 })).toEqual({
    status: 400,
    details: [{ field: 'parameters.growth', message: 'Enter a number from -0.5 to 0.5.' }],
  });
  expect(await refusal({ speed: 1 })).toEqual({
    status: 400,
    details: [{ field: 'parameters.speed', message: 'This report has the parameters growth, cost.' }],
  });
});
