import type { DuckDBConnection } from '@duckdb/node-api';
import { isOverflow } from '../engine-faults.ts';
import { quoteIdentifier, quoteText } from '../../expression/quote.ts';
import type { TableTotals } from './messages.ts';
import type { FileColumn } from './united-columns.ts';
import { isFloat, isNumber, isWhole } from './united-columns.ts';
import { isCalledIdentifier } from '../../profiles/column-words.ts';

/** Keeps a statement short; a table has up to 5,000 columns. */
const COLUMNS_AT_ONCE = 200;

/** Null where a sum has more digits than there are, as one of long numbers may. */
async function readSums(
  connection: DuckDBConnection,
  relation: string,
  sums: readonly string[],
): Promise<(string | null)[] | null> {
  const values = sums.map((sum) => `CAST(${sum} AS VARCHAR)`);
  try {
    const found = await connection.runAndReadAll(`SELECT ${values.join(', ')} FROM ${relation}`);
    return found.getRowsJson()[0]! as (string | null)[];
  } catch (error) {
    if (!(error instanceof Error) || !isOverflow(error.message)) throw error;
    return null;
  }
}

/** Fewer rows are numbered by chance, too. */
const MIN_NUMBERED = 20;

/**
 * Columns that number the rows: each has another whole number, with hardly a gap. Amounts may all differ, too, but are
 * further apart.
 */
async function numberingColumns(
  connection: DuckDBConnection,
  relation: string,
  { columns, rows }: { columns: readonly FileColumn[]; rows: number },
): Promise<ReadonlySet<string>> {
  const test = async (names: readonly string[], conditionOn: (value: string) => string) => {
    if (names.length === 0) return [];
    const conditions = names.map((name) => conditionOn(quoteIdentifier(name)));
    const found = await connection.runAndReadAll(`SELECT ${conditions.join(', ')} FROM ${relation}`);
    const [passes] = found.getRowsJson();
    return names.filter((_, place) => passes![place] === true);
  };
  if (rows <= MIN_NUMBERED) return new Set();
  const whole = columns.filter(({ type }) => isWhole(type)).map(({ name }) => name);
  // Least and greatest values are read faster than different ones are counted, and few columns are left after them.
  const dense = await test(whole, (value) => {
    const span = `CAST(MAX(${value}) AS DOUBLE) - CAST(MIN(${value}) AS DOUBLE)`;
    return `COUNT(${value}) = ${rows} AND ${span} BETWEEN ${rows * 0.9 - 1} AND ${rows * 1.2}`;
  });
  return new Set(await test(dense, (value) => `APPROX_COUNT_DISTINCT(${value}) > ${rows * 0.9}`));
}

interface MeasuredTable {
  columns: readonly FileColumn[];
  rows: number;
  /** Columns that are known as identifiers or codes, in lower case. */
  identifiers: ReadonlySet<string>;
}

/**
 * The sum of each numeric column. Nobody compares sums of identifiers: known ones, those that are called so, and those
 * that number the rows have none.
 */
export async function measureTotals(
  connection: DuckDBConnection,
  relation: string,
  { columns, rows, identifiers }: MeasuredTable,
): Promise<TableTotals> {
  const totals: Record<string, string> = {};
  const candidates = columns.filter(
    ({ name, type }) => isNumber(type) && !identifiers.has(name.toLowerCase()) && !isCalledIdentifier(name),
  );
  for (let start = 0; start < candidates.length; start += COLUMNS_AT_ONCE) {
    const some = candidates.slice(start, start + COLUMNS_AT_ONCE);
    const numbering = await numberingColumns(connection, relation, { columns: some, rows });
    const part = some.filter(({ name }) => !numbering.has(name));
    if (part.length === 0) continue;
    const values = part.map(({ name }) => quoteIdentifier(name));
    const exact = values.map((value) => `SUM(${value})`);
    const rounded = values.map((value) => `SUM(CAST(${value} AS DOUBLE))`);
    const found = (await readSums(connection, relation, exact)) ?? (await readSums(connection, relation, rounded));
    for (const [place, { name }] of part.entries()) {
      const sum = found?.[place];
      if (typeof sum === 'string') totals[name] = sum;
    }
  }
  return totals;
}

/** Rows that are added to those of a version before, with what is known of these. */
export interface AddedRows {
  relation: string;
  columns: readonly FileColumn[];
  /** Of the rows before. */
  totals: TableTotals;
}

/** A sum before, as exact as its column. */
function sumBefore(text: string, type: string): string {
  const decimal = isFloat(type) ? null : /^-?\d{1,28}(?:\.(\d{1,9}))?$/.exec(text);
  return `CAST(${quoteText(text)} AS ${decimal ? `DECIMAL(38, ${decimal[1]?.length ?? 0})` : 'DOUBLE'})`;
}

/**
 * The totals of a table to which rows were added: theirs added to those before. Null where a column is missing or a sum
 * too long: then measure all rows.
 */
export async function addTotals(
  connection: DuckDBConnection,
  { relation, columns, totals }: AddedRows,
): Promise<TableTotals | null> {
  const names = Object.keys(totals);
  if (names.length === 0) return {};
  const sums: string[] = [];
  for (const name of names) {
    const column = columns.find((each) => each.name === name);
    if (!column || !isNumber(column.type)) return null;
    sums.push(`${sumBefore(totals[name]!, column.type)} + coalesce(SUM(${quoteIdentifier(name)}), 0)`);
  }
  const found = await readSums(connection, relation, sums);
  return found && Object.fromEntries(names.map((name, place) => [name, found[place]!]));
}
