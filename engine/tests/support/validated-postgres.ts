import { QueryError } from '../../src/errors.ts';
import type { PostgresSettings, WarehouseVersion } from '../../src/index.ts';
import type { AdHocSqlResult } from '../../src/services/ad-hoc-sql-service.ts';
import type { ReaderOf } from '../../src/plan/scope.ts';
import { CASES, ROWS, RULED } from './row-rule-cases.ts';
import { openDatabase, serverOf } from './test-postgres.ts';
import type { TestDatabase } from './test-postgres.ts';
import { openTiny, tinyStatements } from './tiny-warehouse.ts';

interface QueryOptions {
  version?: WarehouseVersion;
  limit?: number;
  language?: 'en' | 'tr';
  signal?: AbortSignal;
}
interface Answered extends AdHocSqlResult {
  columns: { name: string; type: string }[];
  rows: unknown[][];
}

/** The tiny warehouse in a PostgreSQL, queried by all kinds of readers through a read-only role. */
export interface ValidatedPostgres {
  database: TestDatabase;
  /** The role. */
  reader: string;
  settings(more?: Partial<PostgresSettings>): PostgresSettings;
  versionOf(more?: Partial<PostgresSettings>): WarehouseVersion;
  runQuery(sql: string, as: ReaderOf, more?: QueryOptions): Promise<Answered>;
  /** The error of a refused statement; fails if it runs. */
  refusal(sql: string, as?: ReaderOf, more?: QueryOptions): Promise<QueryError>;
  /** The rows that PostgreSQL returns for tables with only what this kind of reader may see. */
  rowsOf(name: string, sql: string): Promise<(string | null)[][]>;
  close(): Promise<void>;
}

/** A cell as plain text, regardless of its type in JSON. */
export function plain(cell: unknown): string | null {
  if (cell === null) return null;
  const text = String(cell)
    .replace(/^(\d{4}-\d\d-\d\d)T/, '$1 ')
    .replace(/^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)[.+].*$/, '$1');
  if (text !== '' && Number.isFinite(Number(text))) return Number(text).toPrecision(11);
  return text === 't' ? 'true' : text === 'f' ? 'false' : text;
}

export async function openValidatedPostgres(): Promise<ValidatedPostgres> {
  const schemas = new Map(Object.keys(CASES).map((name, index) => [name, `only_${index}`]));
  const tiny = await openTiny(ROWS, { cacheBytes: 1024 * 1024 }, RULED);
  const database = await openDatabase();
  const { client } = database;
  for (const statement of tinyStatements(ROWS)) await client.query(statement);
  for (const [name, schema] of schemas) {
    const { sees, shown } = CASES[name]!;
    await client.query(`CREATE SCHEMA ${schema}; SET search_path = ${schema}`);
    const rows = ROWS.filter((row) => row.tenant === 'alder' && sees(row)).map(shown);
    for (const statement of tinyStatements(rows)) await client.query(statement);
    await client.query('ALTER TABLE branch DROP COLUMN tenant_id; ALTER TABLE balance DROP COLUMN tenant_id');
  }
  const reader = `hand_${serverOf(database.url, 'x').database}`;
  await client.query(`
    SET search_path = public;
    CREATE TABLE secret AS SELECT 'secret' AS word;
    CREATE ROLE ${reader} LOGIN PASSWORD 'first-secret';
    GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${reader};
    ANALYZE`);

  const settings = (more: Partial<PostgresSettings> = {}) =>
    serverOf(database.url, 'public', { user: reader, password: 'first-secret', ...more });
  const versionOf = (more: Partial<PostgresSettings> = {}): WarehouseVersion => ({
    number: 1,
    moment: 0,
    asOf: '2025-12-31',
    server: settings(more),
  });
  const runQuery = async (sql: string, as: ReaderOf, resultOf: QueryOptions = {}): Promise<Answered> => {
    const { version = versionOf(), limit = 100_000, ...more } = resultOf;
    const scope = { tenant: 'alder', reader: as };
    const answer = await tiny.engine.adHocSql.run({ model: tiny.model, version, scope, sql, limit, ...more });
    return { ...answer, ...(JSON.parse(`{${answer.body}}`) as Pick<Answered, 'columns' | 'rows'>) };
  };
  return {
    database,
    reader,
    settings,
    versionOf,
    runQuery,
    async refusal(sql, as = CASES['clerk']!.reader, more = {}) {
      const refused = await runQuery(sql, as, more).then(
        ({ rows }) => `answered ${JSON.stringify(rows)}`,
        (error: unknown) => error,
      );
      if (!(refused instanceof QueryError)) throw new Error(`${sql}: ${String(refused)}`);
      return refused;
    },
    async rowsOf(name, sql) {
      await client.query(`SET search_path = ${schemas.get(name)}; SET TimeZone = 'UTC'`);
      const types = { getTypeParser: () => (text: string) => text };
      const { rows } = await client.query<(string | null)[]>({ text: sql, rowMode: 'array', types });
      return rows.map((row) => row.map(plain));
    },
    async close() {
      await tiny.close();
      await client.query(`DROP OWNED BY ${reader}; DROP ROLE ${reader}`);
      await database.close();
    },
  };
}
