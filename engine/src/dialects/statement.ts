import type { ResultColumn } from '@rise/contract';
import type { PlanValue } from '../plan/predicates.ts';

/** One SELECT with its bind parameters, in order. */
export interface Statement {
  sql: string;
  parameters: PlanValue[];
}

/** One of several results in the rows of a statement. The first column is the kind of a row. */
export interface ResultSlice {
  /** The kinds of its rows, in the order of the result. */
  kinds: number[];
  /** Its columns, as indexes of the statement's columns. */
  columns: number[];
  /** Rows beyond this many are dropped and reported as `truncated`; null keeps all. */
  limit: number | null;
}

export interface StatementRequest {
  sql: string;
  parameters: PlanValue[];
  types: ResultColumn['type'][];
  /** Rows beyond this many are dropped and reported as `truncated`; null keeps all. */
  limit: number | null;
  /** The results in its rows, in order; undefined if the rows are one result. */
  slices?: ResultSlice[];
}

/** The rows of one statement as JSON text: an array of arrays. */
export interface RowsText {
  rows: string;
  rowCount: number;
  truncated: boolean;
  /** Indexes of columns with a value that is no finite number, sent as null; undefined if there is none. */
  notFinite?: number[];
  /** For ad-hoc SQL: the columns of the result. */
  columns?: { name: string; type: ResultColumn['type'] }[];
}
