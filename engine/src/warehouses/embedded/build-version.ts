import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { DuckDBConnection } from '@duckdb/node-api';
import { SAFE_OPTIMIZERS } from '../engine-faults.ts';
import { buildRollup } from './build-rollup.ts';
import { measureCoverage } from './measure-coverage.ts';
import type { DeliveredFile } from './measure-coverage.ts';
import type { Loaded, LoadedRollup, LoadedTable, LoadSetup, LoadTable } from './messages.ts';
import { quoteIdentifier, quoteText } from '../../expression/quote.ts';
import { rejectRepeatedRows } from './repeated-rows.ts';
import { uniteColumns } from './united-columns.ts';
import type { FileColumn, UnitedColumn } from './united-columns.ts';

/** The rows of a table, as SQL, with the columns that they have. */
interface Source {
  sql: string;
  columns: string[];
  /** What was delivered: each of the table's files, or the generated rows, read from the loaded table. */
  delivered: DeliveredFile[];
  missing: LoadedTable['missing'];
}

const parquet = (setup: LoadSetup, file: string) => `read_parquet(${quoteText(join(setup.sourceDir, file))})`;

async function columnsOf(connection: DuckDBConnection, source: string): Promise<FileColumn[]> {
  const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${source}`);
  return described.getRowsJson().map((row) => ({ name: String(row[0]), type: String(row[1]) }));
}

/** The rows of one file with the columns of all; null where the file lacks one. */
function rowsOfFile(source: string, place: number, columns: readonly UnitedColumn[]): string {
  const values = columns.map(({ name, type, spelled }) => {
    const own = spelled[place];
    return `CAST(${own === null || own === undefined ? 'NULL' : quoteIdentifier(own)} AS ${type}) AS ${quoteIdentifier(name)}`;
  });
  return `SELECT ${values.join(', ')} FROM ${source}`;
}

async function sourceOf(connection: DuckDBConnection, setup: LoadSetup, request: LoadTable): Promise<Source> {
  if ('select' in request) {
    await connection.run(`SET VARIABLE rows = ${Math.trunc(request.rows)}::BIGINT`);
    const sql = `(${request.select})`;
    const columns = (await columnsOf(connection, sql)).map(({ name }) => name);
    return { sql, columns, delivered: [{ sql: quoteIdentifier(request.table), columns }], missing: [] };
  }
  const names = 'file' in request ? [request.file] : request.files;
  const twice = names.find((file, place) => names.indexOf(file) < place);
  if (twice !== undefined) throw new Error(`The file ${twice} is listed twice for ${request.table}. Leave one out.`);
  const files: { file: string; columns: FileColumn[] }[] = [];
  for (const file of names) files.push({ file, columns: await columnsOf(connection, parquet(setup, file)) });
  const united = uniteColumns(request.table, files);
  const delivered = files.map(({ file, columns }) => ({
    sql: parquet(setup, file),
    columns: columns.map(({ name }) => name),
  }));
  if (setup.asOf) {
    const rows = files.map(({ file }, place) => ({ file, ...delivered[place]! }));
    await rejectRepeatedRows(connection, request.table, rows, { key: setup.sortKey, date: setup.asOf.column });
  }
  const missing = files.flatMap(({ file }, place) => {
    const columns = united.filter(({ spelled }) => spelled[place] === null).map(({ name }) => name);
    return columns.length === 0 ? [] : [{ file, columns }];
  });
  const rows = delivered.map((file, place) => rowsOfFile(file.sql, place, united)).join('\nUNION ALL\n');
  const sql = delivered.length === 1 ? delivered[0]!.sql : `(${rows})`;
  return { sql, columns: united.map(({ name }) => name), delivered, missing };
}

/** Rows are sorted by tenant and key, so that reading one tenant's rows is cheap. */
async function loadTable(
  connection: DuckDBConnection,
  setup: LoadSetup,
  request: LoadTable,
): Promise<LoadedTable & { delivered: DeliveredFile[] }> {
  const { table } = request;
  const { sql: source, columns: present, delivered, missing: lacking } = await sourceOf(connection, setup, request);
  const columns = 'select' in request ? undefined : request.columns;
  const missing = columns?.find((column) => !present.includes(column));
  if (missing !== undefined) throw new Error(`The source of ${table} has no column '${missing}'.`);
  const selected = (columns ?? present).map(quoteIdentifier).join(', ');
  const key = present.find((column) => column.toLowerCase() === setup.sortKey.toLowerCase());
  await connection.run(
    `CREATE TABLE ${quoteIdentifier(table)} AS
     SELECT CAST(${quoteText(setup.tenant)} AS ${setup.tenantType}) AS tenant_id, ${selected}
     FROM ${source}
     ORDER BY ${key === undefined ? 'ALL' : `tenant_id, ${quoteIdentifier(key)}`}`,
  );
  const counted = await connection.runAndReadAll(`SELECT COUNT(*) FROM ${quoteIdentifier(table)}`);
  const taken = (names: readonly string[]) => (columns ? names.filter((name) => columns.includes(name)) : [...names]);
  return {
    table,
    rows: Number(counted.getRowsJson()[0]![0]),
    missing: lacking.flatMap(({ file, columns: names }) => {
      const own = taken(names);
      return own.length === 0 ? [] : [{ file, columns: own }];
    }),
    delivered: delivered.map(({ sql, columns: names }) => ({ sql, columns: taken(names) })),
  };
}

async function latestDay(
  connection: DuckDBConnection,
  { table, column }: NonNullable<LoadSetup['asOf']>,
): Promise<string | null> {
  const reader = await connection.runAndReadAll(
    `SELECT CAST(MAX(CAST(${quoteIdentifier(column)} AS DATE)) AS VARCHAR) FROM ${quoteIdentifier(table)}`,
  );
  return reader.getRowsJson()[0]![0] as string | null;
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Fills an empty database with a version's tables and rollups. */
async function fillVersion(
  connection: DuckDBConnection,
  setup: LoadSetup,
  onTable: (table: LoadedTable) => Promise<void>,
): Promise<Omit<Loaded, 'bytes'>> {
  await connection.run(
    `SET allowed_directories = [${quoteText(`${setup.sourceDir}/`)}, ${quoteText(`${dirname(setup.target)}/`)}]`,
  );
  await connection.run('SET enable_external_access = false');
  const tables: LoadedTable[] = [];
  const deliveries: Parameters<typeof measureCoverage>[1][number][] = [];
  for (const request of setup.tables) {
    const { delivered, ...loaded } = await loadTable(connection, setup, request);
    deliveries.push({ table: request.table, delivered });
    tables.push(loaded);
    await onTable(loaded);
  }
  const coverage = await measureCoverage(connection, deliveries, setup.asOf);
  // Built with the same settings as in a reader.
  await connection.run("SET GLOBAL TimeZone = 'UTC'");
  await connection.run(SAFE_OPTIMIZERS);
  const rollups: LoadedRollup[] = [];
  const [[own]] = (await connection.runAndReadAll('SELECT current_database()')).getRowsJson() as [[string]];
  if (setup.over !== null) {
    await connection.run(`ATTACH ${quoteText(setup.over)} AS version (READ_ONLY)`);
    await connection.run('USE version');
  }
  for (const rollup of setup.rollups) rollups.push(await buildRollup(connection, own, rollup));
  if (setup.over !== null) {
    await connection.run(`USE ${quoteIdentifier(own)}`);
    await connection.run('DETACH version');
  }
  const asOf = setup.asOf && (await latestDay(connection, setup.asOf));
  await connection.run('CHECKPOINT');
  return { tables, rollups, asOf, coverage };
}

/** Builds `<target>.partial`, syncs it to disk, and renames it to `target` as the last step. */
export async function buildVersion(setup: LoadSetup, onTable: (table: LoadedTable) => Promise<void>): Promise<Loaded> {
  const partial = `${setup.target}.partial`;
  await rm(partial, { force: true });
  await rm(`${partial}.wal`, { force: true });
  const instance = await DuckDBInstance.create(partial, {
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    threads: '2',
  });
  let filled: Omit<Loaded, 'bytes'>;
  try {
    const connection = await instance.connect();
    filled = await fillVersion(connection, setup, onTable);
    connection.closeSync();
  } finally {
    instance.closeSync();
  }
  await syncPath(partial);
  const { size } = await stat(partial);
  await rename(partial, setup.target);
  await syncPath(dirname(setup.target));
  return { ...filled, bytes: size };
}
