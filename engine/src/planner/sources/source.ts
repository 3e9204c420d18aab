import { tablesOfExpression } from '../../expression/columns.ts';
import type { BaseAggregate, PlanExpression, PlanField, PlanPredicate, PlanSource } from '../../plan/plan.ts';
import { joinsTo } from '../../model/joins.ts';
import type { JoinedDataset } from '../../model/joins.ts';
import { tablesOf, tablesOfAggregate } from '../../plan/references.ts';

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
  /** Whether any row satisfies this; null where the query does not say. */
  among: PlanPredicate | null;
  rules: PlanPredicate[];
}

/** The tables of a plan, with joins pruned to what is read, the tenant's predicate and the reader's rules. */
export function planSource(from: JoinedDataset, tenant: string, read: Read): PlanSource {
  const tables = new Set([
    ...read.fields.flatMap((field) => tablesOfExpression(field.value)),
    ...read.aggregates.flatMap(tablesOfAggregate),
    ...[...read.filters, ...read.rules].flatMap(tablesOf),
    ...read.values.flatMap(tablesOfExpression),
  ]);
  return {
    table: from.dataset.table,
    joins: joinsTo(from, tables),
    tenant,
    rules: read.rules.length === 0 ? null : { kind: 'all', of: read.rules },
  };
}
