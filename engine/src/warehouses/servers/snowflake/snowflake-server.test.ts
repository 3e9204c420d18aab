import { existsSync } from 'node:fs';
import type { LookupFunction } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CASE_TABLES } from '../../../../tests/support/dialect-cases/models.ts';
import {
  EVERY_TYPE,
  examined,
  expectDuckdbResults,
  PARAMETERS_CASE,
  readStream,
  refusingLookup,
  statementOf,
} from '../../../../tests/support/driver-cases.ts';
import { FakeSnowflake } from '../../../../tests/support/fake-snowflake.ts';
import type { SnowflakeAnswer, SnowflakeColumn } from '../../../../tests/support/fake-snowflake.ts';
import { openTranspiled } from '../../../../tests/support/transpile-to-duckdb.ts';
import type { TranspiledRuns } from '../../../../tests/support/transpile-to-duckdb.ts';
import { snowflake } from '../../../dialects/snowflake.ts';
import { Engine } from '../../../engine.ts';
import { QueryTimeout, WarehouseUnavailable } from '../../../errors.ts';
import { createServerDriver } from '../create-server-driver.ts';
import type { ServerDriver } from '../server-driver.ts';
import type { SnowflakeSettings } from '../server-settings.ts';

const COLUMNS: SnowflakeColumn[] = [
  { type: 'fixed', scale: 0 },
  { type: 'fixed', scale: 4 },
  { type: 'real' },
  { type: 'boolean' },
  { type: 'date' },
  { type: 'timestamp_ntz', scale: 6 },
  { type: 'text' },
];
const ANSWERS: Record<string, SnowflakeAnswer> = {
  hang: { hangs: true },
  slow: {
    error: {
      code: '000630',
      sqlState: '57014',
      message: 'Statement reached its statement or warehouse timeout of 20 second(s) and was canceled.',
    },
  },
  values: {
    columns: COLUMNS,
    inline: 1,
    rows: [
      ['9007199254740993', '12345678901234567890123456.7800', '1.5', '1', '20119', '1738319400.123456000', 'it"s'],
      [null, null, null, null, null, null, null],
      ['-1', '-0.5000', 'NaN', '0', '19782', '1709164800.000000000', ''],
    ],
  },
  many: {
    columns: [{ type: 'fixed', scale: 0 }],
    inline: 100,
    rows: Array.from({ length: 3000 }, (_, index) => [String(index)]),
  },
};
let session: (string | null)[] = ['SMALL', 'FIGURES', 'MAIN', 'READER'];
let writable: string[] = [];

let runs: TranspiledRuns;
let server: FakeSnowflake;
let driver: ServerDriver;
let engine: Engine;

/** DuckDB's values in Snowflake's wire format. */
const columnOf = (type: string): SnowflakeColumn => {
  const scale = /^DECIMAL\(\d+,\s*(\d+)\)$/.exec(type)?.[1];
  if (scale !== undefined) return { type: 'fixed', scale: Number(scale) };
  if (/INT/.test(type)) return { type: 'fixed', scale: 0 };
  if (type === 'DOUBLE' || type === 'BOOLEAN' || type === 'DATE')
    return { type: ({ DOUBLE: 'real', BOOLEAN: 'boolean', DATE: 'date' } as const)[type] };
  return type === 'TIMESTAMP' ? { type: 'timestamp_ntz', scale: 6 } : { type: 'text' };
};
const sent = (cell: string | null, { type }: SnowflakeColumn) => {
  if (cell === null) return null;
  if (type === 'date') return String(Date.parse(`${cell}T00:00:00Z`) / 86_400_000);
  return type === 'timestamp_ntz' ? `${Date.parse(`${cell.replace(' ', 'T')}Z`) / 1000}.000000000` : cell;
};

beforeAll(async () => {
  runs = await openTranspiled(CASE_TABLES.branches);
  server = new FakeSnowflake(async (statement) => {
    const text: SnowflakeColumn = { type: 'text' };
    if (ANSWERS[statement.sql]) return ANSWERS[statement.sql]!;
    if (statement.sql.startsWith('SELECT CURRENT_')) return { columns: [text, text, text, text], rows: [session] };
    if (statement.sql.includes('table_privileges'))
      return { columns: [text, text], rows: writable.map((name) => [name, 'INSERT']) };
    const { types, rows } = await runs.values(statement, snowflake);
    const columns = types.map(columnOf);
    return { columns, rows: rows.map((row) => row.map((cell, index) => sent(cell, columns[index]!))), inline: 3 };
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

const another = (more: Partial<SnowflakeSettings>, lookup?: LookupFunction) =>
  createServerDriver({ ...server.settings, ...more }, { deadlineMs: 20_000, lookup });

describe('a Snowflake driver', () => {
  it('logs in, sets up its session and tags queries, and returns every type exactly', async () => {
    const [answer] = await driver.query([statementOf('values', { types: EVERY_TYPE })], undefined, 'tenant=alder');
    expect(answer).toEqual({
      rows: '[["9007199254740993","12345678901234567890123456.78",1.5,true,"2025-01-31","2025-01-31T10:30:00","it\\"s"],[null,null,null,null,null,null,null],[-1,"-0.5",null,false,"2024-02-29","2024-02-29T00:00:00",""]]',
      rowCount: 3,
      truncated: false,
      notFinite: [2],
    });
    expect(server.logins.at(-1)).toMatchObject({
      ACCOUNT_NAME: 'acme-cedar',
      LOGIN_NAME: 'reader',
      warehouse: 'SMALL',
      databaseName: 'FIGURES',
      schemaName: 'MAIN',
      roleName: 'READER',
    });
    expect(server.received.slice(0, 2).map(({ sql }) => sql)).toEqual([
      expect.stringContaining('QUOTED_IDENTIFIERS_IGNORE_CASE = TRUE'),
      'USE SECONDARY ROLES NONE',
    ]);
    expect(server.received.at(-1)!.settings).toEqual({
      MULTI_STATEMENT_COUNT: 1,
      QUERY_TAG: 'rise tenant=alder',
      STATEMENT_TIMEOUT_IN_SECONDS: 20,
    });
    expect(existsSync('snowflake.log')).toBe(false);
  });

  it('returns the same results as DuckDB, over reused sessions', async () => {
    const before = server.logins.length;
    await expectDuckdbResults(engine, server.settings, runs);
    expect(server.logins.length).toBe(before + 1);
    expect(server.received.at(-1)!.settings['QUERY_TAG']).toBe('rise tenant=alder');
  });

  it('sends every value as a parameter, including quotes', async () => {
    const [answer] = await driver.query([statementOf(PARAMETERS_CASE.sql, PARAMETERS_CASE)]);
    expect(JSON.parse(answer!.rows)).toEqual([PARAMETERS_CASE.parameters]);
  });

  it('reads long results in chunks, no further than the limit', async () => {
    const [all] = await driver.query([statementOf('many')]);
    expect(JSON.parse(all!.rows)).toEqual(ANSWERS['many']!.rows!.map(([cell]) => [Number(cell)]));
    const [some] = await driver.query([statementOf('many', { limit: 10 })]);
    expect(some).toMatchObject({ rowCount: 10, truncated: true });
    const parts = driver.stream({ ...statementOf('many'), limit: 2500, names: ['a'], format: { kind: 'ndjson' } });
    const { text, end } = await readStream(parts);
    expect(end).toEqual({ rowCount: 2500, truncated: true });
    expect(text).toContain('[2499]');
  });
});

describe('an abandoned query', () => {
  it('is aborted on the server when its caller aborts', async () => {
    const before = server.aborted.length;
    const leave = new AbortController();
    const end = driver.query([statementOf('hang')], leave.signal).catch((error: Error) => error.message);
    await expect.poll(() => server.received.at(-1)!.sql).toBe('hang');
    leave.abort(new Error('left'));
    expect(await end).toBe('left');
    await expect.poll(() => server.aborted.length).toBe(before + 1);
  });

  it('returns its session to the pool once, even if its caller aborts afterwards', async () => {
    const driver = another({});
    const leave = new AbortController();
    await driver.query([statementOf('values', { types: EVERY_TYPE })], leave.signal);
    leave.abort(new Error('left'));
    // Abort handlers run first.
    await new Promise(setImmediate);
    const before = server.logins.length;
    await Promise.all([driver.query([statementOf('SELECT 1')]), driver.query([statementOf('SELECT 2')])]);
    expect(server.logins.length).toBe(before + 1);
    await driver.close();
  });

  it('is aborted at the deadline, ours or the server’s own', async () => {
    const before = server.aborted.length;
    // Long enough to log in on a busy machine: what was not sent is not aborted.
    const hurried = another({ deadlineMs: 3000 });
    await expect(hurried.query([statementOf('hang')])).rejects.toBeInstanceOf(QueryTimeout);
    await expect.poll(() => server.aborted.length).toBe(before + 1);
    await hurried.close();
    await expect(driver.query([statementOf('slow')])).rejects.toBeInstanceOf(QueryTimeout);
  });

  it('that is refused or cannot be sent fails, and the next one succeeds', async () => {
    const refused = await driver.query([statementOf('SELECT FROM')]).catch((error: Error) => error);
    expect(refused).toBeInstanceOf(WarehouseUnavailable);
    expect((refused as Error).message).toBe('The warehouse refused the query.');
    server.cut.requests = 2;
    await expect(driver.query([statementOf('values')])).rejects.toThrow('The warehouse cannot be reached.');
    server.cut.requests = 0;
    expect((await driver.query([statementOf('SELECT 7')]))[0]!.rows).toBe('[[7]]');
  });
});

describe('Snowflake settings', () => {
  it('are accepted with a password, a token, or a key', async () => {
    expect(await examined(another({}))).toEqual([]);
    expect(await examined(another({ password: null, token: 'programmatic-access-token' }))).toEqual([]);
    expect(await examined(another({ password: null, ...server.key }))).toEqual([]);
  });

  it('are refused if the role can change data or something is missing', async () => {
    writable = ['BALANCE'];
    expect(await examined(another({}))).toEqual([
      {
        field: 'role',
        message: "The role 'READER' may change the table 'BALANCE'. Use a role that has USAGE and SELECT only.",
      },
    ]);
    writable = [];
    session = [null, 'FIGURES', 'MAIN', 'READER'];
    expect(await examined(another({}))).toEqual([
      { field: 'warehouse', message: expect.stringContaining("no warehouse 'SMALL'") },
    ]);
    session = ['SMALL', 'FIGURES', 'MAIN', 'READER'];
  });

  it.each<[string, Partial<SnowflakeSettings>, string, RegExp, LookupFunction?]>([
    ['another password', { password: 'wrong' }, 'password', /user and password of 'reader'/],
    ['another token', { password: null, token: 'bad' }, 'token', /user and token of 'reader'/],
    ['another port', { port: 1 }, 'port', /Nothing takes connections/],
    ['TLS where there is none', { tls: { ca: null } }, 'tls', /certificate/],
    ['a host that may not be reached', { host: 'inside.example' }, 'host', /WAREHOUSE_HOSTS/, refusingLookup],
  ])('are refused with %s', async (_, more, field, message, lookup) => {
    expect(await examined(another(more, lookup))).toEqual([{ field, message: expect.stringMatching(message) }]);
  });
});
