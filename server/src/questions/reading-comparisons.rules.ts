import type { Filter } from '@rise/contract';
import type { Item } from './cover.rules.ts';
import { place } from './reading-conditions.rules.ts';
import {
  allOfFilters,
  cuesOf,
  ReadingFailure,
  type BoundFields,
  type Draft,
  type QueryInput,
} from './reading-draft.rules.ts';
import { isOrdering } from './reading-order.rules.ts';

/** Comparisons with peers, ranks of a member, distributions. */
export function bindComparison(draft: Draft, fields: BoundFields, filters: readonly Filter[]): QueryInput | null {
  const { dataset } = draft.context;
  const [peers] = cuesOf(draft, 'peers');
  // “rank states by assets” orders them.
  const [rank] = isOrdering(draft) ? [] : cuesOf(draft, 'rank');
  const [distribution] = cuesOf(draft, 'distribution');
  if (distribution) {
    draft.used.add(distribution);
    draft.places.set('distribution', place(distribution, distribution));
    if (fields.measures.length !== 1 || fields.groups.length > 1)
      throw new ReadingFailure('unused_words', distribution);
    const by = fields.groups[0] ?? null;
    if (by === null && !dataset.entity) throw new ReadingFailure('no_group', distribution);
    const filter = allOfFilters(filters);
    return {
      kind: 'distribution',
      dataset: dataset.name,
      measure: fields.measures[0]!,
      ...(by !== null && { by }),
      ...(filter && { filter }),
    };
  }
  if (!peers && !rank) return null;
  const cue = (peers ?? rank)!;
  for (const one of [
    ...cuesOf(draft, 'peers'),
    ...cuesOf(draft, 'rank'),
    ...cuesOf(draft, 'compare'),
    ...cuesOf(draft, 'by'),
  ])
    draft.used.add(one);
  const member = memberOf(draft, fields, cue);
  const rest = filters.filter((filter) => !('field' in filter && filter.field === member.field));
  const filter = allOfFilters(rest);
  if (fields.groups.length > 0) throw new ReadingFailure('unused_words', cue);
  draft.places.set('member', draft.places.get(`filter:${member.field}`) ?? place(cue, cue));
  return {
    kind: 'benchmark',
    dataset: dataset.name,
    ...(member.by !== null && { by: member.by }),
    member: member.value,
    measures: fields.measures,
    ...(filter && { filter }),
  };
}

/** The one member that is compared: of the entity by its key, else of a dimension. */
function memberOf({ context: { dataset } }: Draft, { values }: BoundFields, cue: Item) {
  const { entity, keysOfName } = dataset;
  const [first, ...others] = [...values].filter(([, list]) => list.length === 1);
  const own = entity && values.get(entity.name);
  if (entity && own?.length === 1) {
    const keys = keysOfName.get(String(own[0])) ?? [];
    if (keys.length !== 1) throw new ReadingFailure('not_comparable', cue);
    return { field: entity.name, by: null, value: keys[0]! };
  }
  if (!first || others.length > 0) throw new ReadingFailure('no_group', cue);
  return { field: first[0], by: first[0] === entity?.key ? null : first[0], value: first[1][0]! };
}
