import { sql } from 'kysely';
import type { Sql } from '../dialects/dialect.ts';
import type { AggregatePlan } from '../plan/plan.ts';
import { levelKey } from './levels.ts';

/** One step of sorting: the members of a field, by columns of the answer first, then by their own order. */
interface Step {
  field: string;
  direction: 'asc' | 'desc';
  by: { column: string; direction: 'asc' | 'desc' }[];
}

/**
 * The fields in the order in which rows are sorted: those asked for, then the others. A measure that is asked for comes
 * in wherever it stands: members of the fields after it are sorted by its value over all their rows.
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

/** The fields whose order the rows of a pivot follow; its columns have their own. */
export function rowFields(plan: AggregatePlan): string[] {
  return plan.fields.map(({ name }) => name).filter((name) => !plan.pivot?.columns.includes(name));
}

/** The kinds of rows there have to be: those asked for, and those that others are sorted by. */
export function setsToRead(plan: AggregatePlan): number[][] {
  const asked = plan.sets ?? [plan.fields.map((_, place) => place)];
  if (!plan.sets) return asked;
  const placeOf = (field: string) => plan.fields.findIndex(({ name }) => name === field);
  const steps = stepsOf(plan, rowFields(plan));
  const needed = steps.flatMap(({ by }, index) => {
    const before = new Set(steps.slice(0, index + 1).map(({ field }) => placeOf(field)));
    return by.length === 0 ? [] : asked.map((set) => set.filter((place) => before.has(place)));
  });
  return [...new Map([...asked, ...needed].map((set) => [set.join(), set])).values()];
}

const term = (value: Sql, direction: 'asc' | 'desc') =>
  sql`${value} ${sql.raw(direction === 'desc' ? 'DESC' : 'ASC')} NULLS LAST`;

/** Without subtotals: as asked, but those outside the top after what they are sorted among. */
function flatOrder(plan: AggregatePlan): Sql[] {
  const others = plan.top ? [sql`${sql.id(levelKey(plan.top.field))} ASC`] : [];
  const isField = (name: string) => plan.fields.some((field) => field.name === name);
  const settled = plan.order.findIndex(({ field }) => field === plan.top?.field || !isField(field));
  const asked = plan.order.map(({ field, direction }) =>
    term(sql.id(isField(field) ? keyOf(field) : field), direction),
  );
  const ties = plan.fields
    .filter(({ name }) => !plan.order.some(({ field }) => field === name))
    .flatMap(({ name }) => [
      ...(settled < 0 && name === plan.top?.field ? others : []),
      term(sql.id(keyOf(name)), 'asc'),
    ]);
  return settled < 0 ? [...asked, ...ties] : [...asked.slice(0, settled), ...others, ...asked.slice(settled), ...ties];
}

/** The key of a field in "answer", where its own name is what is shown. */
export const keyOf = (field: string) => `${field} key`;
const valueOf = (field: string, column: string) => `${field} by ${column}`;

/** Columns to sort by: for each step the value over all rows of its member, found in the row that totals what comes after. */
export function sortColumns(plan: AggregatePlan, fields: readonly string[]): Sql[] {
  if (!plan.sets) return [];
  const steps = stepsOf(plan, fields);
  return steps.flatMap(({ field, by }, index) => {
    const before = steps.slice(0, index + 1).map((step) => step.field);
    const after = plan.fields.map(({ name }) => name).filter((name) => !before.includes(name));
    const totalled = after.map((name) => sql`${sql.id(levelKey(name))} = 2`);
    const of = sql.join(
      before.flatMap((name) => [sql.id(keyOf(name)), sql.id(levelKey(name))]),
      sql.raw(', '),
    );
    return by.map(({ column }) => {
      const value =
        totalled.length === 0
          ? sql.id(column)
          : sql`CASE WHEN ${sql.join(totalled, sql.raw(' AND '))} THEN ${sql.id(column)} END`;
      return sql`MAX(${value}) OVER (PARTITION BY ${of}) AS ${sql.id(valueOf(field, column))}`;
    });
  });
}

/** How the rows of "sorted" are ordered: within each group its members, those outside the top, then the group's own row. */
export function sortOrder(plan: AggregatePlan, fields: readonly string[]): Sql {
  const terms = plan.sets
    ? stepsOf(plan, fields).flatMap(({ field, direction, by }) => [
        sql`${sql.id(levelKey(field))} ASC`,
        ...by.map((each) => term(sql.id(valueOf(field, each.column)), each.direction)),
        term(sql.id(keyOf(field)), direction),
      ])
    : flatOrder(plan);
  return terms.length === 0 ? sql.raw('') : sql`ORDER BY ${sql.join(terms, sql.raw(', '))}`;
}
