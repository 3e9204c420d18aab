import { columnsIn } from '../../expression/columns.ts';
import { walk } from '../../expression/tree.ts';
import type { PlanFact } from '../../plan/plan.ts';
import { conjunctionOf, conjunctsOf } from '../../plan/predicates.ts';
import type { PlanExpression, PlanField } from '../../plan/predicates.ts';
import { expressionsOf, expressionsOfAggregate } from '../../plan/references.ts';

/**
 * A fact with only what its aggregates and its filter read, grouped by these keys: joins match at most one row, so those
 * that nothing reads change no figure. Without other periods, which it no longer says how to read.
 */
export function pruneFact(fact: PlanFact, keys: readonly PlanField[]): PlanFact {
  const { dataset, source, filter, aggregates } = fact;
  const names = new Set(keys.map(({ name }) => name));
  const fields = fact.fields.filter(({ name }) => names.has(name));
  const read: PlanExpression[] = [
    ...fields.map(({ value }) => value),
    ...aggregates.flatMap(expressionsOfAggregate),
    ...[filter, source.rules].flatMap(expressionsOf),
  ];
  const tables = new Set(read.flatMap(columnsIn).map(({ table }) => table));
  const snapshotDates = fact.snapshotDates
    .filter(({ name, calendar }) => calendar || tables.has(name))
    .map((dates) => ({ ...dates, filter: conjunctionOf(conjunctsOf(dates.filter)), around: null }));
  const perKeys = new Set<string>();
  for (const expression of [...read, ...snapshotDates.map(({ day }) => day)])
    walk(expression, (item) => {
      if (item.kind === 'perKey') perKeys.add(item.name);
      if (item.kind === 'name' && item.table !== null) tables.add(item.table);
    });
  // A join comes after the one it is joined to.
  for (const { name, to } of source.joins.toReversed()) if (tables.has(name)) tables.add(to);
  const perKey = source.perKey?.flatMap((values) => {
    const of = values.of.filter(({ name }) => perKeys.has(name));
    return of.length === 0 ? [] : [{ ...values, of }];
  });
  return {
    dataset,
    source: { ...source, joins: source.joins.filter(({ name }) => tables.has(name)), ...(perKey && { perKey }) },
    fields,
    filter: conjunctionOf(conjunctsOf(filter)),
    around: null,
    aggregates,
    snapshotDates,
  };
}
