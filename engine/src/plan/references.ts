import { columnsIn, tablesOfExpression } from '../expression/columns.ts';
import type { TableColumn } from '../expression/columns.ts';
import { mapPredicate } from './map-predicate.ts';
import type { BaseAggregate, PlanGroupCondition, PlanMeasure } from './measures.ts';
import type { PlanExpression, PlanPredicate } from './predicates.ts';

/** Columns that a predicate refers to. */
export function columnsOf(predicate: PlanPredicate | null): TableColumn[] {
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
    case 'fields':
      return [...columnsIn(predicate.field.value), ...columnsIn(predicate.other.value)];
    case 'in':
    case 'compare':
    case 'text':
    case 'null':
      return columnsIn(predicate.field.value);
  }
}

/** The expressions in a predicate. */
export function expressionsOf(predicate: PlanPredicate | null): PlanExpression[] {
  const expressions: PlanExpression[] = [];
  if (predicate)
    mapPredicate(predicate, (of) => {
      expressions.push(of);
      return of;
    });
  return expressions;
}

/** The expressions over rows in an aggregate. */
export function expressionsOfAggregate(aggregate: BaseAggregate): PlanExpression[] {
  if (aggregate.kind === 'nested') return [...aggregate.by, ...expressionsOfAggregate(aggregate.of)];
  if (aggregate.kind === 'any') return expressionsOf(aggregate.of);
  const value = 'value' in aggregate ? [aggregate.value] : [];
  return aggregate.where ? [...value, aggregate.where] : value;
}

/** Tables whose columns a predicate refers to. */
export function tablesOf(predicate: PlanPredicate | null): readonly string[] {
  return [...new Set(columnsOf(predicate).map(({ table }) => table))];
}

/** Tables whose columns an aggregate refers to, including its snapshot dates. */
export function tablesOfAggregate(aggregate: BaseAggregate): readonly string[] {
  if (aggregate.kind === 'nested')
    return [...new Set([...tablesOfAggregate(aggregate.of), ...aggregate.by.flatMap(tablesOfExpression)])];
  if (aggregate.kind === 'any') return tablesOf(aggregate.of);
  const where = aggregate.where ? tablesOfExpression(aggregate.where) : [];
  if (aggregate.kind === 'months') return [aggregate.column.table, ...where];
  return aggregate.kind === 'count' ? where : [...tablesOfExpression(aggregate.value), ...where];
}

/** Names of the aggregates that a condition on measures is computed from. */
export function aggregatesOfCondition(condition: PlanGroupCondition): string[] {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.of.flatMap(aggregatesOfCondition);
    case 'not':
      return aggregatesOfCondition(condition.of);
    case 'compare':
    case 'null':
      return aggregatesBehind(condition.measure);
  }
}

/** Names of the aggregates that a measure is computed from. */
export function aggregatesBehind(measure: PlanMeasure): string[] {
  switch (measure.kind) {
    case 'plain':
      return [measure.aggregate];
    case 'none':
      return [];
    case 'checked':
      return [...aggregatesBehind(measure.of), ...measure.none, ...measure.alike];
    case 'linear':
      return measure.terms.map(({ aggregate }) => aggregate);
    case 'derived':
      return measure.of.flatMap(aggregatesBehind);
    case 'ratio':
      return [
        ...[...measure.numerator, ...measure.denominator].map(({ aggregate }) => aggregate),
        ...(measure.months === null ? [] : [measure.months]),
      ];
  }
}
