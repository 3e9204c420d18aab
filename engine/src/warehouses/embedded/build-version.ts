import { open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Coverage } from '../../model/coverage.ts';
import { SAFE_OPTIMIZERS } from '../engine-faults.ts';
import { buildRollup } from './build-rollup.ts';
import { measureCoverage, uniteCoverage } from './measure-coverage.ts';
import { columnsOf, createView, mergeRows, unionOf } from './merge-rows.ts';
import type { Rows } from './merge-rows.ts';
import type { DeliveredFile } from './measure-coverage.ts';
import type { Loaded, LoadedRollup, LoadedTable, LoadSetup, LoadTable } from './messages.ts';
import { profileTables } from './profile-tables.ts';
import { quoteIdentifier, quoteText } from '../../expression/quote.ts';
import { rejectRepeatedRows } from './repeated-rows.ts';
import type { Segment, Segments } from './segments.ts';
import { attachedFiles } from './segments.ts';
import { uniteColumns } from './united-columns.ts';

/** The rows of a table, as SQL, with the columns that they have. */
interface Source {
  sql: string;
  columns: string[];
  /** What was delivered: each of the table's files, or the generated rows, read from the loaded table. */
  delivered: DeliveredFile[];
  missing: LoadedTable['missing'];
}

const parquet = (setup: LoadSetup, file: string) => `read_parquet(${quoteText(join(setup.sourceDir, file))})`;

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
  const files: Rows[] = [];
  for (const file of names) {
    const sql = parquet(setup, file);
    files.push({ file, sql, columns: await columnsOf(connection, sql) });
  }
  const united = uniteColumns(request.table, files);
  const delivered = files.map(({ sql, columns }) => ({ sql, columns: columns.map(({ name }) => name) }));
  if (setup.asOf) {
    const rows = files.map(({ file }, place) => ({ file, ...delivered[place]! }));
    await rejectRepeatedRows(connection, request.table, rows, { key: setup.sortKey, date: setup.asOf.column });
  }
  const missing = files.flatMap(({ file }, place) => {
    const columns = united.filter(({ spelled }) => spelled[place] === null).map(({ name }) => name);
    return columns.length === 0 ? [] : [{ file, columns }];
  });
  const sql = files.length === 1 ? files[0]!.sql : `(${unionOf(request.table, files)})`;
  return { sql, columns: united.map(({ name }) => name), delivered, missing };
}

/** Sorted by tenant and key, reading one tenant's rows is cheap. Throws an `Error` for a column that is missing. */
function orderOf({ sortKey }: LoadSetup, { table, sortBy }: LoadTable, present: readonly string[]): string {
  const find = (name: string) => present.find((column) => column.toLowerCase() === name.toLowerCase());
  if (sortBy === undefined) {
    const key = find(sortKey);
    return `ORDER BY ${key === undefined ? 'ALL' : `tenant_id, ${quoteIdentifier(key)}`}`;
  }
  const missing = sortBy.find((name) => find(name) === undefined);
  if (missing !== undefined) throw new Error(`${table} cannot be sorted by '${missing}': there is no such column.`);
  return sortBy.length === 0
    ? ''
    : `ORDER BY ${['tenant_id', ...sortBy.map((name) => quoteIdentifier(find(name)!))].join(', ')}`;
}

/** What the versions before have of a table. */
function segmentsBefore({ base }: LoadSetup, table: string): readonly Segment[] {
  const found = Object.entries(base?.segments ?? {}).find(([name]) => name.toLowerCase() === table.toLowerCase());
  return found?.[1] ?? [];
}

interface FilledTable extends LoadedTable {
  segments: Segment[];
  delivered: DeliveredFile[];
}

async function loadTable(connection: DuckDBConnection, setup: LoadSetup, request: LoadTable): Promise<FilledTable> {
  const { table } = request;
  const { sql: source, columns: present, delivered, missing: lacking } = await sourceOf(connection, setup, request);
  const columns = 'select' in request ? undefined : request.columns;
  const missing = columns?.find((column) => !present.includes(column));
  if (missing !== undefined) throw new Error(`The source of ${table} has no column '${missing}'.`);
  const selected = (columns ?? present).map(quoteIdentifier).join(', ');
  const sql = `(SELECT CAST(${quoteText(setup.tenant)} AS ${setup.tenantType}) AS tenant_id, ${selected} FROM ${source})`;
  const segments = await mergeRows(connection, {
    table,
    mode: request.mode ?? 'append',
    incoming: { file: 'the new rows', sql, columns: await columnsOf(connection, sql) },
    order: orderOf(setup, request, present),
    before: request.mode === undefined ? [] : segmentsBefore(setup, table),
    file: basename(setup.target),
    own: setup.as,
  });
  const taken = (names: readonly string[]) => (columns ? names.filter((name) => columns.includes(name)) : [...names]);
  return {
    table,
    rows: segments.reduce((sum, { rows }) => sum + rows, 0),
    segments,
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

/** The segments of all tables: the loaded ones, and those of the version before. */
function segmentsAfter(before: Segments, changed: Segments): Segments {
  const names = new Set(Object.keys(changed).map((table) => table.toLowerCase()));
  return {
    ...Object.fromEntries(Object.entries(before).filter(([table]) => !names.has(table.toLowerCase()))),
    ...changed,
  };
}

function coverageAfter({ base, tables }: LoadSetup, loaded: Coverage): Coverage {
  if (!base?.coverage) return loaded;
  const replaced = tables.filter(({ mode }) => mode === undefined).map(({ table }) => table.toLowerCase());
  return uniteCoverage(base.coverage, loaded, new Set(replaced));
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
  const before = setup.base?.segments ?? {};
  for (const { file, as } of attachedFiles(setup.target, before))
    await connection.run(`ATTACH ${quoteText(file)} AS ${quoteIdentifier(as)} (READ_ONLY)`);
  const tables: LoadedTable[] = [];
  const deliveries: Parameters<typeof measureCoverage>[1][number][] = [];
  const changed: Record<string, Segment[]> = {};
  for (const request of setup.tables) {
    const { delivered, segments, ...loaded } = await loadTable(connection, setup, request);
    deliveries.push({ table: request.table, delivered });
    changed[request.table] = segments;
    tables.push(loaded);
    await onTable(loaded);
  }
  const segments = segmentsAfter(before, changed);
  for (const [table, parts] of Object.entries(segments))
    if (parts.some(({ as, schema }) => as !== setup.as || schema !== 'main'))
      await createView(connection, table, parts, setup.as);
  const profiles = await profileTables(connection, changed, setup.as);
  const coverage = coverageAfter(setup, await measureCoverage(connection, deliveries, setup.asOf));
  // Built with the same settings as in a reader.
  await connection.run("SET GLOBAL TimeZone = 'UTC'");
  await connection.run(SAFE_OPTIMIZERS);
  const rollups: LoadedRollup[] = [];
  const [[own]] = (await connection.runAndReadAll('SELECT current_database()')).getRowsJson() as [[string]];
  if (setup.over !== null) {
    for (const { file, as } of [{ file: setup.over.file, as: 'version' }, ...setup.over.beside])
      await connection.run(`ATTACH ${quoteText(file)} AS ${quoteIdentifier(as)} (READ_ONLY)`);
    await connection.run('USE version');
  }
  for (const rollup of setup.rollups) rollups.push(await buildRollup(connection, own, rollup));
  if (setup.over !== null) {
    await connection.run(`USE ${quoteIdentifier(own)}`);
    await connection.run('DETACH version');
  }
  const asOf = setup.asOf && (await latestDay(connection, setup.asOf));
  await connection.run('CHECKPOINT');
  return { tables, segments, rollups, asOf, coverage, profiles };
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
