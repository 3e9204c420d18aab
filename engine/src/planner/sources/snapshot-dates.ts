import type { Expression } from '../../expression/tree.ts';
import { columnsIn } from '../../expression/columns.ts';
import { planPeriodEnds } from './period-ends.ts';
import type { DatedFact } from './period-ends.ts';
import { planSource } from './source.ts';
import type { FactRequest } from './source.ts';
import type { SnapshotDates } from '../../plan/plan.ts';
import { conjunctionOf } from '../../plan/predicates.ts';
import type { PlanExpression, PlanField, PlanPredicate } from '../../plan/predicates.ts';

const keyOf = ({ table, column }: { table: string; column: string }) => `${table}.${column}`;

/** Whether an expression uses only these columns. */
function isOf(expression: Expression, columns: ReadonlySet<string>): boolean {
  const own = columnsIn(expression);
  return own.length > 0 && own.every((column) => columns.has(keyOf(column)));
}

function isAbout(predicate: PlanPredicate, columns: ReadonlySet<string>): boolean {
  switch (predicate.kind) {
    case 'all':
    case 'any':
      return predicate.of.length > 0 && predicate.of.every((item) => isAbout(item, columns));
    case 'not':
      return isAbout(predicate.of, columns);
    case 'range':
      return isOf(predicate.value, columns);
    case 'holds':
      return isOf(predicate.condition, columns);
    case 'fields':
      return isOf(predicate.field.value, columns) && isOf(predicate.other.value, columns);
    case 'in':
    case 'compare':
    case 'text':
    case 'null':
      return isOf(predicate.field.value, columns);
  }
}

/**
 * Of the conditions at the top level, those on the date alone: only these may affect which date is the snapshot date.
 */
function aboutTime(predicate: PlanPredicate | null, columns: ReadonlySet<string>): PlanPredicate | null {
  if (!predicate || isAbout(predicate, columns)) return predicate;
  if (predicate.kind !== 'all') return null;
  return conjunctionOf(predicate.of.map((item) => aboutTime(item, columns)));
}

/** A date before it is truncated to periods. */
function uncut(expression: Expression): Expression {
  if (expression.kind !== 'call') return expression;
  const { function: name, arguments: values } = expression;
  if (name === 'date_trunc') return uncut(values[1]!);
  return name === 'date_add' || name === 'local_time' || name === 'start_of_hour' ? uncut(values[0]!) : expression;
}

/** Fields that are periods of a day: computed from its date only. */
export function periodsOf(day: PlanExpression, fields: readonly PlanField[]): PlanField[] {
  const columns = new Set(columnsIn(day).map(keyOf));
  return fields.filter((field) => isOf(field.value, columns));
}

/** Completes a fact's snapshot dates: the fields they are grouped by, and the rows they are found in. */
export function planSnapshotDates(
  fact: DatedFact,
  tenant: string,
  read: Pick<FactRequest, 'fields' | 'filter' | 'around' | 'rules' | 'query' | 'ended'>,
): SnapshotDates[] {
  return fact.snapshotDates.list.map(({ name, day, time, among, end }) => {
    const columns = new Set(columnsIn(day).map(keyOf));
    const fields = periodsOf(day, read.fields);
    const own = JSON.stringify(uncut(day));
    const [filter, around] = [read.filter, read.around].map((item) =>
      conjunctionOf([aboutTime(item, columns), among && { kind: 'holds', condition: among }]),
    ) as [PlanPredicate | null, PlanPredicate | null];
    return {
      name,
      day,
      within: fields.map((field) => ({
        field: field.name,
        total: JSON.stringify(uncut(field.value)) === own && !field.bands,
      })),
      ...(end && { end: planPeriodEnds(fact, time, read) }),
      source: planSource(fact.from, tenant, {
        fields,
        values: [day],
        aggregates: [],
        filters: [filter, around],
        rules: read.rules,
      }),
      filter,
      around,
    };
  });
}
