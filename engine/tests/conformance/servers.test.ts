import { semanticQuery, streamQuery } from '@rise/contract';
import type { QueryResult } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alike, branches, dice, FIELDS, someFilter, someQuery } from '../support/random-queries.ts';
import { openClickhouseWith } from '../support/test-servers.ts';
import type { TestClickhouse } from '../support/test-clickhouse.ts';
import { openDatabase, serverOf } from '../support/test-postgres.ts';
import { randomCases } from '../support/random-cases.ts';
import type { TestDatabase } from '../support/test-postgres.ts';
import { openTiny, tinyStatements } from '../support/tiny-warehouse.ts';
import type { TinyWarehouse } from '../support/tiny-warehouse.ts';
import { toQueryResult } from '../../src/results/query-result.ts';
import { QueryTimeout, WarehouseUnavailable } from '../../src/errors.ts';
import type { RowRule } from '../../src/plan/scope.ts';
import { identityOf } from '../../src/warehouses/warehouses.ts';
import type { WarehouseVersion } from '../../src/warehouses/warehouses.ts';

let tiny: TinyWarehouse;
let database: TestDatabase;
let server: WarehouseVersion;
let clickhouse: TestClickhouse | null;
let servers: WarehouseVersion[];
beforeAll(async () => {
  const rows = branches(7);
  tiny = await openTiny(rows, { deadlineMs: 15_000 }, FIELDS);
  database = await openDatabase();
  await database.client.query('CREATE SCHEMA "Ware house"; SET search_path = "Ware house"');
  for (const statement of tinyStatements(rows)) await database.client.query(statement);
  server = {
    number: 1,
    asOf: '2025-12-31',
    moment: 0,
    server: serverOf(database.url, 'Ware house'),
  };
  clickhouse = await openClickhouseWith(tinyStatements(rows));
  servers = [server, ...(clickhouse ? [{ ...server, server: clickhouse.settings }] : [])];
});
afterAll(async () => {
  await tiny.close();
  await clickhouse?.close();
  await database.close();
});

async function askServer(
  query: object,
  rules: RowRule[] = [],
  signal?: AbortSignal,
  version = server,
): Promise<QueryResult> {
  const answer = await tiny.engine.queries.run({
    model: tiny.model,
    version,
    scope: { tenant: 'alder', predicates: rules },
    query: semanticQuery.parse({ dataset: 'book', ...query }),
    ...(signal && { signal }),
  });
  return toQueryResult(answer, { dataVersion: 1, asOf: null, unmapped: [] });
}

describe('DuckDB and every server', { timeout: 600_000 }, () => {
  it('return the same results for generated queries of all kinds, under row rules of all kinds', async () => {
    const random = dice(2026);
    const cases = randomCases(600);
    let rowsSeen = 0;
    for (const turn of cases) {
      const query = someQuery(random);
      const rules = (random.roll(2) === 0 ? [{ dataset: 'book', filter: someFilter(random) }] : []) as RowRule[];
      const embedded = await tiny.runQuery(query, { predicates: rules });
      // Every third one also runs on ClickHouse, which is slower.
      for (const version of turn % 3 === 0 ? servers : [server]) {
        const served = await askServer(query, rules, undefined, version);
        const place = JSON.stringify({ turn, query, rules, identity: identityOf(version) });
        expect(alike(served.rows), place).toEqual(alike(embedded.rows));
        expect(alike(served.totals ? [served.totals] : []), place).toEqual(
          alike(embedded.totals ? [embedded.totals] : []),
        );
        expect(served.meta.truncated, place).toBe(embedded.meta.truncated);
      }
      rowsSeen += embedded.rows.length;
    }
    expect(rowsSeen).toBeGreaterThan(2 * cases.length);
  });

  it('stream the same text', async () => {
    const query = streamQuery.parse({
      dataset: 'book',
      dimensions: ['id', 'name', 'day', 'open'],
      measures: ['assets', 'branches'],
    });
    const scope = { tenant: 'alder' };
    const results = await Promise.all(
      [tiny.version, ...servers].map(async (version) => {
        const { parts } = tiny.engine.queries.stream({
          model: tiny.model,
          version,
          scope,
          query,
          format: () => ({ kind: 'ndjson' }),
        });
        let text = '';
        for await (const part of parts) text += Buffer.from(part).toString();
        return text;
      }),
    );
    expect(results[0]!.split('\n').length).toBeGreaterThan(50);
    for (const text of results) expect(text).toBe(results[0]);
  });

  it('list the same tables and columns', async () => {
    for (const version of servers)
      expect(await tiny.engine.catalogs.read(version)).toEqual(await tiny.engine.catalogs.read(tiny.version));
  });
});

describe('an external warehouse', () => {
  it('is never written to', async () => {
    await expect(
      tiny.engine.queries.run({
        model: tiny.model,
        version: { ...server, server: serverOf(database.url, 'nowhere'), moment: 0 },
        scope: { tenant: 'alder' },
        query: semanticQuery.parse({ dataset: 'book', measures: ['branches'] }),
      }),
    ).rejects.toBeInstanceOf(WarehouseUnavailable);
  });

  it('cancels a query on the server when the caller aborts, and keeps the connection', async () => {
    const leave = new AbortController();
    await database.client.query('BEGIN; LOCK TABLE branch IN ACCESS EXCLUSIVE MODE');
    const request = askServer({ dimensions: ['id'], measures: ['lost'], limit: 7 }, [], leave.signal);
    const end = request.catch((error: Error) => error.message);
    await expect.poll(() => waiting()).toBe(1);
    leave.abort(new Error('left'));
    expect(await end).toBe('left');
    await expect.poll(() => waiting()).toBe(0);
    await database.client.query('ROLLBACK');
    expect((await askServer({ dimensions: ['id'], measures: ['lost'], limit: 7 })).rows).toHaveLength(7);
  });

  const waiting = async () =>
    (
      await database.client.query<{ count: number }>(
        "SELECT count(*)::int AS count FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
      )
    ).rows[0]!.count;

  it('stops at the deadline', async () => {
    // Long enough to connect on a busy machine: not connecting in time is another error.
    const hurried = await openTiny([], { deadlineMs: 3000 });
    await database.client.query('BEGIN; LOCK TABLE branch IN ACCESS EXCLUSIVE MODE');
    const request = hurried.engine.queries.run({
      model: hurried.model,
      version: server,
      scope: { tenant: 'alder' },
      query: semanticQuery.parse({ dataset: 'book', measures: ['branches'] }),
    });
    await expect(request).rejects.toBeInstanceOf(QueryTimeout);
    await database.client.query('ROLLBACK');
    await hurried.close();
  });
});
