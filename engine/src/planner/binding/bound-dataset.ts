import type { Dataset, ExchangeRates } from '@rise/contract';
import type { CompiledDataset, CompiledFact, CompiledModel } from '../../model/compiled-model.ts';
import { reportedIn } from '../../model/amounts.ts';
import { lastKnownOf } from '../../model/measures.ts';
import type { LastKnown } from '../../model/measures.ts';
import { bindScope } from './bound.ts';
import type { Bound } from './bound.ts';
import type { Calendar } from '../../plan/calendar.ts';
import { collectBaseAggregates } from './base-aggregates.ts';
import type { BaseAggregates } from './base-aggregates.ts';
import { collectSnapshotDates } from './snapshot-dates.ts';
import type { SnapshotDateCollector } from './snapshot-dates.ts';
import type { AggregatePlan, CheckedAmounts } from '../../plan/plan.ts';
import type { Scope } from '../../plan/scope.ts';

/** One fact of the queried dataset. */
export interface BoundFact extends Bound {
  /** Its name among the facts of the query. */
  readonly id: string;
  /** The same rows under the names of the fact's own dataset, which its rules and snapshot dates use. */
  readonly home: Bound;
  readonly aggregates: BaseAggregates;
  readonly snapshotDates: SnapshotDateCollector;
  /** Set if its rows are read as last known values; the same rows are another fact without. */
  readonly lastKnown: LastKnown | null;
  /** Names of its measures over all days of a period. */
  readonly overDays: Set<string>;
  /** Amounts in several currencies, by the aggregates that figures of them are checked by. */
  readonly checkedAmounts: Map<string, CheckedAmounts>;
}

/** A dataset bound to one query, with the aggregates to compute from each fact. */
export interface BoundDataset {
  readonly from: CompiledDataset;
  /** The dataset's facts, followed by those of last known values. */
  readonly facts: readonly BoundFact[];
  readonly calendar: Calendar;
  /** ISO 4217: what amounts are converted to. */
  readonly target: string;
  readonly rates: ExchangeRates | undefined;
  /** The fact whose rows a measure is computed from. */
  factOf(measure: string): BoundFact;
}

/**
 * Binds a dataset; `rowsOf` plans the rows of a derived one, and returns null for others. Throws `QueryError` for a
 * parameter value that is not valid.
 */
export function bindDataset(
  model: CompiledModel,
  from: CompiledDataset,
  scope: Scope,
  asOf: string | null,
  rowsOf: (dataset: Dataset) => AggregatePlan | null = () => null,
): BoundDataset {
  const facts = from.facts.map((fact): BoundFact => {
    const rows = rowsOf(fact.dataset);
    const bound = bindScope(model, rows ? { ...fact, rows } : fact, scope, asOf);
    const own = model.datasets.get(fact.dataset.name)!.facts[0]!;
    const home = own === fact ? bound : bindScope(model, own, scope, asOf);
    return {
      ...bound,
      id: fact.dataset.name,
      home,
      aggregates: collectBaseAggregates(),
      snapshotDates: collectSnapshotDates(home),
      lastKnown: null,
      overDays: new Set(),
      checkedAmounts: new Map(),
    };
  });
  const known = new Map<string, BoundFact>();
  for (const [name, fact] of from.factOf) {
    const lastKnown = lastKnownOf(from.measures.get(name)!);
    const key = lastKnown && keyOf(fact, lastKnown);
    if (key === null || known.has(key)) continue;
    const plain = facts[from.facts.indexOf(fact)]!;
    known.set(key, {
      ...plain,
      id: `${fact.dataset.name}, known ${known.size + 1}`,
      aggregates: collectBaseAggregates(),
      snapshotDates: collectSnapshotDates(plain.home),
      lastKnown,
      overDays: new Set(),
      checkedAmounts: new Map(),
    });
  }
  return {
    from,
    facts: [...facts, ...known.values()],
    calendar: facts[0]!.calendar,
    target: reportedIn(model.model, scope.currency),
    rates: model.model.exchangeRates,
    factOf(measure) {
      const fact = from.factOf.get(measure)!;
      const lastKnown = lastKnownOf(from.measures.get(measure)!);
      return lastKnown ? known.get(keyOf(fact, lastKnown))! : facts[from.facts.indexOf(fact)]!;
    },
  };
}

/** Measures with the same key are computed from the same known values. */
const keyOf = (fact: CompiledFact, { time, per, order, carry }: LastKnown): string =>
  JSON.stringify([fact.dataset.name, time, per, order ?? null, carry ?? null]);
