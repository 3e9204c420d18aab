import type { CompiledDataset, CompiledModel } from '../model/compile-model.ts';
import { bindScope } from './bound.ts';
import type { Bound } from './bound.ts';
import type { Calendar } from './calendar.ts';
import { collectAtoms } from './plan-measure.ts';
import type { Atoms } from './plan-measure.ts';
import { collectClocks } from './plan-clock.ts';
import type { Clocks } from './plan-clock.ts';
import type { Scope } from './scope.ts';

/** One fact of a dataset that is asked. */
export interface BoundFact extends Bound {
  /** The same rows by the names of their own dataset, which its rules and balances speak of. */
  readonly home: Bound;
  readonly atoms: Atoms;
  readonly clocks: Clocks;
}

/** A dataset for one question, and what has to be aggregated of each of its facts. */
export interface BoundDataset {
  readonly from: CompiledDataset;
  readonly facts: readonly BoundFact[];
  readonly calendar: Calendar;
  /** The fact whose rows a measure is computed of. */
  factOf(measure: string): BoundFact;
}

/** Throws `QueryError` for a parameter whose value cannot be one. */
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
    return { ...bound, home, atoms: collectAtoms(), clocks: collectClocks(home) };
  });
  return {
    from,
    facts,
    calendar: facts[0]!.calendar,
    factOf: (measure) => facts[from.facts.indexOf(from.factOf.get(measure)!)]!,
  };
}
