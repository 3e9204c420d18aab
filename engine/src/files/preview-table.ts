import { DuckDBInstance, LIST, listValue, VARCHAR } from '@duckdb/node-api';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { TablePreview } from '@rise/contract';
import type { ColumnCast } from './cast-column.ts';
import { openTableRows } from './open-table-rows.ts';
import type { OpenRowsOptions } from './open-table-rows.ts';
import type { DelimitedRows, TableRow, TypedRows } from './table-rows.ts';

/** Characters of a cell that are shown. */
const MAX_CELL = 500;

type PreviewRow = TablePreview['rows'][number];
type Issue = PreviewRow['issues'][number];

const shorten = (text: string | null) => (text !== null && text.length > MAX_CELL ? `${text.slice(0, MAX_CELL)}…` : text); // prettier-ignore

/** The first rows, with and without a fault. */
async function firstRows(opened: DelimitedRows, rows: number, signal?: AbortSignal): Promise<TableRow[]> {
  const found: TableRow[] = [];
  for await (const batch of opened.read(signal)) {
    found.push(...batch.slice(0, rows - found.length));
    if (found.length >= rows) break;
  }
  return found;
}

/** Cells that are cast at a time. */
const CELLS = 50_000;

interface Cells {
  readonly cast: ColumnCast;
  readonly places: { row: number; column: number }[];
}

/** Cells by the rule that casts them: a statement for each of thousands of columns would take a minute to plan. */
function groupByCast(opened: DelimitedRows, rows: readonly TableRow[]): Cells[] {
  const groups = new Map<string, Cells>();
  for (const [column, { cast: castOf }] of opened.columns.entries()) {
    const cast = castOf('cell');
    const key = [cast.value, cast.rejectedBy('value'), cast.reason].join('\n');
    const group = groups.get(key) ?? { cast, places: [] };
    groups.set(key, group);
    for (let row = 0; row < rows.length; row += 1) group.places.push({ row, column });
  }
  return [...groups.values()];
}

type Cast = [value: string | null, code: Issue['code'] | null];

async function castCells(
  connection: DuckDBConnection,
  { value, rejectedBy, reason }: ColumnCast,
  cells: readonly (string | null)[],
): Promise<Cast[]> {
  const answer = await connection.runAndReadAll(
    `SELECT CAST(value AS VARCHAR), CASE WHEN ${rejectedBy('value')} THEN ${reason} END FROM (
       SELECT place, cell, ${value} AS value FROM (SELECT unnest(range(len($1))) AS place, unnest($1) AS cell)
     ) ORDER BY place`,
    // No number or date is ever too long, and a longer text is shown shortened.
    [listValue(cells.map(shorten))],
    [LIST(VARCHAR)],
  );
  return answer.getRowsJson() as Cast[];
}

/** Values of the rows and why cells are rejected, by the rules of a load. */
async function castRows(connection: DuckDBConnection, opened: DelimitedRows, rows: readonly TableRow[]) {
  const values: (string | null)[][] = rows.map(() => []);
  const issues: PreviewRow['issues'][] = rows.map(() => []);
  for (const { cast, places } of groupByCast(opened, rows)) {
    for (let from = 0; from < places.length; from += CELLS) {
      const some = places.slice(from, from + CELLS);
      const cells = some.map(({ row, column }) => rows[row]!.cells[column] ?? null);
      for (const [place, [value, code]] of (await castCells(connection, cast, cells)).entries()) {
        const { row, column } = some[place]!;
        values[row]![column] = shorten(code === null ? value : cells[place]!);
        if (code !== null) issues[row]!.push({ column: opened.columns[column]!.name, code });
      }
    }
  }
  const placeOf = new Map(opened.columns.map(({ name }, place) => [name, place]));
  const byPlace = (a: Issue, b: Issue) => placeOf.get(a.column!)! - placeOf.get(b.column!)!;
  return { values, issues: issues.map((found) => found.toSorted(byPlace)) };
}

async function previewDelimited(
  connection: DuckDBConnection,
  opened: DelimitedRows,
  count: number,
  signal?: AbortSignal,
) {
  const rows = await firstRows(opened, count, signal);
  const sound = rows.filter(({ fault }) => fault === null);
  const { values, issues } = await castRows(connection, opened, sound);
  let next = 0;
  return rows.map((row): PreviewRow => {
    if (row.fault === null) {
      const place = next++;
      return { line: row.line, cells: values[place]!, issues: issues[place]! };
    }
    const cells = opened.columns.map((_, place) => (place === 0 ? shorten(row.text) : null));
    return { line: row.line, cells, issues: [{ column: null, code: row.fault }] };
  });
}

async function previewTyped(connection: DuckDBConnection, opened: TypedRows, count: number) {
  const { columns, values, from } = opened;
  const selected = columns.flatMap(({ rejected, reason, text }, place) => [
    `CAST(${values[place]} AS VARCHAR)`,
    rejected === null ? 'NULL' : `CASE WHEN ${rejected} THEN ${reason} END`,
    rejected === null ? 'NULL' : text,
  ]);
  const answer = await connection.runAndReadAll(`SELECT ${selected.join(', ')} FROM ${from} LIMIT ${count}`);
  return (answer.getRowsJson() as (string | null)[][]).map((found, row): PreviewRow => {
    const codes = columns.map((_, place) => found[place * 3 + 1] as PreviewRow['issues'][number]['code'] | null);
    return {
      line: row + 1,
      cells: columns.map((_, place) => shorten(codes[place] === null ? found[place * 3]! : found[place * 3 + 2]!)),
      issues: columns.flatMap(({ name }, place) => (codes[place] ? [{ column: name, code: codes[place] }] : [])),
    };
  });
}

/** The first rows of a table as they would be loaded, at most 200. Throws `FileError`. */
export async function previewTable({
  rows = 200,
  ...options
}: OpenRowsOptions & { rows?: number }): Promise<TablePreview> {
  const opened = await openTableRows(options);
  const instance = await DuckDBInstance.create(':memory:', { threads: '1', memory_limit: '256MB' });
  const connection = await instance.connect();
  try {
    await connection.run("SET TimeZone = 'UTC'");
    const count = Math.min(rows, 200);
    const preview = opened.format === 'typed' ? await previewTyped(connection, opened, count) : await previewDelimited(connection, opened, count, options.signal); // prettier-ignore
    return {
      columns: opened.columns.map((column) => ({
        title: column.title,
        name: column.name,
        type: 'type' in column ? column.type : column.cast('NULL').type,
      })),
      rows: preview,
      problemRows: preview.filter(({ issues }) => issues.length > 0).length,
      missing: opened.missing,
      unlisted: opened.unlisted,
    };
  } finally {
    connection.closeSync();
    instance.closeSync();
    await opened.close();
  }
}
