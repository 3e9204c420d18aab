import type { LookupFunction } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CASE_MODEL, CASE_TABLES } from '../../../../tests/support/dialect-cases/models.ts';
import {
  ALDER,
  EVERY_TYPE,
  examined,
  expectDuckdbResults,
  PARAMETERS_CASE,
  readStream,
  refusingLookup,
  statementOf,
  versionOn,
} from '../../../../tests/support/driver-cases.ts';
import { FakeTrino } from '../../../../tests/support/fake-trino.ts';
import type { TrinoAnswer } from '../../../../tests/support/fake-trino.ts';
import { openTranspiled } from '../../../../tests/support/transpile-to-duckdb.ts';
import type { TranspiledRuns } from '../../../../tests/support/transpile-to-duckdb.ts';
import { trino } from '../../../dialects/trino.ts';
import { Engine } from '../../../engine.ts';
import { QueryError, QueryTimeout, WarehouseUnavailable } from '../../../errors.ts';
import { createServerDriver } from '../create-server-driver.ts';
import type { ServerDriver } from '../server-driver.ts';
import type { TrinoSettings } from '../server-settings.ts';

/** The backend of the protocol: prepared responses, otherwise DuckDB with translated SQL. */
const ANSWERS: Record<string, TrinoAnswer> = {
  hang: { hangs: true },
  slow: {
    error: {
      message: 'Query exceeded the maximum run time limit',
      errorName: 'EXCEEDED_TIME_LIMIT',
      errorType: 'INSUFFICIENT_RESOURCES',
    },
  },
  values: {
    pages: [
      [
        '[9007199254740993,"12345678901234567890123456.7800",1.5,true,"2025-01-31","2025-01-31 10:30:00.123456","it\\"s 1234567890123456789"]',
      ],
      [
        '[null,null,null,null,null,null,null]',
        '[-1,"-0.5000","NaN",false,"2024-02-29","2024-02-29 00:00:00.000000",""]',
      ],
    ],
  },
};

/** Tables that the user can change, if the server lists privileges. */
let writable: string[] | null = null;

let runs: TranspiledRuns;
let server: FakeTrino;
let driver: ServerDriver;
let engine: Engine;
beforeAll(async () => {
  runs = await openTranspiled(CASE_TABLES.branches);
  server = new FakeTrino(async (statement) => {
    const prepared = ANSWERS[statement.sql];
    if (prepared) return prepared;
    if (writable && statement.sql.includes('table_privileges'))
      return { pages: [writable.map((name) => `["${name}"]`)] };
    const { types, rows } = await runs.values(statement, trino);
    const bare = types.map((type) => /^(BIGINT|INTEGER|DOUBLE|BOOLEAN|HUGEINT)$/.test(type));
    const json = rows.map(
      (row) =>
        `[${row.map((cell, index) => (cell === null ? 'null' : bare[index] ? cell : JSON.stringify(cell))).join(',')}]`,
    );
    return { pages: [json.slice(0, 3), json.slice(3)] };
  });
  await server.listen();
  driver = createServerDriver(server.settings, { deadlineMs: 20_000, lookup: undefined });
  engine = new Engine({ cacheBytes: 0 });
});
afterAll(async () => {
  await driver.close();
  await engine.close();
  await server.close();
  runs.close();
});

const another = (more: Partial<TrinoSettings>, lookup?: LookupFunction) =>
  createServerDriver({ ...server.settings, ...more }, { deadlineMs: 20_000, lookup });

describe('a Trino driver', () => {
  it('sends user, catalog and tenant, and returns every type exactly', async () => {
    const [answer] = await driver.query([statementOf('values', { types: EVERY_TYPE })], undefined, 'tenant=alder');
    expect(answer).toEqual({
      rows: '[["9007199254740993","12345678901234567890123456.78",1.5,true,"2025-01-31","2025-01-31T10:30:00","it\\"s 1234567890123456789"],[null,null,null,null,null,null,null],[-1,"-0.5",null,false,"2024-02-29","2024-02-29T00:00:00",""]]',
      rowCount: 3,
      truncated: false,
      notFinite: [2],
    });
    expect(server.received.at(-1)!.headers).toMatchObject({
      'x-trino-user': 'reader',
      'x-trino-source': 'rise',
      'x-trino-catalog': 'lake',
      'x-trino-schema': 'main',
      'x-trino-time-zone': 'UTC',
      'x-trino-client-tags': 'tenant=alder',
      'x-trino-session': 'query_max_run_time=20000ms',
    });
  });

  it('returns the same results as DuckDB', async () => {
    await expectDuckdbResults(engine, server.settings, runs);
    expect(server.received.at(-1)!.text).toMatch(/^EXECUTE IMMEDIATE 'WITH .*' USING .*'alder'/s);
    expect(server.received.at(-1)!.headers['x-trino-client-tags']).toBe('tenant=alder');
  });

  it('refuses ad-hoc SQL before any request', async () => {
    const before = server.received.length;
    const version = versionOn(server.settings);
    const refused = engine.adHocSql.run({ model: CASE_MODEL, version, scope: ALDER, sql: 'SELECT 1', limit: 1 });
    await expect(refused).rejects.toBeInstanceOf(QueryError);
    expect(server.received.length).toBe(before);
  });

  it('sends every value as a parameter, including quotes', async () => {
    const [answer] = await driver.query([statementOf(PARAMETERS_CASE.sql, PARAMETERS_CASE)]);
    expect(JSON.parse(answer!.rows)).toEqual([PARAMETERS_CASE.parameters]);
  });

  it('reads no further than the limit and reports truncation', async () => {
    const before = server.canceled.length;
    const [answer] = await driver.query([statementOf('values', { types: EVERY_TYPE, limit: 0 })]);
    expect(answer).toEqual({ rows: '[]', rowCount: 0, truncated: true });
    await expect.poll(() => server.canceled.length).toBe(before + 1);
  });

  it('streams', async () => {
    const parts = driver.stream({
      ...statementOf('values', { types: EVERY_TYPE }),
      limit: 2,
      names: ['a', 'b', 'c', 'd', 'e', 'f', 'g'],
      format: { kind: 'ndjson' },
    });
    const { text, end } = await readStream(parts);
    expect(end).toEqual({ rowCount: 2, truncated: true });
    expect(text).toContain('["9007199254740993","12345678901234567890123456.78"');
  });

  it('retries when a gateway asks for it', async () => {
    server.troubles.push(503, 502, 429);
    expect((await driver.query([statementOf('SELECT 7')]))[0]!.rows).toBe('[[7]]');
  });
});

describe('an abandoned query', () => {
  it('is canceled on the server when its caller aborts', async () => {
    const before = server.canceled.length;
    const { pages } = server;
    const leave = new AbortController();
    const end = driver.query([statementOf('hang')], leave.signal).catch((error: Error) => error.message);
    await expect.poll(() => server.received.at(-1)!.text).toBe('hang');
    // Until it has an answer, it does not know what to cancel.
    await expect.poll(() => server.pages).toBeGreaterThan(pages);
    leave.abort(new Error('left'));
    expect(await end).toBe('left');
    await expect.poll(() => server.canceled.length).toBe(before + 1);
  });

  it('is canceled at the deadline, ours or the server’s own', async () => {
    const before = server.canceled.length;
    // Long enough to send it on a busy machine: what was not sent is not canceled.
    const hurried = createServerDriver(
      { ...server.settings, deadlineMs: 3000 },
      { deadlineMs: 20_000, lookup: undefined },
    );
    await expect(hurried.query([statementOf('hang')])).rejects.toBeInstanceOf(QueryTimeout);
    await hurried.close();
    await expect.poll(() => server.canceled.length).toBe(before + 1);
    await expect(driver.query([statementOf('slow')])).rejects.toBeInstanceOf(QueryTimeout);
  });

  it('that is refused or cannot be sent fails', async () => {
    const refused = await driver.query([statementOf('SELECT FROM')]).catch((error: Error) => error);
    expect(refused).toBeInstanceOf(WarehouseUnavailable);
    expect((refused as Error).message).toBe('The warehouse refused the query.');
    const away = another({ port: 1 });
    await expect(away.query([statementOf('values')])).rejects.toThrow('The warehouse cannot be reached.');
    await away.close();
    server.troubles.push(500);
    await expect(driver.query([statementOf('values')])).rejects.toThrow('The warehouse cannot be reached.');
  });
});

describe('Trino settings', () => {
  it('are accepted with a password or a token', async () => {
    expect(await examined(another({}))).toEqual([]);
    expect(await examined(another({ password: null, token: 'good.token' }))).toEqual([]);
  });

  it('are refused for a user who can change data, if the server lists privileges', async () => {
    writable = ['balance'];
    const issues = await examined(another({}));
    writable = null;
    expect(issues).toEqual([{ field: 'user', message: expect.stringContaining("may change the table 'balance'") }]);
  });

  it.each<[string, Partial<TrinoSettings>, string, RegExp, LookupFunction?]>([
    ['another password', { password: 'wrong' }, 'password', /user and password of 'reader'/],
    ['another token', { password: null, token: 'bad' }, 'token', /token of 'reader'/],
    ['another schema', { schema: 'nowhere' }, 'schema', /no schema 'nowhere'/],
    ['another port', { port: 1 }, 'port', /Nothing takes connections/],
    ['TLS where there is none', { tls: { ca: null } }, 'tls', /certificate/],
    ['a host that may not be reached', { host: 'inside.example' }, 'host', /WAREHOUSE_HOSTS/, refusingLookup],
  ])('are refused with %s', async (_, more, field, message, lookup) => {
    expect(await examined(another(more, lookup))).toEqual([{ field, message: expect.stringMatching(message) }]);
  });
});
