import type { FigureFormat, Measure, SemanticQuery } from '@rise/contract';
import { formatIn, reportedIn } from '../../model/amounts.ts';
import type { CompiledDataset, CompiledModel } from '../../model/compiled-model.ts';
import type { Scope } from '../../plan/scope.ts';
import { withCustomMeasures } from './custom-measures.ts';
import { tendersBehind } from './tenders.ts';

/** The scope of a query that names the currency to convert to. */
export const scopeOfQuery = (scope: Scope, query: SemanticQuery): Scope =>
  query.kind === 'rows' || query.kind === 'funnel' || query.currency === undefined
    ? scope
    : { ...scope, currency: query.currency };

/** The format of a measure's figures, which says the currency of amounts that are converted to `target`. */
export const figureFormatOf = (from: CompiledDataset, measure: Measure, target: string): FigureFormat =>
  formatIn(measure, tendersBehind(from, measure.name), target);

/** A dataset's measures with formats that say their currency. */
function withCurrencies(from: CompiledDataset, target: string): CompiledDataset {
  if (from.expressions.currencies.size === 0) return from;
  const measures = [...from.measures].map(
    ([name, measure]) => [name, { ...measure, format: figureFormatOf(from, measure, target) }] as const,
  );
  return { ...from, measures: new Map(measures) };
}

/**
 * The model as a query sees it: with the query's own measures, and formats that say in which currency amounts are. Throws
 * `QueryError` as `withCustomMeasures` does.
 */
export function queriedModel(
  model: CompiledModel,
  scope: Scope,
  query: SemanticQuery,
  asOf: string | null,
): CompiledModel {
  const custom = withCustomMeasures(model, scope, query, asOf);
  const from = custom.datasets.get(query.dataset);
  if (!from) return custom;
  const target = reportedIn(model.model, scopeOfQuery(scope, query).currency);
  return { ...custom, datasets: new Map(custom.datasets).set(query.dataset, withCurrencies(from, target)) };
}
