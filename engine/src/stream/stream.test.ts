import { linkSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import { tableFromIPC } from '@uwdata/flechette';
import { MAX_STREAM_ROWS, streamQuery } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { coreTenant, generateCore } from '../../../samples/core/generate.ts';
import { openDatabase, serverOf } from '../../tests/support/test-postgres.ts';
import { compileModel, Engine, parseModel, QueryError, StreamStalled, WarehouseUnavailable } from '../index.ts';
import { formatDecimal } from '../plan/exact-decimal.ts';
import type { StreamEnd, StreamFormat, StreamParts, WarehouseVersion } from '../index.ts';
import { guardStream } from './guard-stream.ts';

const folder = mkdtempSync(join(tmpdir(), 'rise-stream-'));
const file = join(folder, 'core.duckdb');
const engine = new Engine({ deadlineMs: 20_000, maxProcesses: 1 });
const yaml = fileURLToPath(new URL('../../../samples/core/model.yaml', import.meta.url));
const model = compileModel(parseModel(readFileSync(yaml, 'utf8'), 'model.yaml'));
const tenant = coreTenant(1);
beforeAll(() => generateCore({ target: file, rows: 36_000, tenants: 2, sorted: true }));
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

const WIDE = {
  dataset: 'transactions',
  dimensions: ['member', 'booked_on', 'branch', 'product'],
  measures: ['amount', 'transactions', 'fee_per_transaction'],
};
const CSV: StreamFormat = {
  kind: 'csv',
  titles: ['member', 'booked_on', 'branch', 'product', 'amount', 'transactions', 'fee'],
  delimiter: ',',
  decimalComma: false,
  bom: false,
  cutNote: 'Cut here.',
};

function open(format: StreamFormat, query: object = WIDE, version: WarehouseVersion = { file, number: 1, asOf: null }) {
  const scope = { tenant };
  return engine.queries.stream({ model, version, scope, query: streamQuery.parse(query), format: () => format });
}

async function read(parts: StreamParts): Promise<{ bytes: Buffer; sizes: number[]; end: StreamEnd }> {
  const all: Uint8Array[] = [];
  for (;;) {
    const next = await parts.next();
    if (next.done) return { bytes: Buffer.concat(all), sizes: all.map(({ length }) => length), end: next.value };
    all.push(next.value);
  }
}

/** The expected figures, from independent SQL. */
async function plainRows(): Promise<unknown[][]> {
  const instance = await DuckDBInstance.create(file, { access_mode: 'READ_ONLY' });
  const connection = await instance.connect();
  const reader = await connection.runAndReadAll(`
    SELECT member_id, booked_on::VARCHAR, branch, product, sum(amount)::DOUBLE, count(*), sum(fee)::DOUBLE / count(*)
    FROM transaction WHERE tenant_id = '${tenant}' GROUP BY ALL ORDER BY ALL`);
  const rows = reader
    .getRowsJson()
    .map((row) => row.map((cell, index) => ([0, 5].includes(index) ? Number(cell) : cell)));
  connection.closeSync();
  instance.closeSync();
  return rows;
}

describe('a stream', () => {
  it('delivers every row in each format, in chunks, as plain SQL returns them', async () => {
    const expected = await plainRows();
    expect(expected.length).toBeGreaterThan(17_000);
    const end = { rowCount: expected.length, truncated: false };

    const lines = await read(open({ kind: 'ndjson' }).parts);
    const rows = lines.bytes
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown[]);
    expect(rows.map((row) => row.with(4, Number(row[4])))).toEqual(expected);
    expect(lines.end).toEqual(end);
    expect(lines.sizes.length).toBeGreaterThan(4);
    expect(Math.max(...lines.sizes)).toBeLessThan(400_000);

    const text = await read(open(CSV).parts);
    const [head, ...body] = text.bytes.toString().trimEnd().split('\r\n');
    expect(head).toBe('member,booked_on,branch,product,amount,transactions,fee');
    expect(body).toEqual(rows.map((row) => row.join(',')));
    expect(text.end).toEqual(end);

    const arrow = await read(open({ kind: 'arrow' }).parts);
    const table = tableFromIPC(arrow.bytes, { useBigInt: true, useDecimalInt: true });
    expect(table.schema.fields.map(({ name }) => name)).toEqual([...WIDE.dimensions, ...WIDE.measures]);
    const columns = table.names.map((name) => table.getChild(name)!.toArray() as unknown as unknown[]);
    const decoded = expected.map((_, row) => [
      Number(columns[0]![row]),
      new Date(columns[1]![row] as number).toISOString().slice(0, 10),
      columns[2]![row],
      columns[3]![row],
      Number(formatDecimal({ digits: columns[4]![row] as bigint, scale: 12 })),
      Number(columns[5]![row]),
      columns[6]![row],
    ]);
    expect(decoded).toEqual(expected);
    expect(arrow.end).toEqual(end);
  });

  it('stops at its limit and reports it, in CSV as the last line', async () => {
    const some = { ...WIDE, limit: 3000 };
    const { bytes, end } = await read(open(CSV, some).parts);
    expect(end).toEqual({ rowCount: 3000, truncated: true });
    const lines = bytes.toString().trimEnd().split('\r\n');
    expect([lines.length, lines.at(-1)]).toEqual([3002, 'Cut here.']);
    const arrow = await read(open({ kind: 'arrow' }, some).parts);
    expect([tableFromIPC(arrow.bytes).numRows, arrow.end.truncated]).toEqual([3000, true]);
    expect(streamQuery.safeParse({ ...WIDE, limit: MAX_STREAM_ROWS + 1 }).success).toBe(false);
  });

  it('with no rows is valid in its format', async () => {
    const none = { ...WIDE, filter: { field: 'branch', op: 'in', values: ['nowhere'] } };
    expect((await read(open(CSV, none).parts)).bytes.toString().split('\r\n')).toHaveLength(2);
    const arrow = await read(open({ kind: 'arrow' }, none).parts);
    expect(tableFromIPC(arrow.bytes).numRows).toBe(0);
    expect(arrow.end).toEqual({ rowCount: 0, truncated: false });
  });

  it('stops and frees its slot when it is abandoned or aborted', async () => {
    const { parts } = open({ kind: 'ndjson' });
    await parts.next();
    expect(engine.stats().queries.running).toBe(1);
    await parts.return({ rowCount: 0, truncated: false });
    expect(engine.stats().queries.running).toBe(0);

    const gone = new AbortController();
    const scope = { tenant };
    const query = streamQuery.parse(WIDE);
    const version = { file, number: 1, asOf: null };
    const left = engine.queries.stream({ model, version, scope, query, format: () => CSV, signal: gone.signal }).parts;
    await left.next();
    gone.abort(new Error('The reader left.'));
    await expect(read(left)).rejects.toThrow('The reader left.');
    expect(engine.stats().queries.running).toBe(0);
    expect((await read(open(CSV).parts)).end.truncated).toBe(false);
  });

  it('fails instead of ending early when its process is killed', async () => {
    const { parts } = open(CSV);
    await parts.next();
    process.kill(engine.stats().processes[0]!.pid!, 'SIGKILL');
    await expect(read(parts)).rejects.toBeInstanceOf(WarehouseUnavailable);
    expect((await read(open(CSV).parts)).end.truncated).toBe(false);
  });

  it('does not block other queries while its consumer is slow', async () => {
    const { parts } = open({ kind: 'ndjson' });
    await parts.next();
    const { pid } = engine.stats().processes[0]!;
    const query = streamQuery.parse({ dataset: 'transactions', measures: ['amount'] });
    const scope = { tenant };
    const answer = await engine.queries.run({ model, version: { file, number: 1, asOf: null }, scope, query });
    expect([answer.rowCount, engine.stats().queries.running]).toEqual([1, 1]);
    expect((await read(parts)).end.truncated).toBe(false);
    expect(engine.stats().processes[0]!.pid).toBe(pid);
  });

  it('does not block other warehouses while its consumer is slow', async () => {
    const { parts } = open({ kind: 'ndjson' });
    await parts.next();
    const other = join(folder, 'other.duckdb');
    linkSync(file, other);
    const query = streamQuery.parse({ dataset: 'transactions', measures: ['fees'] });
    const scope = { tenant: coreTenant(0) };
    const answer = await engine.queries.run({ model, version: { file: other, number: 1, asOf: null }, scope, query });
    expect(answer.rowCount).toBe(1);
    expect((await read(parts)).end.truncated).toBe(false);
    await engine.versions.release(other);
  });

  it('is refused for plans that need all rows at once', () => {
    const filled = { ...WIDE, dimensions: [{ field: 'booked_on', grain: 'month', fill: true }] };
    for (const query of [filled, { ...WIDE, subtotals: 'rollup' }, { ...WIDE, pivot: { columns: ['branch'] } }])
      expect(() => open(CSV, query)).toThrow(QueryError);
  });

  it('frees its slot when nobody reads it', async () => {
    let released = 0;
    let stopped = false;
    async function* endless(signal: AbortSignal): StreamParts {
      signal.addEventListener('abort', () => (stopped = true));
      for (;;) yield new Uint8Array(1);
    }
    const parts = guardStream(endless, { signal: undefined, stallMs: 5, release: () => (released += 1) });
    await parts.next();
    await expect.poll(() => [stopped, released > 0]).toEqual([true, true]);
    await expect(parts.next()).rejects.toBeInstanceOf(StreamStalled);
  });
});

it('returns the same rows from PostgreSQL', async () => {
  const database = await openDatabase();
  try {
    await database.client.query(
      'CREATE TABLE transaction (tenant_id text, booked_on date, transaction_id bigint, member_id bigint, branch text, product text, channel text, amount numeric(18,2), fee numeric(18,2))',
    );
    await database.client.query(`
      INSERT INTO transaction SELECT '${tenant}', DATE '2025-01-01' + n % 300, n, n % 7000, 'B' || n % 5, 'p"' || n % 3, 'atm', n * 1.25 - 5000, 0.1
      FROM generate_series(1, 9000) AS n`);
    const server = { number: 1, asOf: null, moment: 0, server: serverOf(database.url, 'public') };
    const { bytes, end } = await read(open(CSV, WIDE, server).parts);
    expect(end).toEqual({ rowCount: 9000, truncated: false });
    const { rows } = await database.client.query<{ line: string }>(`
      SELECT member_id || ',' || booked_on || ',' || branch || ',"p""' || n.transaction_id % 3 || '",' || trim_scale(amount) || ',1,0.1' AS line
      FROM transaction n ORDER BY member_id, booked_on, branch, product`);
    expect(bytes.toString().trimEnd().split('\r\n').slice(1)).toEqual(rows.map(({ line }) => line));
  } finally {
    await database.close();
  }
});
