import type { Filter } from '@rise/contract';
import { QueryError } from '../../errors.ts';
import { tablesOfExpression } from '../../expression/columns.ts';
import { partsOf, walk } from '../../expression/tree.ts';
import type { PerKey } from '../../expression/tree.ts';
import type { PlanSource, ReadDataset } from '../../plan/plan.ts';
import type { BaseAggregate } from '../../plan/measures.ts';
import { conjunctionOf } from '../../plan/predicates.ts';
import type { PlanExpression, PlanField, PlanPredicate } from '../../plan/predicates.ts';
import { joinsTo } from '../../model/joins.ts';
import { expressionsOf, expressionsOfAggregate, tablesOf, tablesOfAggregate } from '../../plan/references.ts';
import type { EndedPeriods } from './period-ends.ts';

/** What a query reads; joins are derived from it. */
export interface Read {
  fields: readonly PlanField[];
  aggregates: readonly BaseAggregate[];
  filters: readonly (PlanPredicate | null)[];
  /** Other expressions over rows. */
  values: readonly PlanExpression[];
  rules: PlanPredicate[];
}

/** What a query reads from one fact. */
export interface FactRequest {
  tenant: string;
  fields: PlanField[];
  filter: PlanPredicate | null;
  around: PlanPredicate | null;
  /** The query's filter as it is written. */
  query: Filter | undefined;
  /** Periods that end early in `around`; undefined if there are none. */
  ended?: EndedPeriods;
  /** Whether any row satisfies this; null where the query does not say. */
  among: PlanPredicate | null;
  rules: PlanPredicate[];
}

/** The tables of a plan, with joins pruned to what is read, the tenant's predicate and the reader's rules. */
export function planSource(from: ReadDataset, tenant: string, read: Read): PlanSource {
  const tables = new Set([
    ...read.fields.flatMap((field) => tablesOfExpression(field.value)),
    ...read.aggregates.flatMap(tablesOfAggregate),
    ...[...read.filters, ...read.rules].flatMap(tablesOf),
    ...read.values.flatMap(tablesOfExpression),
  ]);
  const perKey = valuesPerKey(from, tenant, read);
  const { dataset, rows } = from;
  if (dataset.query && !rows) throw new TypeError(`The rows of '${dataset.name}' are not planned`);
  return {
    table: dataset.table,
    ...(rows && { rows }),
    joins: joinsTo(from, tables),
    tenant,
    rules: conjunctionOf(read.rules),
    ...(perKey.length > 0 && { perKey }),
  };
}

/** Values per key that are read, each computed from the rows that the reader may see. */
function valuesPerKey(from: ReadDataset, tenant: string, read: Read): NonNullable<PlanSource['perKey']> {
  const found = new Map<string, PerKey & { at: number }>();
  const look = (expressions: readonly PlanExpression[]) => {
    for (const expression of expressions)
      walk(expression, (item) => {
        if (item.kind === 'perKey') found.set(item.name, item);
      });
  };
  look(read.rules.flatMap(expressionsOf));
  if (found.size > 0) {
    const [name] = found.keys();
    const message = `Which rows a reader sees cannot depend on '${name}', which is computed from the rows that they see. Name another dimension.`;
    throw new QueryError([{ field: 'scope.predicates', message }]);
  }
  look([
    ...read.fields.map(({ value }) => value),
    ...read.aggregates.flatMap(expressionsOfAggregate),
    ...read.filters.flatMap(expressionsOf),
    ...read.values,
  ]);
  const tables = new Map<string, (PerKey & { at: number })[]>();
  for (const of of found.values()) {
    const key = of.prior ? `at ${of.prior.table}` : of.name;
    tables.set(key, [...(tables.get(key) ?? []), of]);
  }
  return [...tables.values()].map((of) => {
    const rows = { fields: [], aggregates: [], filters: [], values: of.flatMap(partsOf), rules: read.rules };
    return { of, source: planSource(from, tenant, rows) };
  });
}
