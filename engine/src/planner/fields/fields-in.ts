import type { Condition, During, FieldComparison, Filter, FunnelQuery } from '@rise/contract';
import type { CompiledDataset } from '../../model/compiled-model.ts';
import { entityOf } from '../../model/entity.ts';

/** The conditions of a filter in its order, whatever joins them. */
export function conditionsIn(filter: Filter | undefined): (Condition | FieldComparison | During)[] {
  if (!filter) return [];
  if ('all' in filter) return filter.all.flatMap(conditionsIn);
  if ('any' in filter) return filter.any.flatMap(conditionsIn);
  return 'not' in filter ? conditionsIn(filter.not) : [filter];
}

/** The dimensions that a filter names, as often as it does. */
export const fieldsIn = (filter: Filter | undefined): string[] =>
  conditionsIn(filter).flatMap((item) => ('otherField' in item ? [item.field, item.otherField] : [item.field]));

/** The dimension whose members go through the steps of a funnel; null where neither the query nor an entity names it. */
export const funnelKey = (
  { dataset }: Pick<CompiledDataset, 'dataset'>,
  { key }: Pick<FunnelQuery, 'key'>,
): string | null => key ?? entityOf(dataset)?.key ?? null;

/** The dimensions of a valid funnel: its key, its time, what it is broken down by, and those that its steps name. */
export function fieldsOfFunnel(from: Pick<CompiledDataset, 'dataset'>, query: FunnelQuery): string[] {
  const { time, by, steps } = query;
  const named = [funnelKey(from, query), time, typeof by === 'object' ? by.field : by];
  return [...named.filter((name) => typeof name === 'string'), ...steps.flatMap(({ filter }) => fieldsIn(filter))];
}
