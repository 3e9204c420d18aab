import type { ErrorBody, QueryMeta, QueryResult, ResultColumn } from '@rise/contract';
import { DataType, tableFromIPC, type Table } from 'apache-arrow';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemIn } from '../kernel/actor.ts';
import { factDimension } from '../testing/fact-model.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';

const ARROW = 'application/vnd.apache.arrow.stream';

const FACTS = `SELECT * FROM (VALUES
  (9007199254740993, 'a', DATE '2026-01-31', TIMESTAMP '2026-01-31 23:59:58', true,  CAST('123456789012.345678' AS DECIMAL(18,6)), 0.1::DOUBLE),
  (-9007199254740995, NULL, NULL, NULL, NULL, NULL, NULL),
  (3, 'b', DATE '2026-02-28', TIMESTAMP '2026-02-28 00:00:00', false, CAST('-0.000001' AS DECIMAL(18,6)), 1e300::DOUBLE)
) AS rows (id, site, day, moment, active, amount, rough) WHERE getvariable('rows') > 0`;

const dimension = (name: string, type: string) => factDimension(name, type, `{ en: The ${name}, tr: ${name} TR }`);
const MODEL = `
name: facts
title: { en: Facts }
description: { en: Facts }
datasets:
  - name: facts
    title: { en: Facts }
    description: { en: Facts }
    owner: Finance
    table: fact
    dimensions:
      - ${dimension('id', 'integer')}
      - ${dimension('site', 'string')}
      - ${dimension('day', 'date')}
      - ${dimension('moment', 'timestamp')}
      - ${dimension('active', 'boolean')}
    measures:
      - { name: amount, kind: sum, expression: amount, title: { en: Amount }, definition: { en: D }, format: { unit: currency, decimals: 2 } }
      - { name: row_count, kind: count, title: { en: Rows }, definition: { en: D }, format: { unit: count } }
      - { name: rough_sum, kind: sum, expression: rough, title: { en: Rough sum }, definition: { en: D }, format: { unit: number } }
      - { name: rough, kind: ratio, numerator: [{ measure: rough_sum }], denominator: [{ measure: row_count }], title: { en: Rough }, definition: { en: D }, format: { unit: number } }
`;

const ALL = { dataset: 'facts', dimensions: ['id', 'site', 'day', 'moment', 'active'], measures: ['amount', 'rough'] };

let portal: TestPortal;
let cookie: string;
beforeAll(async () => {
  portal = await startTestPortal();
  const { alder } = portal.tenants;
  await portal.warehouses.ensureModel(systemIn(alder), MODEL, 'model.yaml');
  await portal.warehouses.load(systemIn(alder), {
    title: 'Facts',
    sourceDir: import.meta.dirname,
    tables: [{ table: 'fact', select: FACTS, rows: 3 }],
    sortKey: 'id',
    asOf: { table: 'fact', column: 'day' },
  });
  ({ cookie } = await portal.signIn({ email: 'a@arrow.example', roles: ['tenant.user'], tenants: [alder] }));
});
afterAll(() => portal?.close());

const post = (key: 'POST /api/v1/query' | 'POST /api/v1/query/stream', accept: string, body: object) =>
  portal.fetch(key, { cookie, body, headers: { accept } });

async function arrow(query: object): Promise<Table> {
  const response = await post('POST /api/v1/query', ARROW, query);
  if (response.status !== 200) throw new Error(await response.text());
  expect(response.headers.get('content-type')).toBe(ARROW);
  expect(response.headers.get('vary')).toMatch(/accept\b/);
  return tableFromIPC(new Uint8Array(await response.arrayBuffer()));
}
const json = async (query: object) =>
  (await (await post('POST /api/v1/query', 'application/json', query)).json()) as QueryResult;

const typesOf = ({ schema }: Table) => Object.fromEntries(schema.fields.map(({ name, type }) => [name, String(type)]));

/** The value of a 128-bit decimal, which the reader returns as four words. */
function decimalOf(words: Uint32Array): bigint {
  return BigInt.asIntN(
    128,
    [...words].reduceRight((value, word) => (value << 32n) + BigInt(word), 0n),
  );
}

/** A column as the wire format of JSON has it. */
function cellsOf(table: Table, name: string): unknown[] {
  const { type } = table.schema.fields.find((field) => field.name === name)!;
  return [...table.getChild(name)!].map((value: unknown) => {
    if (value === null) return null;
    if (DataType.isDecimal(type)) return decimalOf(value as Uint32Array);
    if (DataType.isDate(type)) return new Date(value as number).toISOString().slice(0, 10);
    if (DataType.isTimestamp(type)) return new Date(value as number).toISOString().slice(0, 19);
    return value;
  });
}

it('a query has exact types: decimals, integers beyond 2^53, dates, times, nulls', async () => {
  const table = await arrow({ ...ALL, order: [{ field: 'id' }] });
  expect(typesOf(table)).toEqual({
    id: 'Int64',
    site: 'Utf8',
    day: 'Date32<DAY>',
    moment: 'Timestamp<MICROSECOND>',
    active: 'Bool',
    amount: 'Decimal[38e+12]',
    rough: 'Float64',
  });
  expect(cellsOf(table, 'id')).toEqual([-9007199254740995n, 3n, 9007199254740993n]);
  expect(cellsOf(table, 'site')).toEqual([null, 'b', 'a']);
  expect(cellsOf(table, 'day')).toEqual([null, '2026-02-28', '2026-01-31']);
  expect(cellsOf(table, 'moment')).toEqual([null, '2026-02-28T00:00:00', '2026-01-31T23:59:58']);
  expect(cellsOf(table, 'active')).toEqual([null, false, true]);
  expect(cellsOf(table, 'amount')).toEqual([null, -1_000_000n, 123_456_789_012_345_678_000_000n]);
  expect(cellsOf(table, 'rough')).toEqual([null, 1e300, 0.1]);
});

it('its schema has titles, formats, data version, truncation and totals', async () => {
  const query = { ...ALL, dimensions: ['id'], limit: 2, totals: true };
  const [table, result] = [await arrow(query), await json(query)];
  const { metadata, fields } = table.schema;
  const meta = JSON.parse(metadata.get('rise.meta')!) as QueryMeta;
  expect(meta).toMatchObject({
    dataVersion: result.meta.dataVersion,
    asOf: '2026-02-28',
    rowCount: 2,
    truncated: true,
  });
  expect(JSON.parse(metadata.get('rise.totals')!)).toEqual(result.totals);
  const columns = fields.map((field) => JSON.parse(field.metadata.get('rise.column')!) as ResultColumn);
  expect(columns).toEqual(result.columns);
  expect(columns[0]!.title).toEqual({ en: 'The id', tr: 'id TR' });
  expect(columns[1]!.format).toMatchObject({ unit: 'currency', decimals: 2 });
});

it('has levels, pivots and comparisons as JSON has them', async () => {
  const grouped = { dataset: 'facts', dimensions: ['site'], measures: ['amount'] };
  const queries = [
    { ...grouped, top: { dimension: 'site', measure: 'amount', n: 1 }, subtotals: [[]] },
    { ...grouped, dimensions: ['site', 'active'], pivot: { columns: ['active'] } },
    { kind: 'benchmark', dataset: 'facts', by: 'id', member: 3, measures: ['amount'] },
  ];
  for (const query of queries) {
    const [table, result] = [await arrow(query), await json(query)];
    expect(table.numRows).toBe(result.rows.length);
    for (const [index, { name, type }] of result.columns.entries()) {
      const cells = result.rows.map((row) => row[index] ?? null);
      const found = cellsOf(table, name);
      if (type === 'decimal') expect(found.map((cell) => cell !== null)).toEqual(cells.map((cell) => cell !== null));
      else expect(found.map((cell) => (typeof cell === 'bigint' ? Number(cell) : cell))).toEqual(cells);
    }
  }
  const level = (await json(queries[0]!)).columns.find(({ role }) => role === 'level')!.name;
  expect(cellsOf(await arrow(queries[0]!), level)).toEqual(['member', 'other', 'all']);
});

it('is JSON unless Arrow is preferred, and errors are JSON in any case', async () => {
  for (const accept of ['*/*', `application/json, ${ARROW}`, `${ARROW};q=0.5, application/json`, `${ARROW};q=0`]) {
    const response = await post('POST /api/v1/query', accept, ALL);
    expect(response.headers.get('content-type'), accept).toBe('application/json; charset=utf-8');
  }
  const response = await post('POST /api/v1/query', ARROW, { ...ALL, measures: ['nothing'] });
  expect([response.status, ((await response.json()) as ErrorBody).error.code]).toEqual([400, 'QUERY_INVALID']);
});

it('a stream takes its format from Accept where its body names none', async () => {
  const query = { ...ALL, order: [{ field: 'id' }] };
  const table = await (async () => {
    const response = await post('POST /api/v1/query/stream', ARROW, { query });
    if (response.status !== 200) throw new Error(await response.text());
    expect(response.headers.get('content-disposition')).toMatch(/facts-2026-02-28-v\d+\.arrows/);
    return tableFromIPC(new Uint8Array(await response.arrayBuffer()));
  })();
  expect(cellsOf(table, 'id')).toEqual([-9007199254740995n, 3n, 9007199254740993n]);
  expect(JSON.parse(table.schema.metadata.get('rise.meta')!)).toEqual({
    dataVersion: expect.any(Number),
    asOf: '2026-02-28',
  });
  expect(JSON.parse(table.schema.fields[0]!.metadata.get('rise.column')!)).toMatchObject({ title: { en: 'The id' } });

  const csv = await post('POST /api/v1/query/stream', `text/csv, ${ARROW}`, { query });
  expect((await csv.text()).split('\r\n')[0]).toBe('The id,The site,The day,The moment,The active,Amount,Rough');
  const named = await post('POST /api/v1/query/stream', ARROW, { query, format: 'ndjson' });
  expect(named.headers.get('content-type')).toMatch(/^application\/x-ndjson/);

  const none = await post('POST /api/v1/query/stream', '*/*', { query });
  expect(none.status).toBe(400);
  const { error } = (await none.json()) as ErrorBody;
  expect(error.details).toEqual([
    { field: 'format', message: expect.stringMatching(/ndjson, csv or arrow.*text\/csv/) },
  ]);
});

it('a decimal that Arrow cannot hold is an error with the column and the remedy, in a stream too', async () => {
  const query = { dataset: 'facts', dimensions: ['id'], measures: ['rough_sum'] };
  const responses = [
    await post('POST /api/v1/query', ARROW, query),
    await post('POST /api/v1/query/stream', ARROW, { query }),
  ];
  for (const response of responses) {
    const { error } = (await response.json()) as ErrorBody;
    expect([response.status, error.code, error.details![0]!.field]).toEqual([400, 'QUERY_INVALID', 'rough_sum']);
    expect(error.message).toMatch(/more than 38 digits.*JSON or CSV/);
  }
});
