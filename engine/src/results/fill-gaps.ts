import type { Cell } from '@rise/contract';
import { MAX_ROWS } from '@rise/contract';
import { periodsBetween } from '../plan/calendar.ts';
import { isCounted } from '../sql/grouping/parts.ts';
import type { AggregatePlan } from '../plan/plan.ts';

interface Rows {
  /** JSON text: an array of arrays. */
  rows: string;
  rowCount: number;
  truncated: boolean;
}

/** A measure's value over no rows: 0 for a count, otherwise null. */
function valueOfNothing({ facts, measures }: AggregatePlan, name: string): Cell {
  const counted = new Set(
    facts.flatMap(({ aggregates }) => aggregates.filter(isCounted)).map((aggregate) => aggregate.name),
  );
  const measure = measures.find((item) => item.name === name);
  if (measure?.kind === 'plain') return counted.has(measure.aggregate) ? 0 : null;
  return measure?.kind === 'linear' && measure.terms.every(({ aggregate }) => counted.has(aggregate)) ? 0 : null;
}

/**
 * Adds the missing periods between the first and the last, for each combination of the other dimensions, in order of
 * their first occurrence, in results with levels. Counts of added rows are 0, other measures null.
 */
export function fillGaps(plan: AggregatePlan, text: string): Rows {
  const rows = JSON.parse(text) as Cell[][];
  const { column, grain } = plan.fill!;
  const days = rows.flatMap((row) => (typeof row[column] === 'string' ? [row[column]] : [])).toSorted();
  if (days.length === 0) return { rows: text, rowCount: rows.length, truncated: false };
  const keys = plan.columns.filter(({ role }) => role === 'dimension' || role === 'level').length;
  const nothing = plan.columns.map(({ name }) => valueOfNothing(plan, name));
  const others = (row: Cell[]) => JSON.stringify(row.slice(0, keys).filter((_, index) => index !== column));
  // The "other" row stays after the top members, even if it occurs first in some period.
  const isOther = (row: Cell[]) => Number(row.slice(plan.fields.length, keys).includes('other'));
  const combinations = new Map(
    rows.toSorted((one, two) => isOther(one) - isOther(two)).map((row) => [others(row), row]),
  );
  const matches = new Map(rows.map((row) => [`${String(row[column])} ${others(row)}`, row]));
  const periods = periodsBetween(days[0]!, days.at(-1)!, grain);
  const downward = plan.order[0]?.direction === 'desc';
  const filled = (downward ? periods.toReversed() : periods).flatMap((day) =>
    [...combinations].map(
      ([key, row]) =>
        matches.get(`${day} ${key}`) ??
        row.map((cell, index) => (index === column ? day : index < keys ? cell : nothing[index]!)),
    ),
  );
  const all = [...filled, ...rows.filter((row) => row[column] === null)];
  const page = all.slice(0, MAX_ROWS);
  return { rows: JSON.stringify(page), rowCount: page.length, truncated: page.length < all.length };
}
