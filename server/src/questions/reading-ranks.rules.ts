import type { Item } from './cover.rules.ts';
import { place } from './reading-conditions.rules.ts';
import {
  cuesOf,
  neighbor,
  ReadingFailure,
  type BoundFields,
  type Draft,
  type Ordering,
} from './reading-draft.rules.ts';
import { openRank } from './reading-meanings.rules.ts';
import { bindOrder, orderCues, orderTarget } from './reading-order.rules.ts';

type RankItem = Extract<Item, { kind: 'rank' }>;

const LIMIT = 10;

/** The order of a query: by a rank, as “sorted by” says, or none. */
export function bindRank(draft: Draft, fields: BoundFields, orderBy: string | undefined): Ordering {
  const ranks = draft.items.filter((item): item is RankItem => item.kind === 'rank');
  const { dataset } = draft.context;
  if (ranks.length === 0) return bindOrder(draft, fields, orderBy);
  if (ranks.length > 1) throw new ReadingFailure('unused_words', ranks[1]);
  const item = ranks[0]!;
  const { rank } = item;
  draft.used.add(item);
  draft.places.set('rank', place(item, item));
  const measure = orderBy ?? rankedMeasure(draft, fields, item);
  useOrder(draft, measure);
  const { entity } = dataset;
  let { groups } = fields;
  const hasBase = Array.isArray(draft.context.base?.['dimensions']) && draft.context.base['dimensions'].length > 0;
  if (groups.length === 0 && !hasBase) {
    if (!entity) throw new ReadingFailure('no_group', item);
    groups = [entity.key, ...(entity.name === entity.key ? [] : [entity.name])];
    draft.penalty += 0.1;
  }
  askMeasure(draft, item, groups, measure);
  const direction = directionOf(draft, item, measure);
  const isOne = isSingular(draft, item) || (cuesOf(draft, 'which').length > 0 && !fields.isPlural);
  const n = rank.n ?? countBefore(draft) ?? (isOne ? 1 : LIMIT);
  if (fields.within !== null) {
    const dimension = groups.find((name) => name !== fields.within);
    if (dimension === undefined) throw new ReadingFailure('no_group', item);
    const best = direction === 'desc' ? 'greatest' : 'least';
    const ordered = [fields.within, ...groups.filter((name) => name !== fields.within)];
    return { groups: ordered, query: { top: { dimension, measure, n, best, other: false, within: [fields.within] } } };
  }
  return { groups, query: { order: [{ field: measure, direction }], limit: n } };
}

/** “highest ratio of 5 states”: the number before what is ranked. */
function countBefore(draft: Draft): number | null {
  for (const item of draft.items) {
    if (
      item.kind !== 'number' ||
      draft.used.has(item) ||
      !Number.isInteger(item.value) ||
      item.value < 1 ||
      item.value > 1000
    )
      continue;
    if (neighbor(draft, item, 1)?.kind !== 'dimension') continue;
    draft.used.add(item);
    return item.value;
  }
  return null;
}

/** The measure behind “by” or nearest to the rank. */
function rankedMeasure(draft: Draft, { measures }: BoundFields, rank: Item): string {
  const after = neighbor(draft, rank, 1);
  if (after?.kind === 'measure' && measures.includes(after.name)) return after.name;
  const by = cuesOf(draft, 'by').map((cue) => neighbor(draft, cue, 1));
  const target = by.find((item) => item?.kind === 'measure' && measures.includes(item.name));
  return target?.kind === 'measure' ? target.name : measures[0]!;
}

function directionOf(draft: Draft, item: RankItem, measure: string): 'asc' | 'desc' {
  const { end } = item.rank;
  if (end === 'greatest') return 'desc';
  if (end === 'least') return 'asc';
  // Each measure that is asked about has an end of its own.
  if (draft.open) return 'desc';
  const better = draft.context.dataset.measures.get(measure)?.better ?? 'neutral';
  if (better === 'neutral') throw new ReadingFailure('not_comparable', item);
  return (end === 'best') === (better === 'higher') ? 'desc' : 'asc';
}

/** “top 5 states sorted by members”: the order is that of the rank, or means something else that is not guessed. */
function useOrder(draft: Draft, measure: string): void {
  const target = orderTarget(draft);
  if (target && target.name !== measure) return;
  for (const cue of orderCues(draft)) draft.used.add(cue);
}

/** “largest credit union”: each counts as one, so it is not what they are ranked by. The answer asks by what. */
function askMeasure(draft: Draft, item: RankItem, groups: readonly string[], measure: string): void {
  const { dataset, base } = draft.context;
  if (draft.open || base || measure !== dataset.counting) return;
  if (!dataset.entity || !groups.includes(dataset.entity.key)) return;
  draft.open = openRank(dataset, item.rank.end, { of: measure, isOfEntity: true });
  if (!draft.open) throw new ReadingFailure('no_measure', item);
}

/** “largest credit union” is one, “largest credit unions” are several. */
function isSingular(draft: Draft, item: RankItem): boolean {
  const noun = neighbor(draft, item, 1);
  if (noun?.kind !== 'dimension' && !(noun?.kind === 'measure' && noun.name === draft.context.dataset.counting))
    return false;
  return !noun.isPlural && !/(?:s|l[ae]r)$/.test(draft.context.words[noun.to - 1]!);
}
