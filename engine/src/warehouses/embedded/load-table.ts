import { basename, join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteIdentifier, quoteText } from '../../expression/quote.ts';
import { FileError } from '../../files/file-error.ts';
import { SOURCE } from './inspected-file.ts';
import { InspectedRows } from './inspected-rows.ts';
import type { LoadContext } from './load-context.ts';
import type { DeliveredFile } from './measure-coverage.ts';
import { columnsOf, dropTable, mergeRows, unionOf } from './merge-rows.ts';
import type { Incoming, RowOrder, Rows } from './merge-rows.ts';
import type { InspectedFile, LoadedTable, LoadSetup, LoadTable } from './messages.ts';
import { rejectRepeatedRows } from './repeated-rows.ts';
import { segmentsOf } from './segments.ts';
import type { Segment } from './segments.ts';
import { uniteColumns } from './united-columns.ts';

/** The rows of a table, as SQL, with the columns that they have. */
interface Source {
  sql: string;
  columns: string[];
  /** What was delivered: each of the table's files, or the generated rows, read from the loaded table. */
  delivered: DeliveredFile[];
  missing: LoadedTable['missing'];
}

/** A loaded table, without its totals. */
export interface FilledTable extends Omit<LoadedTable, 'totals'> {
  segments: Segment[];
  delivered: DeliveredFile[];
  /** Column of the day of a row. */
  dateColumn: string | null;
}

const sameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

function rejectRepeatedFile(table: string, names: readonly string[]): void {
  const twice = names.find((file, place) => names.indexOf(file) < place);
  if (twice !== undefined) throw new Error(`The file ${twice} is listed twice for ${table}. Leave one out.`);
}

/** Columns of the table that single files lack. */
function missingIn(table: string, files: readonly Rows[]): LoadedTable['missing'] {
  const united = uniteColumns(table, files);
  return files.flatMap(({ file }, place) => {
    const columns = united.filter(({ spelled }) => spelled[place] === null).map(({ name }) => name);
    return columns.length === 0 ? [] : [{ file, columns }];
  });
}

async function sourceOf(
  connection: DuckDBConnection,
  setup: LoadSetup,
  request: Exclude<LoadTable, { inspected: InspectedFile[] }>,
): Promise<Source> {
  if ('select' in request) {
    await connection.run(`SET VARIABLE rows = ${Math.trunc(request.rows)}::BIGINT`);
    const sql = `(${request.select})`;
    const columns = (await columnsOf(connection, sql)).map(({ name }) => name);
    return { sql, columns, delivered: [{ sql: quoteIdentifier(request.table), columns }], missing: [] };
  }
  const names = 'file' in request ? [request.file] : request.files;
  rejectRepeatedFile(request.table, names);
  const files: Rows[] = [];
  for (const file of names) {
    const sql = `read_parquet(${quoteText(join(setup.sourceDir, file))})`;
    files.push({ file, sql, columns: await columnsOf(connection, sql) });
  }
  const united = uniteColumns(request.table, files);
  const delivered = files.map(({ sql, columns }) => ({ sql, columns: columns.map(({ name }) => name) }));
  if (setup.asOf && setup.sortKey !== null) {
    const rows = files.map(({ file }, place) => ({ file, ...delivered[place]! }));
    await rejectRepeatedRows(connection, request.table, rows, { key: setup.sortKey, date: setup.asOf.column });
  }
  const sql = files.length === 1 ? files[0]!.sql : `(${unionOf(request.table, files)})`;
  return { sql, columns: united.map(({ name }) => name), delivered, missing: missingIn(request.table, files) };
}

/** Sorted by tenant and key, reading one tenant's rows is cheap. Throws an `Error` for a column that is missing. */
function orderOf(table: string, sortBy: readonly string[] | null, present: readonly string[]): RowOrder {
  if (sortBy === null) return { sql: 'ORDER BY ALL', keys: null };
  const found = sortBy.map((name) => present.find((column) => sameName(column, name)));
  const missing = sortBy.find((_, place) => found[place] === undefined);
  if (missing !== undefined) throw new Error(`${table} cannot be sorted by '${missing}': there is no such column.`);
  const keys = found.map((name) => name!);
  if (keys.length === 0) return { sql: '', keys };
  return { sql: `ORDER BY ${['tenant_id', ...keys.map(quoteIdentifier)].join(', ')}`, keys };
}

/** By what a table is sorted: null for all columns. */
function sortingOf({ sortKey }: LoadSetup, request: LoadTable, present: readonly string[], date: string | null) {
  if (request.sortBy !== undefined) return request.sortBy;
  if (sortKey !== null && present.some((column) => sameName(column, sortKey))) return [sortKey];
  if (!('inspected' in request)) return null;
  if (typeof request.mode === 'object' && 'upsert' in request.mode) return request.mode.upsert;
  return date === null ? [] : [date];
}

function dateColumnOf({ asOf }: LoadSetup, { table, asOf: own }: LoadTable): string | null {
  if (own !== undefined) return own;
  return asOf !== null && sameName(asOf.table, table) ? asOf.column : null;
}

const tenantValue = ({ tenant, tenantType }: LoadSetup) => `CAST(${quoteText(tenant)} AS ${tenantType}) AS tenant_id`;

async function mergeInto(
  { connection, setup }: LoadContext,
  request: LoadTable,
  { incoming, order, dateColumn }: { incoming: Incoming; order: RowOrder; dateColumn: string | null },
) {
  const { segments, added } = await mergeRows(connection, {
    table: request.table,
    mode: request.mode ?? 'append',
    incoming,
    order,
    before: request.mode === undefined ? [] : segmentsOf(setup.base?.segments ?? {}, request.table),
    asOf: dateColumn,
    file: basename(setup.target),
    own: setup.as,
  });
  const days = segments.flatMap(({ latest }) => latest ?? []).toSorted();
  return {
    table: request.table,
    rows: segments.reduce((sum, { rows }) => sum + rows, 0),
    added,
    asOf: days.at(-1) ?? null,
    dateColumn,
    segments,
  };
}

async function loadRows(
  context: LoadContext,
  request: Exclude<LoadTable, { inspected: InspectedFile[] }>,
): Promise<FilledTable> {
  const { connection, setup } = context;
  const { table } = request;
  const { sql: source, columns: present, delivered, missing: lacking } = await sourceOf(connection, setup, request);
  const columns = 'select' in request ? undefined : request.columns;
  const missing = columns?.find((column) => !present.includes(column));
  if (missing !== undefined) throw new Error(`The source of ${table} has no column '${missing}'.`);
  const selected = (columns ?? present).map(quoteIdentifier).join(', ');
  const sql = `(SELECT ${tenantValue(setup)}, ${selected} FROM ${source})`;
  const dateColumn = dateColumnOf(setup, request);
  const merged = await mergeInto(context, request, {
    incoming: { file: 'the new rows', sql, columns: await columnsOf(connection, sql) },
    order: orderOf(table, sortingOf(setup, request, present, dateColumn), present),
    dateColumn,
  });
  const taken = (names: readonly string[]) => (columns ? names.filter((name) => columns.includes(name)) : [...names]);
  return {
    ...merged,
    rejected: 0,
    missing: lacking.flatMap(({ file, columns: names }) => {
      const own = taken(names);
      return own.length === 0 ? [] : [{ file, columns: own }];
    }),
    delivered: delivered.map((item) => ({ ...item, columns: taken(item.columns) })),
  };
}

/** The engine's reader does not get over a row's fault, or would read the file in another way than its preview. */
function isForOwnReader(error: unknown): boolean {
  if (error instanceof FileError) return error.code === 'unusual_text';
  return error instanceof Error && /CSV Error|CSV File/i.test(error.message);
}

async function mergeInspected(
  context: LoadContext,
  request: Extract<LoadTable, { inspected: InspectedFile[] }>,
  rows: InspectedRows,
) {
  const { setup } = context;
  const dateColumn = dateColumnOf(setup, request);
  const present = rows.columns.map(({ name }) => name);
  const sorting = sortingOf(setup, request, present, dateColumn);
  const columns = [{ name: 'tenant_id', type: setup.tenantType }, ...rows.columns];
  return mergeInto(context, request, {
    incoming: {
      file: 'the new rows',
      sql: `(SELECT ${tenantValue(setup)}, * FROM ${await rows.relation()})`,
      columns: [...columns, { name: SOURCE, type: 'SMALLINT' }],
      begin: await rows.begin(),
      async settle(target) {
        await rows.settle(target, sorting ?? []);
        return columns;
      },
    },
    order: orderOf(request.table, sorting, present),
    dateColumn,
  });
}

/** Loads uploaded files, whose rows can be read once and are rejected one by one. */
async function loadInspected(
  context: LoadContext,
  request: Extract<LoadTable, { inspected: InspectedFile[] }>,
): Promise<FilledTable> {
  const { connection, setup } = context;
  const { table, inspected: files } = request;
  rejectRepeatedFile(
    table,
    files.map(({ file, part }) => (part === '' ? file : `${file}/${part}`)),
  );
  const rows = await InspectedRows.open(context, { table, files, dateColumn: dateColumnOf(setup, request) });
  try {
    const merged = await mergeInspected(context, request, rows).catch(async (error: unknown) => {
      const cause = rows.failure ?? error;
      if (!isForOwnReader(cause) || !rows.fallBack()) throw cause;
      await dropTable(connection, table);
      return mergeInspected(context, request, rows);
    });
    return { ...merged, rejected: rows.rejected, missing: rows.missing, delivered: rows.delivered };
  } finally {
    await rows.close();
  }
}

/** Fills a table of the version; its rows are those of `segments`. */
export function loadTable(context: LoadContext, request: LoadTable): Promise<FilledTable> {
  return 'inspected' in request ? loadInspected(context, request) : loadRows(context, request);
}
