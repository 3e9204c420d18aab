import type { DataImport, ImportTable, StopCode } from '@rise/contract';

export type TableStatus = 'leftOut' | 'problem' | 'question' | 'ready';

/** What no answer on this screen mends: another file or another choice of tables is needed. */
const PROBLEMS = new Set<StopCode>(['unreadable', 'expired', 'target']);

export function statusOf({ include, error, stops }: Pick<ImportTable, 'include' | 'error' | 'stops'>): TableStatus {
  if (error !== null) return 'problem';
  if (!include) return 'leftOut';
  if (stops.some(({ code }) => PROBLEMS.has(code))) return 'problem';
  return stops.length > 0 ? 'question' : 'ready';
}

/** The table to show: the one in the address, else the first that needs something, else the first. */
export function tableToShow(tables: readonly ImportTable[], id: string | null): ImportTable | null {
  const order = ['question', 'problem', 'ready', 'leftOut'] as const;
  const first = order.flatMap((status) => tables.filter((table) => statusOf(table) === status))[0];
  return tables.find((table) => table.id === id) ?? first ?? null;
}

export interface Readiness {
  /** Tables that are loaded. */
  included: number;
  /** What has to be decided before, in all of them. */
  open: number;
  /** The first table with something to decide; null: nothing is. */
  next: string | null;
}

export function readinessOf({ tables }: Pick<DataImport, 'tables'>): Readiness {
  const included = tables.filter(({ include }) => include);
  const stopped = included.filter(({ stops }) => stops.length > 0);
  return {
    included: included.length,
    open: stopped.reduce((sum, { stops }) => sum + stops.length, 0),
    next: stopped[0]?.id ?? null,
  };
}
