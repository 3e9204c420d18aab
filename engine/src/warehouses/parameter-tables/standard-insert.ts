import { COLUMN_NAMES, rowsOfTable, TABLE_COLUMNS } from './parameter-table.ts';
import type { ColumnTypes, ParameterWrite } from './parameter-table.ts';

/** Rows of one statement. */
const CHUNK = 200;

interface InsertOptions {
  readonly table: string;
  readonly quote: (name: string) => string;
  readonly types: ColumnTypes;
  /** Writes a text into the statement, or binds it. */
  readonly textOf: (text: string) => string;
}

/** INSERT statements of standard SQL with a tenant's parameters. */
export function* insertStatements(write: ParameterWrite, options: InsertOptions): Generator<string> {
  const { table, quote, types, textOf } = options;
  const rows = rowsOfTable(write);
  const columns = COLUMN_NAMES.map(quote).join(', ');
  const typed = COLUMN_NAMES.map((name) => `CAST(${quote(name)} AS ${types[TABLE_COLUMNS[name]]})`).join(', ');
  for (let from = 0; from < rows.length; from += CHUNK) {
    const values = rows
      .slice(from, from + CHUNK)
      .map((row) => COLUMN_NAMES.map((name) => (row[name] === null ? 'NULL' : textOf(String(row[name])))).join(', '));
    yield `INSERT INTO ${table} (${columns}) SELECT ${typed} FROM (VALUES (${values.join('), (')})) AS v (${columns})`;
  }
}
