import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { DuckDBConnection } from '@duckdb/node-api';
import { SAFE_OPTIMIZERS } from '../engine-faults.ts';
import { buildRollup } from './build-rollup.ts';
import type { FromLoader, LoadedRollup, LoadedTable, LoadSetup, LoadTable } from './messages.ts';
import { quoteIdentifier, quoteText } from '../../expression/quote.ts';

/** Entry point of a load: builds `<target>.partial`, syncs it to disk, and renames it to `target` as the last step. */

const setup = JSON.parse(process.argv[2]!) as LoadSetup;
const tell = (message: FromLoader) =>
  new Promise<void>((resolve) => {
    process.send!(message, () => resolve());
  });

/** The source of the rows, as SQL. */
async function sourceOf(connection: DuckDBConnection, table: LoadTable): Promise<string> {
  if ('file' in table) return `read_parquet(${quoteText(join(setup.sourceDir, table.file))})`;
  await connection.run(`SET VARIABLE rows = ${Math.trunc(table.rows)}::BIGINT`);
  return `(${table.select})`;
}

async function columnsOf(connection: DuckDBConnection, source: string): Promise<string[]> {
  const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${source}`);
  return described.getRowsJson().map((row) => String(row[0]));
}

/** Rows are sorted by tenant and key, so that reading one tenant's rows is cheap. */
async function loadTable(connection: DuckDBConnection, request: LoadTable): Promise<LoadedTable> {
  const { table } = request;
  const source = await sourceOf(connection, request);
  const present = await columnsOf(connection, source);
  const columns = 'file' in request ? request.columns : undefined;
  const missing = columns?.find((column) => !present.includes(column));
  if (missing !== undefined) throw new Error(`The source of ${table} has no column '${missing}'.`);
  const taken = (columns ?? present).map(quoteIdentifier).join(', ');
  const key = present.find((column) => column.toLowerCase() === setup.sortKey.toLowerCase());
  await connection.run(
    `CREATE TABLE ${quoteIdentifier(table)} AS
     SELECT CAST(${quoteText(setup.tenant)} AS VARCHAR) AS tenant_id, ${taken}
     FROM ${source}
     ORDER BY ${key === undefined ? 'ALL' : `tenant_id, ${quoteIdentifier(key)}`}`,
  );
  const counted = await connection.runAndReadAll(`SELECT COUNT(*) FROM ${quoteIdentifier(table)}`);
  return { table, rows: Number(counted.getRowsJson()[0]![0]) };
}

async function latestDay(connection: DuckDBConnection): Promise<string | null> {
  if (!setup.asOf) return null;
  const { table, column } = setup.asOf;
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

async function load(): Promise<void> {
  const partial = `${setup.target}.partial`;
  await rm(partial, { force: true });
  await rm(`${partial}.wal`, { force: true });
  const instance = await DuckDBInstance.create(partial, {
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    threads: '2',
  });
  const connection = await instance.connect();
  await connection.run(
    `SET allowed_directories = [${quoteText(`${setup.sourceDir}/`)}, ${quoteText(`${dirname(setup.target)}/`)}]`,
  );
  await connection.run('SET enable_external_access = false');
  const tables: LoadedTable[] = [];
  for (const table of setup.tables) {
    const loaded = await loadTable(connection, table);
    tables.push(loaded);
    await tell({ progress: loaded });
  }
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
  const asOf = await latestDay(connection);
  await connection.run('CHECKPOINT');
  connection.closeSync();
  instance.closeSync();
  await syncPath(partial);
  const { size } = await stat(partial);
  await rename(partial, setup.target);
  await syncPath(dirname(setup.target));
  await tell({ loaded: { tables, rollups, asOf, bytes: size } });
}

process.on('disconnect', () => process.exit(1));
process.on('SIGINT', () => undefined);

try {
  await load();
  process.exit(0);
} catch (error) {
  await tell({ failed: error instanceof Error ? error.message : String(error) });
  process.exit(1);
}
