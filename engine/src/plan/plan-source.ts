import type { Dataset } from '@rise/contract';
import { columnsIn, tablesOfExpression } from './bound.ts';
import type { PlanAtom, PlanColumn, PlanExpression, PlanField, PlanJoin, PlanPredicate, PlanSource } from './plan.ts';

/** The columns that a predicate names. */
export function columnsOf(predicate: PlanPredicate | null): PlanColumn[] {
  if (!predicate) return [];
  switch (predicate.kind) {
    case 'all':
    case 'any':
      return predicate.of.flatMap(columnsOf);
    case 'not':
      return columnsOf(predicate.of);
    case 'range':
      return columnsIn(predicate.value);
    case 'holds':
      return columnsIn(predicate.condition);
    case 'in':
    case 'compare':
    case 'text':
    case 'null':
      return columnsIn(predicate.field.value);
  }
}

/** The tables whose columns a predicate names. */
export function tablesOf(predicate: PlanPredicate | null): string[] {
  return [...new Set(columnsOf(predicate).map(({ table }) => table))];
}

/** The tables whose columns an atom names, its clocks' among them. */
export function tablesOfAtom(atom: PlanAtom): string[] {
  if (atom.kind === 'daily') return tablesOfAtom(atom.of);
  if (atom.kind === 'months') return [atom.column.table];
  const where = atom.where ? tablesOfExpression(atom.where) : [];
  return atom.kind === 'count' ? where : [...tablesOfExpression(atom.value), ...where];
}

/** What a query reads, from which its joins follow. */
export interface Read {
  fields: readonly PlanField[];
  atoms: readonly PlanAtom[];
  filters: readonly (PlanPredicate | null)[];
  /** What else is computed of rows. */
  values: readonly PlanExpression[];
  rules: PlanPredicate[];
}

/** The joins of a dataset, each with the table it is joined to and the columns that are equal. */
export function joinsOf(dataset: Dataset): PlanJoin[] {
  return dataset.joins.map(({ table, to, on }) => ({
    table,
    to: to ?? dataset.table,
    on: on.map((each) => (typeof each === 'string' ? { column: each, key: each } : each)),
  }));
}

/** The joins that lead to some tables, in the order in which the model lists them. */
export function joinsTo(dataset: Dataset, tables: Set<string>): PlanJoin[] {
  const joins = joinsOf(dataset);
  // A table is joined after the one it is joined to, so that one look from the end finds all of a chain.
  for (const join of joins.toReversed()) if (tables.has(join.table)) tables.add(join.to);
  return joins.filter((join) => tables.has(join.table));
}

/** The tables behind a plan: joins pruned to what is read, the tenant's predicate and the reader's rules inside. */
export function planSource(dataset: Dataset, tenant: string, read: Read): PlanSource {
  const tables = new Set([
    ...read.fields.flatMap((field) => tablesOfExpression(field.value)),
    ...read.atoms.flatMap(tablesOfAtom),
    ...[...read.filters, ...read.rules].flatMap(tablesOf),
    ...read.values.flatMap(tablesOfExpression),
  ]);
  return {
    table: dataset.table,
    joins: joinsTo(dataset, tables),
    tenant,
    rules: read.rules.length === 0 ? null : { kind: 'all', of: read.rules },
  };
}
