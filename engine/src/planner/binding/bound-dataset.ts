import type { CompiledDataset, CompiledModel } from '../../model/compiled-model.ts';
import { bindScope } from './bound.ts';
import type { Bound } from './bound.ts';
import type { Calendar } from '../../plan/calendar.ts';
import { collectBaseAggregates } from './base-aggregates.ts';
import type { BaseAggregates } from './base-aggregates.ts';
import { collectSnapshotDates } from './snapshot-dates.ts';
import type { SnapshotDateCollector } from './snapshot-dates.ts';
import type { Scope } from '../../plan/scope.ts';

/** One fact of the queried dataset. */
export interface BoundFact extends Bound {
  /** The same rows under the names of the fact's own dataset, which its rules and snapshot dates use. */
  readonly home: Bound;
  readonly aggregates: BaseAggregates;
  readonly snapshotDates: SnapshotDateCollector;
}

/** A dataset bound to one query, with the aggregates to compute from each fact. */
export interface BoundDataset {
  readonly from: CompiledDataset;
  readonly facts: readonly BoundFact[];
  readonly calendar: Calendar;
  /** The fact whose rows a measure is computed from. */
  factOf(measure: string): BoundFact;
}

/** Throws `QueryError` for a parameter value that is not valid. */
export function bindDataset(
  model: CompiledModel,
  from: CompiledDataset,
  scope: Scope,
  asOf: string | null,
): BoundDataset {
  const facts = from.facts.map((fact): BoundFact => {
    const bound = bindScope(model, fact, scope, asOf);
    const own = model.datasets.get(fact.dataset.name)!.facts[0]!;
    const home = own === fact ? bound : bindScope(model, own, scope, asOf);
    return { ...bound, home, aggregates: collectBaseAggregates(), snapshotDates: collectSnapshotDates(home) };
  });
  return {
    from,
    facts,
    calendar: facts[0]!.calendar,
    factOf: (measure) => facts[from.facts.indexOf(from.factOf.get(measure)!)]!,
  };
}
