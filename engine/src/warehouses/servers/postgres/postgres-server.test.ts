import type { LookupFunction } from 'node:net';
import { semanticQuery } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, serverOf } from '../../../../tests/support/test-postgres.ts';
import type { TestDatabase } from '../../../../tests/support/test-postgres.ts';
import { openTiny, tinyStatements } from '../../../../tests/support/tiny-warehouse.ts';
import type { TinyWarehouse } from '../../../../tests/support/tiny-warehouse.ts';
import { Engine, HOST_REFUSED, toQueryResult } from '../../../index.ts';
import type { PostgresSettings } from '../../../index.ts';
import type { StatementRequest } from '../../../dialects/statement.ts';
import { ResultTooLarge } from '../../../errors.ts';
import { PostgresServer } from './postgres-server.ts';

const ROWS = [
  { tenant: 'alder', id: 'a', assets: 1, day: '2025-03-31' },
  { tenant: 'birch', id: 'b', assets: 20, day: '2025-06-30' },
];

let database: TestDatabase;
let tiny: TinyWarehouse;
let reader: string;
beforeAll(async () => {
  tiny = await openTiny(ROWS);
  database = await openDatabase();
  for (const statement of tinyStatements(ROWS)) await database.client.query(statement);
  reader = `reader_${serverOf(database.url, 'x').database}`;
  await database.client.query(`
    CREATE ROLE ${reader} LOGIN PASSWORD 'first-secret';
    REVOKE CREATE ON SCHEMA public FROM PUBLIC;
    GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${reader};
    CREATE SCHEMA closed`);
});
afterAll(async () => {
  await tiny.close();
  await database.client.query(`DROP OWNED BY ${reader}; DROP ROLE ${reader}`);
  await database.close();
});

const settings = (more: Partial<PostgresSettings> = {}) =>
  serverOf(database.url, 'public', { user: reader, password: 'first-secret', ...more });

describe('PostgreSQL settings', () => {
  it('are accepted for a read-only role', async () => {
    expect(await tiny.engine.servers.examine(settings())).toEqual([]);
  });

  it.each([
    ['another password', { password: 'another' }, 'password', /does not take this password of 'reader_/],
    ['another database', { database: 'nowhere' }, 'database', /no database 'nowhere'/],
    ['another schema', { schema: 'nowhere' }, 'schema', /no schema 'nowhere'/],
    ['a schema closed to it', { schema: 'closed' }, 'user', /may not use the schema 'closed'/],
    ['TLS where there is none', { tls: { ca: null } }, 'tls', /SSL/],
  ])('are refused with %s', async (_, more, field, message) => {
    expect(await tiny.engine.servers.examine(settings(more))).toEqual([
      { field, message: expect.stringMatching(message) },
    ]);
  });

  it('are refused if no server listens', async () => {
    expect(await tiny.engine.servers.examine(settings({ host: '127.0.0.1', port: 1 }))).toEqual([
      { field: 'port', message: expect.stringContaining('Nothing takes connections at 127.0.0.1, port 1') },
    ]);
  });

  it('are refused for a role that can change data', async () => {
    const { user, password } = serverOf(database.url, 'public');
    expect(await tiny.engine.servers.examine(settings({ user, password }))).toEqual([
      { field: 'user', message: expect.stringContaining('is a superuser') },
    ]);
    await database.client.query(`GRANT UPDATE ON branch TO ${reader}`);
    const issues = await tiny.engine.servers.examine(settings());
    await database.client.query(`REVOKE UPDATE ON branch FROM ${reader}`);
    expect(issues).toEqual([{ field: 'user', message: expect.stringContaining("may change the table 'branch'") }]);
  });

  it('are refused if a table cannot be read', async () => {
    await database.client.query(`REVOKE SELECT ON balance FROM ${reader}`);
    const issues = await tiny.engine.servers.examine(settings());
    await database.client.query(`GRANT SELECT ON balance TO ${reader}`);
    expect(issues).toEqual([{ field: 'user', message: expect.stringContaining("may not read the table 'balance'") }]);
  });

  it('do not connect to a host that the look-up refuses', async () => {
    const refusing: LookupFunction = (_name, _options, done) =>
      done(Object.assign(new Error('refused'), { code: HOST_REFUSED }), '');
    const engine = new Engine({ lookup: refusing });
    expect(await engine.servers.examine(settings({ host: 'inside.example' }))).toEqual([
      { field: 'host', message: expect.stringContaining('WAREHOUSE_HOSTS') },
    ]);
    await engine.close();
  });
});

describe('the tenant of a PostgreSQL warehouse', () => {
  const runQuery = async (tenantColumn: string | null) => {
    const answer = await tiny.engine.queries.run({
      model: tiny.model,
      version: { number: 1, moment: 0, asOf: null, server: settings({ tenantColumn }) },
      scope: { tenant: 'alder' },
      query: semanticQuery.parse({ dataset: 'book', measures: ['assets'] }),
    });
    return toQueryResult(answer, { dataVersion: 1, asOf: null, unmapped: [] }).rows;
  };

  it('sees only its own rows, unless the whole database belongs to it', async () => {
    expect(await runQuery('tenant_id')).toEqual([['1']]);
    expect(await runQuery(null)).toEqual([['21']]);
  });

  it('gets the greatest value of its own rows', async () => {
    const version = { number: 1, moment: 0, asOf: null, server: settings() };
    const columns = [{ table: 'branch', column: 'day' }];
    expect(await tiny.engine.catalogs.greatest(version, 'alder', columns)).toEqual(['2025-03-31']);
    expect(await tiny.engine.catalogs.greatest(version, 'cedar', columns)).toEqual([null]);
  });
});

describe('results of a PostgreSQL warehouse', () => {
  it('beyond the size limit are refused while they are received, and others are served', async () => {
    const server = new PostgresServer(settings(), { deadlineMs: 20_000, resultBytes: 100_000, lookup: undefined });
    const select = (rows: number): StatementRequest => ({
      sql: `SELECT repeat(chr(1), 1000) AS text FROM generate_series(1, ${rows})`,
      parameters: [],
      types: ['string'],
      limit: null,
    });
    // Refused as JSON, and long before all of its 200 MB have arrived.
    await expect(server.query([select(20)])).rejects.toThrow(ResultTooLarge);
    await expect(server.query([select(200_000)])).rejects.toThrow(ResultTooLarge);
    expect((await server.query([select(10)]))[0]).toMatchObject({ rowCount: 10, truncated: false });
    const statement = { sql: select(20).sql, parameters: [], limit: 100 };
    expect(await server.runAdHoc(statement)).toMatchObject({ rowCount: 16, truncated: true });
    await server.close();
  });
});
