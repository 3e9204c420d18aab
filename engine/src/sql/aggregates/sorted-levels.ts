import { sql } from 'kysely';
import type { Sql } from '../../dialects/dialect.ts';
import type { AggregatePlan } from '../../plan/plan.ts';
import { levelKey } from '../grouping/levels.ts';

/** One sort step: the members of a field, by result columns first, then by their own order. */
interface Step {
  field: string;
  direction: 'asc' | 'desc';
  by: { column: string; direction: 'asc' | 'desc' }[];
}

/**
 * The fields in sort order: the requested ones, then the others. A measure in the order applies to all fields after it:
 * their members are sorted by the measure's value over all rows of the member.
 */
function stepsOf(plan: AggregatePlan, fields: readonly string[]): Step[] {
  const steps: Step[] = [];
  const by: Step['by'] = [];
  for (const { field, direction } of plan.order) {
    if (fields.includes(field)) steps.push({ field, direction, by: [...by] });
    else if (!plan.fields.some(({ name }) => name === field)) by.push({ column: field, direction });
  }
  const rest = fields.filter((name) => !steps.some(({ field }) => field === name));
  return [...steps, ...rest.map((field) => ({ field, direction: 'asc' as const, by: [...by] }))];
}

/** Fields by which the rows of a pivot are sorted; its columns are sorted separately. */
export function rowFields(plan: AggregatePlan): string[] {
  return plan.fields.map(({ name }) => name).filter((name) => !plan.pivot?.columns.includes(name));
}

/** Grouping sets to read: the requested ones, and those with totals that other rows are sorted by. */
export function setsToRead(plan: AggregatePlan): number[][] {
  const requested = plan.sets ?? [plan.fields.map((_, place) => place)];
  if (!plan.sets) return requested;
  const placeOf = (field: string) => plan.fields.findIndex(({ name }) => name === field);
  const steps = stepsOf(plan, rowFields(plan));
  const needed = steps.flatMap(({ by }, index) => {
    const before = new Set(steps.slice(0, index + 1).map(({ field }) => placeOf(field)));
    return by.length === 0 ? [] : requested.map((set) => set.filter((place) => before.has(place)));
  });
  return [...new Map([...requested, ...needed].map((set) => [set.join(), set])).values()];
}

const term = (value: Sql, direction: 'asc' | 'desc') =>
  sql`${value} ${sql.raw(direction === 'desc' ? 'DESC' : 'ASC')} NULLS LAST`;

/** Without subtotals: the requested order, with the "other" row last in its group. */
function flatOrder(plan: AggregatePlan): Sql[] {
  const others = plan.top ? [sql`${sql.id(levelKey(plan.top.field))} ASC`] : [];
  const isField = (name: string) => plan.fields.some((field) => field.name === name);
  const settled = plan.order.findIndex(({ field }) => field === plan.top?.field || !isField(field));
  const requested = plan.order.map(({ field, direction }) =>
    term(sql.id(isField(field) ? keyOf(field) : field), direction),
  );
  const ties = plan.fields
    .filter(({ name }) => !plan.order.some(({ field }) => field === name))
    .flatMap(({ name }) => [
      ...(settled < 0 && name === plan.top?.field ? others : []),
      term(sql.id(keyOf(name)), 'asc'),
    ]);
  return settled < 0
    ? [...requested, ...ties]
    : [...requested.slice(0, settled), ...others, ...requested.slice(settled), ...ties];
}

/** Name of a field's key column in "answer", where the field's own name is the displayed value. */
export const keyOf = (field: string) => `${field} key`;
const valueOf = (field: string, column: string) => `${field} by ${column}`;

/** Sort columns: for each step, the member's total, taken from the row that totals all later fields. */
export function sortColumns(plan: AggregatePlan, fields: readonly string[]): Sql[] {
  if (!plan.sets) return [];
  const steps = stepsOf(plan, fields);
  return steps.flatMap(({ field, by }, index) => {
    const before = steps.slice(0, index + 1).map((step) => step.field);
    const after = plan.fields.map(({ name }) => name).filter((name) => !before.includes(name));
    const totaled = after.map((name) => sql`${sql.id(levelKey(name))} = 2`);
    const of = sql.join(
      before.flatMap((name) => [sql.id(keyOf(name)), sql.id(levelKey(name))]),
      sql.raw(', '),
    );
    return by.map(({ column }) => {
      const value =
        totaled.length === 0
          ? sql.id(column)
          : sql`CASE WHEN ${sql.join(totaled, sql.raw(' AND '))} THEN ${sql.id(column)} END`;
      return sql`MAX(${value}) OVER (PARTITION BY ${of}) AS ${sql.id(valueOf(field, column))}`;
    });
  });
}

/** Order of "sorted": in each group its members, then the "other" row, then the group's subtotal. */
export function sortOrder(plan: AggregatePlan, fields: readonly string[]): Sql {
  const terms = plan.sets
    ? stepsOf(plan, fields).flatMap(({ field, direction, by }) => [
        sql`${sql.id(levelKey(field))} ASC`,
        ...by.map((item) => term(sql.id(valueOf(field, item.column)), item.direction)),
        term(sql.id(keyOf(field)), direction),
      ])
    : flatOrder(plan);
  return terms.length === 0 ? sql.raw('') : sql`ORDER BY ${sql.join(terms, sql.raw(', '))}`;
}
