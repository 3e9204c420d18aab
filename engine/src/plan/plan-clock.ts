import type { Expression } from '../expression/tree.ts';
import { columnsIn } from './bound.ts';
import type { Bound } from './bound.ts';
import { planPeriods } from './plan-filter.ts';
import { planSource } from './plan-source.ts';
import type { Read } from './plan-source.ts';
import type { PlanClock, PlanExpression, PlanField, PlanPredicate } from './plan.ts';

/** The days that figures of one fact stand on, each date once. */
export interface Clocks {
  readonly list: { name: string; time: string; day: PlanExpression }[];
  /** Notes that figures stand on a date of the fact's own dataset. */
  add(time: string): { name: string; day: PlanExpression };
}

export function collectClocks(home: Bound): Clocks {
  const list: Clocks['list'] = [];
  return {
    list,
    add(time) {
      // The days of each fact are its own.
      const name = `${home.from.name}: days of ${time}`;
      const known = list.find((each) => each.name === name);
      if (known) return known;
      const fresh = { name, time, day: planPeriods(home, home.from.dimensions.get(time)!, 'day').value };
      list.push(fresh);
      return fresh;
    },
  };
}

const columnOf = (table: string, name: string): PlanExpression => ({ kind: 'name', table, name, at: 0 });

/** How many days there is data for. */
export const daysOfClock = ({ name }: { name: string }): PlanExpression => columnOf(name, 'days');

/** The rows that a figure is made of: those of one day, or of every day there is. */
export function standingOn(
  { name, day }: { name: string; day: PlanExpression },
  take: 'last' | 'first' | 'average' | 'min' | 'max',
  where: PlanExpression | null,
): PlanExpression {
  const stands: PlanExpression =
    take === 'last' || take === 'first'
      ? { kind: 'binary', operator: '=', left: day, right: columnOf(name, take), at: 0 }
      : { kind: 'missing', of: day, negated: true, at: 0 };
  return where ? { kind: 'binary', operator: 'and', left: stands, right: where, at: 0 } : stands;
}

const keyOf = ({ table, column }: { table: string; column: string }) => `${table}.${column}`;

/** Whether an expression is computed of these columns alone. */
function isOf(expression: Expression, columns: ReadonlySet<string>): boolean {
  const own = columnsIn(expression);
  return own.length > 0 && own.every((column) => columns.has(keyOf(column)));
}

function isAbout(predicate: PlanPredicate, columns: ReadonlySet<string>): boolean {
  switch (predicate.kind) {
    case 'all':
    case 'any':
      return predicate.of.length > 0 && predicate.of.every((each) => isAbout(each, columns));
    case 'not':
      return isAbout(predicate.of, columns);
    case 'range':
      return isOf(predicate.value, columns);
    case 'holds':
      return isOf(predicate.condition, columns);
    case 'in':
    case 'compare':
    case 'text':
    case 'null':
      return isOf(predicate.field.value, columns);
  }
}

/** Of conditions that stand beside each other, those on the date alone: nothing else moves the day a figure stands on. */
function aboutTime(predicate: PlanPredicate | null, columns: ReadonlySet<string>): PlanPredicate | null {
  if (!predicate || isAbout(predicate, columns)) return predicate;
  if (predicate.kind !== 'all') return null;
  const of = predicate.of.map((each) => aboutTime(each, columns)).filter((each) => each !== null);
  return of.length === 0 ? null : { kind: 'all', of };
}

/** What a date is before it is cut to periods. */
function uncut(expression: Expression): Expression {
  if (expression.kind !== 'call') return expression;
  const { function: name, arguments: given } = expression;
  if (name === 'date_trunc') return uncut(given[1]!);
  return name === 'date_add' || name === 'local_time' || name === 'start_of_hour' ? uncut(given[0]!) : expression;
}

/** The fields that are periods of a day: computed of nothing but its date. */
export function periodsOf(day: PlanExpression, fields: readonly PlanField[]): PlanField[] {
  const columns = new Set(columnsIn(day).map(keyOf));
  return fields.filter((field) => isOf(field.value, columns));
}

/** Finishes the clocks of a fact: within which fields they count, and which rows they see. */
export function planClocks(
  { list }: Clocks,
  { dataset }: Bound['from'],
  tenant: string,
  read: {
    fields: readonly PlanField[];
    filter: PlanPredicate | null;
    around: PlanPredicate | null;
    rules: Read['rules'];
  },
): PlanClock[] {
  return list.map(({ name, day }) => {
    const columns = new Set(columnsIn(day).map(keyOf));
    const fields = periodsOf(day, read.fields);
    const own = JSON.stringify(uncut(day));
    const [filter, around] = [aboutTime(read.filter, columns), aboutTime(read.around, columns)];
    return {
      name,
      day,
      within: fields.map((field) => ({
        field: field.name,
        total: JSON.stringify(uncut(field.value)) === own && !field.bands,
      })),
      source: planSource(dataset, tenant, {
        fields,
        values: [day],
        atoms: [],
        filters: [filter, around],
        rules: read.rules,
      }),
      filter,
      around,
    };
  });
}
