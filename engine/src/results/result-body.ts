import type { Cell, Uncomputed } from '@rise/contract';
import { assemblePivot } from './assemble-pivot.ts';
import type { AggregatePlan, Plan, RowListPlan, RowsPlan } from '../plan/plan.ts';
import { attemptedFields } from '../sql/row-list.ts';
import { writeSql } from '../sql/write-sql.ts';
import { JsonWriter } from './json-writer.ts';
import { bodyOf } from './result-limit.ts';
import type { BodyText } from './result-limit.ts';
import type { RowsText, StatementRequest } from '../dialects/statement.ts';
import type { Dialect } from '../dialects/dialect.ts';

/** A result as cached. */
export interface ResultBody {
  /** The members of its JSON, without the enclosing braces. */
  body: BodyText;
  rowCount: number;
  truncated: boolean;
  uncomputed: readonly Uncomputed[];
}

/** A plan's statements: the rows, then the totals or the number of rows. */
export function statementsOf(plan: Plan, { dialect }: { dialect: Dialect }): StatementRequest[] {
  const { rows, totals, limit, types, totalsTypes, slices } = writeSql(plan, dialect);
  return [
    { ...rows, types, limit, ...(slices && { slices }) },
    ...(totals ? [{ ...totals, types: totalsTypes ?? types, limit: null }] : []),
  ];
}

/** Columns with figures that are not a number, or infinite, in the rows or the totals. */
function notFiniteIn({ columns }: Plan, results: readonly (RowsText | undefined)[]): Uncomputed[] {
  const places = new Set(results.flatMap((result) => result?.notFinite ?? []));
  return [...places].map((place) => ({ column: columns[place]!.name, reason: 'not_finite' }));
}

function pivotBody(plan: AggregatePlan, cells: Cell[][]): ResultBody {
  const { columns, rows, totals, columnsTruncated, rowsTruncated } = assemblePivot(plan, cells);
  const writer = new JsonWriter().value('columns', columns).value('rows', rows);
  if (totals) writer.value('totals', totals);
  return {
    body: bodyOf(writer.value('pivot', { columnsTruncated, rowsTruncated }).members()),
    rowCount: rows.length,
    truncated: columnsTruncated || rowsTruncated,
    uncomputed: [],
  };
}

function rowsBody({ columns }: RowsPlan, page: RowsText, totals: RowsText): ResultBody {
  const [count, value, ...all] = (JSON.parse(totals.rows) as Cell[][])[0]!;
  const writer = new JsonWriter().value('columns', columns).value('totals', all);
  const body = writer.value('count', count).value('value', value).text('rows', page.rows).members();
  return { body: bodyOf(body), rowCount: page.rowCount, truncated: page.truncated, uncomputed: [] };
}

/** A page of a list of rows; `counted` has their number on all pages. */
function listBody(plan: RowListPlan, page: RowsText, counted: RowsText | undefined): ResultBody {
  const writer = new JsonWriter().value('columns', plan.columns);
  if (counted) writer.value('count', (JSON.parse(counted.rows) as Cell[][])[0]![0]);
  const { rows, uncomputed } =
    attemptedFields(plan).length > 0 ? withoutFailed(plan, page) : { ...page, uncomputed: [] };
  return {
    body: bodyOf(writer.text('rows', rows).members()),
    rowCount: page.rowCount,
    truncated: page.truncated,
    uncomputed: [...notFiniteIn(plan, [page]), ...uncomputed],
  };
}

/** The rows without the columns that say which values cannot be computed, and what these say. */
function withoutFailed(plan: RowListPlan, page: RowsText): { rows: string; uncomputed: Uncomputed[] } {
  const cells = JSON.parse(page.rows) as Cell[][];
  const { length: width } = plan.columns;
  const uncomputed = attemptedFields(plan).flatMap(({ name }, place): Uncomputed[] => {
    const rows = cells.flatMap((row, index) => (row[width + place] === 1 ? [index] : []));
    return rows.length === 0 ? [] : [{ column: name, reason: 'overflow', rows }];
  });
  return { rows: JSON.stringify(cells.map((row) => row.slice(0, width))), uncomputed };
}

/** Builds a result's body from what the plan's statements returned. */
export function toResultBody(plan: Plan, [rows, totals]: RowsText[]): ResultBody {
  if (plan.kind === 'rows') return rowsBody(plan, rows!, totals!);
  if (plan.kind === 'list') return listBody(plan, rows!, totals);
  const uncomputed = notFiniteIn(plan, [rows, totals]);
  if (plan.kind === 'aggregate' && plan.pivot)
    return { ...pivotBody(plan, JSON.parse(rows!.rows) as Cell[][]), uncomputed };
  const writer = new JsonWriter().value('columns', plan.columns).text('rows', rows!.rows);
  // The totals are an array of exactly one row: the outer brackets are removed.
  if (totals) writer.text('totals', totals.rows.slice(1, -1));
  return { body: bodyOf(writer.members()), rowCount: rows!.rowCount, truncated: rows!.truncated, uncomputed };
}

/** The rows of a body. */
export function rowsOfBody(body: BodyText): Cell[][] {
  return (JSON.parse(new JsonWriter().append(body.toString()).object()) as { rows: Cell[][] }).rows;
}
