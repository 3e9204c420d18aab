import { DuckDBInstance } from '@duckdb/node-api';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { TablePreview } from '@rise/contract';
import { quoteText } from '../expression/quote.ts';
import { openTableRows } from './open-table-rows.ts';
import type { OpenRowsOptions } from './open-table-rows.ts';
import type { DelimitedRows, TableRow, TypedRows } from './table-rows.ts';

/** Characters of a cell that are shown. */
const MAX_CELL = 500;

type PreviewRow = TablePreview['rows'][number];

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

/** A literal that is never too long for a statement: no number or date is, and a longer text is shown shortened. */
const literal = (cell: string | null) => (cell === null ? 'NULL' : quoteText(shorten(cell)!));

/** Values of the rows and why cells are rejected, by the rules of a load. Columns are cast a few at a time. */
async function castRows(connection: DuckDBConnection, opened: DelimitedRows, rows: readonly TableRow[]) {
  const values: (string | null)[][] = rows.map(() => []);
  const issues: PreviewRow['issues'][] = rows.map(() => []);
  if (rows.length === 0) return { values, issues };
  const step = 50;
  for (let from = 0; from < opened.columns.length; from += step) {
    const columns = opened.columns.slice(from, from + step);
    const names = columns.map((_, place) => `c${place}`);
    const casts = columns.map(({ cast }, place) => cast(names[place]!));
    const selected = casts.flatMap(({ value, rejectedBy, reason }) => [`CAST(${value} AS VARCHAR)`, `CASE WHEN ${rejectedBy(value)} THEN ${reason} END`]); // prettier-ignore
    const literals = rows.map(({ cells }, row) => `(${row}, ${columns.map((_, place) => literal(cells[from + place] ?? null)).join(', ')})`); // prettier-ignore
    const typed = names.map((name) => `CAST(${name} AS VARCHAR) AS ${name}`).join(', ');
    const answer = await connection.runAndReadAll(
      `SELECT ${selected.join(', ')} FROM (SELECT place, ${typed} FROM (VALUES ${literals.join(', ')}) AS t(place, ${names.join(', ')})) ORDER BY place`,
    );
    for (const [row, found] of (answer.getRowsJson() as (string | null)[][]).entries())
      for (const [place, { name }] of columns.entries()) {
        const code = found[place * 2 + 1] as PreviewRow['issues'][number]['code'] | null;
        const cell = rows[row]!.cells[from + place] ?? null;
        values[row]!.push(shorten(code === null ? found[place * 2]! : cell));
        if (code !== null) issues[row]!.push({ column: name, code });
      }
  }
  return { values, issues };
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
