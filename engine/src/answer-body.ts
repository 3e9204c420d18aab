import type { Cell } from '@rise/contract';
import { assemblePivot } from './plan/assemble-pivot.ts';
import { fillGaps } from './plan/fill-gaps.ts';
import type { AggregatePlan, Plan, RowsPlan } from './plan/plan.ts';
import { writeSql } from './sql/write-sql.ts';
import type { RowsText, StatementRequest } from './warehouses/messages.ts';
import type { Warehouse } from './warehouses/warehouses.ts';

/** An answer as it is kept: what stands in its JSON between the brackets. */
export interface Kept {
  body: string;
  rowCount: number;
  truncated: boolean;
}

/** The statements that answer a plan. */
export function requestsOf(plan: Plan, { dialect }: Warehouse): StatementRequest[] {
  const { rows, totals, limit, types, totalsTypes, cuts } = writeSql(plan, dialect);
  return [
    { ...rows, types, limit, ...(cuts && { cuts }) },
    ...(totals ? [{ ...totals, types: totalsTypes ?? types, limit: null }] : []),
  ];
}

function pivotBody(plan: AggregatePlan, cells: Cell[][]): Kept {
  const { columns, rows, totals, columnsTruncated, rowsTruncated } = assemblePivot(plan, cells);
  const said = { columns, rows, ...(totals && { totals }), pivot: { columnsTruncated, rowsTruncated } };
  return {
    body: JSON.stringify(said).slice(1, -1),
    rowCount: rows.length,
    truncated: columnsTruncated || rowsTruncated,
  };
}

function rowsBody({ columns }: RowsPlan, page: RowsText, totals: RowsText): Kept {
  const [count, value, ...all] = (JSON.parse(totals.rows) as Cell[][])[0]!;
  const said = JSON.stringify({ columns, totals: all, count, value }).slice(1, -1);
  return { body: `${said},"rows":${page.rows}`, rowCount: page.rowCount, truncated: page.truncated };
}

/** What they answered, as the body of the plan's answer. */
export function bodyOf(plan: Plan, [rows, totals]: RowsText[]): Kept {
  if (plan.kind === 'rows') return rowsBody(plan, rows!, totals!);
  if (plan.kind === 'aggregate' && plan.pivot) return pivotBody(plan, JSON.parse(rows!.rows) as Cell[][]);
  const filled = plan.kind === 'aggregate' && plan.fill && !rows!.truncated ? fillGaps(plan, rows!.rows) : rows!;
  // The totals are an array of exactly one row: its brackets come off.
  const total = totals ? `,"totals":${totals.rows.slice(1, -1)}` : '';
  return {
    body: `"columns":${JSON.stringify(plan.columns)},"rows":${filled.rows}${total}`,
    rowCount: filled.rowCount,
    truncated: filled.truncated,
  };
}

/** The rows of a body. */
export function cellsOf(body: string): Cell[][] {
  return (JSON.parse(`{${body}}`) as { rows: Cell[][] }).rows;
}
