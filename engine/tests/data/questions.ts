import { DuckDBDecimalValue } from '@duckdb/node-api';
import type { QueryResult, ResultColumn } from '@rise/contract';
import { expect, it } from 'vitest';
import { plainDecimal } from '../../src/plan/exact-decimal.ts';
import type { Scope } from '../../src/plan/scope.ts';

/**
 * A question that an analyst would have, as a query and as plain SQL by hand over the raw tables. Both list the same
 * rows in the same order, totals last.
 */
export interface Question {
  query: object;
  sql: string;
  /** Who asks, and with which calendar, parameters and mappings. */
  scope?: Partial<Scope>;
}
/** Questions by what they are in words. */
export type Questions = Record<string, Question>;

export interface Answers {
  engine: unknown[][];
  sql: unknown[][];
}

/** A cell of DuckDB: exact numbers as their digits, doubles as numbers, days and times as texts. */
function plainCell(cell: unknown): unknown {
  if (cell === null || typeof cell === 'boolean' || typeof cell === 'string') return cell;
  if (typeof cell === 'number') return Number.isSafeInteger(cell) ? String(cell) : cell;
  return cell instanceof DuckDBDecimalValue ? plainDecimal(String(cell)) : String(cell);
}

/** DuckDB writes a time with a blank, and the first moment of a day where it truncates one. */
const inType = (cell: unknown, type: ResultColumn['type'] | undefined): unknown =>
  typeof cell !== 'string'
    ? cell
    : type === 'date'
      ? cell.replace(/ 00:00:00$/, '')
      : type === 'timestamp'
        ? cell.replace(' ', 'T')
        : cell;

const presented = (cell: unknown): unknown =>
  typeof cell === 'number' && Number.isSafeInteger(cell) ? String(cell) : cell;

/** The cell of plain SQL where both are the same: doubles up to their last digits, everything else exactly. */
function aligned(cell: unknown, plain: unknown): unknown {
  if (typeof cell !== 'number' && typeof plain !== 'number') {
    const digits = typeof cell === 'string' ? plainDecimal(cell) : null;
    return digits !== null && digits === plain ? plain : cell;
  }
  if (cell === null || plain === null || plain === undefined) return cell;
  const [one, other] = [Number(cell), Number(plain)];
  return Math.abs(one - other) <= 1e-11 * Math.max(Math.abs(one), Math.abs(other)) ? plain : cell;
}

/** The rows of the engine and of plain SQL, as they can be compared. */
export function comparable({ columns, rows, totals }: QueryResult, sql: readonly (readonly unknown[])[]): Answers {
  const plain = sql.map((row) => row.map((cell, place) => inType(plainCell(cell), columns[place]?.type)));
  const all = [...rows, ...(totals ? [totals] : [])];
  return {
    engine: all.map((row, line) => row.map((cell, place) => aligned(presented(cell), plain[line]?.[place]))),
    sql: plain,
  };
}

/** One test for each question: its two answers are equal, and not empty. */
export function testQuestions(questions: Questions, answersOf: (question: Question) => Promise<Answers>): void {
  it.each(Object.entries(questions))('%s', async (_, question) => {
    const { engine, sql } = await answersOf(question);
    expect(engine).toEqual(sql);
    expect(sql.length).toBeGreaterThan(0);
  });
}

/** The filter for rows with any of the values. */
export const isAny = (field: string, ...values: (string | number | boolean)[]) => ({ field, op: 'in', values });
/** The filter for rows within days, both inclusive. */
export const between = (field: string, since?: string, until?: string) => ({
  field,
  during: { ...(since && { since }), ...(until && { until }) },
});
/** A date with a grain. */
export const by = (field: string, grain: string) => ({ field, grain });
/** Queries of one dataset. */
export const of = (dataset: string) => (query: object) => ({ dataset, ...query });
