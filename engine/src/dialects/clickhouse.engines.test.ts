import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANOTHER_AUTHORITY, AUTHORITY, SERVER } from '../../tests/support/certificates.ts';
import { openClickhouse } from '../../tests/support/test-clickhouse.ts';
import type { TestClickhouse } from '../../tests/support/test-clickhouse.ts';
import { EXPRESSION_CASES, EXPRESSION_ROW } from '../../tests/support/expression-cases.ts';
import { parseExpression } from '../expression/parse.ts';
import { WarehouseUnavailable } from '../index.ts';
import type { ClickhouseSettings } from '../index.ts';
import { expressionSql } from '../sql/fragments/expression.ts';
import { createServerDriver } from '../warehouses/servers/create-server-driver.ts';
import type { ServerDriver } from '../warehouses/servers/server-driver.ts';
import { clickhouse } from './clickhouse.ts';

let server: TestClickhouse;
let driver: ServerDriver;
beforeAll(async () => {
  server = await openClickhouse();
  driver = createServerDriver(server.settings, { deadlineMs: 60_000, lookup: undefined });
});
afterAll(async () => {
  await driver?.close();
  await server?.close();
});

const row = Object.entries(EXPRESSION_ROW).map(
  ([name, value]) => `${value.replace('AS BIGINT', 'AS Nullable(Int64)')} AS "${name}"`,
);

it.each(EXPRESSION_CASES)('%s gives %s', async (expression, value) => {
  const type = typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'string';
  const statement = clickhouse.compile(
    sql`SELECT ${expressionSql(parseExpression(expression), clickhouse)} AS "value" FROM (SELECT ${sql.raw(row.join(', '))}) AS "t"`,
  );
  const [answer] = await driver.query([{ ...statement, types: [type], limit: null }]);
  const [[cell]] = JSON.parse(answer!.rows) as [[unknown]];
  expect(typeof value === 'number' ? Number(Number(cell).toFixed(9)) : cell).toBe(value);
});

it.each([
  ['2025-03-09 06:59:59', 'America/New_York', '2025-03-09T01:59:59', '2025-03-09'],
  ['2025-03-09 07:00:00', 'America/New_York', '2025-03-09T03:00:00', '2025-03-09'],
  ['2025-12-31 21:30:00', 'Europe/Istanbul', '2026-01-01T00:30:00', '2026-01-01'],
])('%s in UTC is local time in %s: %s', async (stored, zone, local, day) => {
  const time = clickhouse.localTime(clickhouse.cast(sql`${stored}`, 'timestamp'), sql`${zone}`);
  const { sql: text, parameters } = clickhouse.compile(sql`SELECT ${time}, ${clickhouse.startOf('day', time)}`);
  const [answer] = await driver.query([{ sql: text, parameters, types: ['timestamp', 'date'], limit: null }]);
  expect(JSON.parse(answer!.rows)).toEqual([[local, day]]);
});

it.each([
  ['AN', 'auto'],
  ["O'Neil", 'card \\ "1"'],
  ['ZZ', null],
  [null, null],
])('looks up %s as %s in a list of pairs', async (text, means) => {
  const value = clickhouse.cast(text === null ? sql.raw('NULL') : sql`${text}`, 'string');
  const looked = clickhouse.lookUp(value, [
    ['AN', 'auto'],
    ["O'Neil", 'card \\ "1"'],
  ]);
  const statement = clickhouse.compile(sql`SELECT ${looked}`);
  const [answer] = await driver.query([{ ...statement, types: ['string'], limit: null }]);
  expect(JSON.parse(answer!.rows)).toEqual([[means]]);
});

describe('a ClickHouse driver', () => {
  it('rejects a user with write access and an unreachable port', async () => {
    expect(await driver.examine()).toEqual([
      { field: 'user', message: "'default' may change data in 'default'. Use a user that has SELECT on it only." },
    ]);
    const nowhere = createServerDriver({ ...server.settings, port: 1 }, { deadlineMs: 1000, lookup: undefined });
    expect(await nowhere.examine()).toEqual([{ field: 'port', message: expect.stringContaining('port 1') }]);
    await nowhere.close();
  });

  it('streams results', async () => {
    const format = { kind: 'ndjson' } as const;
    const sql = 'SELECT toInt64(number), toDecimal64(number, 2) / 4 FROM numbers(5000)';
    const parts = driver.stream({
      sql,
      parameters: [],
      types: ['integer', 'decimal'],
      names: ['a', 'b'],
      limit: 4000,
      format,
    });
    let text = '';
    let part = await parts.next();
    for (; !part.done; part = await parts.next()) text += Buffer.from(part.value).toString();
    expect(part.value).toEqual({ rowCount: 4000, truncated: true });
    expect(text).toContain('[3999,"999.75"]');
  });

  it('fails on an invalid statement, and cancels when the caller aborts', async () => {
    const query = (sql: string, signal?: AbortSignal) =>
      driver.query([{ sql, parameters: [], types: ['integer'], limit: null }], signal);
    await expect(query('SELECT nothing')).rejects.toBeInstanceOf(WarehouseUnavailable);
    const leave = new AbortController();
    const [before, left] = [await server.ran(), await server.left()];
    const slow = query('SELECT count() FROM numbers(300000000) WHERE sipHash64(number) = 1', leave.signal);
    await expect.poll(() => server.ran()).toBeGreaterThan(before);
    leave.abort(new Error('left'));
    await expect(slow).rejects.toThrow('left');
    // The server notices the closed connection, upon which ClickHouse ends the statement.
    await expect.poll(() => server.left()).toBe(left + 1);
  });
});

describe('a ClickHouse server with TLS, user and password', () => {
  let strict: TestClickhouse;
  beforeAll(async () => {
    strict = await openClickhouse({ ...SERVER, user: 'reader', password: 'first-secret: %äß' });
  });
  afterAll(() => strict?.close());
  const opened = (more: Partial<ClickhouseSettings>) => {
    const settings = { ...strict.settings, tls: { ca: AUTHORITY }, ...more };
    return createServerDriver(settings, { deadlineMs: 10_000, lookup: undefined });
  };
  const seven = { sql: 'SELECT {p1:Int64} + 4', parameters: [3], types: ['integer' as const], limit: null };

  it('accepts the right credentials and a certificate from the given authority', async () => {
    const fine = opened({});
    expect((await fine.query([seven]))[0]!.rows).toBe('[[7]]');
    expect((await fine.runAdHoc!({ sql: 'SELECT 7 AS n', parameters: [], limit: 10 })).rows).toBe('[[7]]');
    await fine.close();
  });

  it.each([
    ['another password', { password: 'another' }, 'password', /does not take this user and password of 'reader'/],
    ['another user', { user: 'writer' }, 'password', /does not take this user and password of 'writer'/],
    [
      'an authority that did not sign',
      { tls: { ca: ANOTHER_AUTHORITY } },
      'tls',
      /certificate of 127\.0\.0\.1 cannot be trusted/,
    ],
    [
      'the authorities that everybody trusts',
      { tls: { ca: null } },
      'tls',
      /certificate of 127\.0\.0\.1 cannot be trusted/,
    ],
    ['no TLS', { tls: null }, 'port', /Check port and TLS/],
  ])('refuses %s', async (_, more, field, message) => {
    const driver = opened(more);
    expect(await driver.examine()).toEqual([{ field, message: expect.stringMatching(message) }]);
    await expect(driver.query([seven])).rejects.toBeInstanceOf(WarehouseUnavailable);
    await driver.close();
  });
});
