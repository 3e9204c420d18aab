import type { Rollup, TimeGrain } from '@rise/contract';
import type { CompiledDataset, CompiledModel } from '../../model/compiled-model.ts';
import { measuresIn } from '../../model/read-expressions.ts';
import { columnsIn } from '../../expression/columns.ts';
import { overOf } from '../../model/measures.ts';
import { planRollup } from '../plan-rollup.ts';
import type { QueryShape } from './query-shape.ts';
import { LONGER } from '../rewrite.ts';
import type { RollupScope } from '../rollup.ts';

/** A rollup under consideration: dates by grain, other dimensions as they are. */
export interface Draft {
  dimensions: ReadonlyMap<string, TimeGrain | null>;
  measures: readonly string[];
}

/** The longest period that both can be computed from; null: the value itself. */
function shorter(one: TimeGrain | null, other: TimeGrain | null): TimeGrain | null {
  if (one === null || other === null) return null;
  if (one === other || LONGER[one].includes(other)) return one;
  return LONGER[other].includes(one) ? other : 'day';
}

function add(dimensions: Map<string, TimeGrain | null>, field: string, grain: TimeGrain | null): void {
  const known = dimensions.get(field);
  dimensions.set(field, known === undefined ? grain : shorter(known, grain));
}

/** A measure and those it is computed from, itself first. */
function behind(from: CompiledDataset, name: string): string[] {
  const measure = from.measures.get(name);
  if (!measure) return [];
  const inner = (names: readonly string[]) => names.flatMap((name) => behind(from, name));
  switch (measure.kind) {
    case 'combine':
      return [name, ...inner(measure.terms.map((term) => term.measure))];
    case 'ratio':
      return [name, ...inner([...measure.numerator, ...measure.denominator].map((term) => term.measure))];
    case 'average_balance':
      return [name, ...inner([measure.measure])];
    case 'derived':
      return [name, ...inner(measuresIn(from.expressions.values.get(name)!))];
    default:
      return [name];
  }
}

/** Dimensions that are exactly one of these columns. */
function dimensionsOf(from: CompiledDataset, columns: readonly { table: string; column: string }[]): string[] {
  return [...from.dimensions.keys()].filter((name) => {
    const value = from.expressions.values.get(name)!;
    return (
      value.kind === 'name' && columns.some((column) => column.table === value.table && column.column === value.name)
    );
  });
}

/** The smallest rollup that serves queries of a shape; null if none can. */
export function draftOf(
  model: CompiledModel,
  scope: RollupScope,
  { dataset, dimensions: requests, measures, filters, restricted }: QueryShape & { restricted: boolean },
): Draft | null {
  const from = model.datasets.get(dataset)!;
  const [fact] = from.facts;
  const dimensions = new Map<string, TimeGrain | null>();
  for (const request of requests) {
    if (typeof request === 'string') add(dimensions, request, null);
    else add(dimensions, request.field, request.grain);
  }
  for (const { field, grain } of filters) add(dimensions, field, grain);
  for (const name of new Set(measures.flatMap((measure) => behind(from, measure)))) {
    const measure = from.measures.get(name)!;
    const over = overOf(measure);
    if (over) add(dimensions, over.time, 'day');
    const { asOf } = fact!.dataset;
    if (measure.kind === 'ratio' && measure.annualise && asOf)
      for (const day of dimensionsOf(from, [asOf]).slice(0, 1)) add(dimensions, day, null);
    if (measure.kind === 'count_distinct')
      for (const value of dimensionsOf(from, columnsIn(from.expressions.values.get(name)!)))
        add(dimensions, value, null);
  }
  if (restricted) {
    const columns = [...fact!.expressions.rules.values()].flatMap(columnsIn);
    for (const name of dimensionsOf(from, columns)) add(dimensions, name, null);
  }
  if (dimensions.size === 0 || dimensions.size > 20 || measures.length === 0) return null;
  const draft = { dimensions, measures };
  let possible = true;
  planRollup(model, scope, { dataset, rollup: rollupOf(draft) }, () => (possible = false));
  return possible ? draft : null;
}

/** A rollup that serves both. */
export function mergeDrafts(one: Draft, other: Draft): Draft {
  const dimensions = new Map(one.dimensions);
  for (const [field, grain] of other.dimensions) add(dimensions, field, grain);
  return { dimensions, measures: [...new Set([...one.measures, ...other.measures])] };
}

export function rollupOf({ dimensions, measures }: Draft): Rollup {
  const sorted = [...dimensions].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const words = sorted.map(([field, grain]) => (grain === null ? field : `${field}_${grain}`));
  return {
    name: `by_${words.join('_')}`.slice(0, 63),
    dimensions: sorted.map(([field, grain]) => (grain === null ? field : { field, grain })),
    measures: measures.toSorted(),
  };
}
