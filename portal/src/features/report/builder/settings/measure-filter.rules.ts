import type { Having } from '@rise/contract';

export const MEASURE_OPERATORS = ['gte', 'gt', 'lte', 'lt'] as const;
export type MeasureOperator = (typeof MEASURE_OPERATORS)[number];

/** What a measure of a member has to be; percent as a fraction. */
export interface MeasureLimit {
  measure: string;
  op: MeasureOperator;
  value: string | number;
}

/** A condition on measures as limits that all have to be met; null where it has others, which only a file can write. */
export function limitsOfHaving(having: Having | undefined): MeasureLimit[] | null {
  if (having === undefined) return [];
  if ('measure' in having) {
    const op = MEASURE_OPERATORS.find((one) => one === having.op);
    const [value] = having.values;
    return op !== undefined && value !== undefined ? [{ measure: having.measure, op, value }] : null;
  }
  if (!('all' in having)) return null;
  const parts = having.all.map(limitsOfHaving);
  return parts.every((part) => part?.length === 1) ? parts.flatMap((part) => part ?? []) : null;
}

/** Null where nothing is limited. */
export function havingOf(limits: readonly MeasureLimit[]): Having | null {
  const all = limits.map(({ measure, op, value }): Having => ({ measure, op, values: [value] }));
  return all.length > 1 ? { all } : (all[0] ?? null);
}
