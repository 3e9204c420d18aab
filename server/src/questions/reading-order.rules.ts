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

type CueItem = Item & { kind: 'cue' };

const ASCENDING = /\b(?:asc\w*|(?:lowest|smallest|low) to|artan|kucukten|dusukten|azdan|alphabetical\w*|alfabetik)\b/;
const ALPHABETICAL = /\b(?:alphabetical\w*|alfabetik)\b/;

/** The words that order what is listed: “sorted by”, and “rank” where no member's rank is meant. */
export function orderCues(draft: Draft): CueItem[] {
  const cues = cuesOf(draft, 'order');
  const ranks = cuesOf(draft, 'rank');
  const isOfMember =
    draft.items.some(({ kind }) => kind === 'value') || draft.context.ours.size > 0 || cuesOf(draft, 'own').length > 0;
  const isOfGroups = draft.items.some(({ kind }) => kind === 'dimension');
  return isOfMember || !isOfGroups ? cues : [...cues, ...ranks];
}

export const isOrdering = (draft: Draft): boolean => orderCues(draft).length > 0;

const textOf = ({ context: { words } }: Draft, { from, to }: Item) => words.slice(from, to).join(' ');
const isField = (item: Item | undefined) => item?.kind === 'measure' || item?.kind === 'dimension';

/** What is ordered by: behind “sorted by”, or what “by” is about; null where only the direction is said. */
export function orderTarget(draft: Draft): Extract<Item, { kind: 'measure' | 'dimension' }> | null {
  const cues = orderCues(draft);
  const behind = cues
    .filter((cue) => /\b(?:by|of|from)$/.test(textOf(draft, cue)))
    .map((cue) => neighbor(draft, cue, 1));
  const beside = cues.length === 0 ? [] : cuesOf(draft, 'by').map((cue) => besideBy(draft, cue));
  // “by state, sorted by assets”: what is grouped by is not what orders.
  const found = behind.find(isField) ?? beside.find((item) => item?.kind === 'measure');
  return found?.kind === 'measure' || found?.kind === 'dimension' ? found : null;
}

const besideBy = (draft: Draft, cue: Item) =>
  neighbor(draft, cue, /^(?:gore|bakimindan)/.test(draft.context.words[cue.from]!) ? -1 : 1);

/** “sorted by assets”: the order of all rows, by the greatest first unless the question says otherwise. */
export function bindOrder(draft: Draft, fields: BoundFields, orderBy: string | undefined): Ordering {
  const cues = orderCues(draft);
  const [first] = cues;
  if (!first) return { groups: fields.groups, query: {} };
  for (const cue of cues) draft.used.add(cue);
  const target = orderTarget(draft);
  for (const cue of cuesOf(draft, 'by')) if (target && besideBy(draft, cue) === target) draft.used.add(cue);
  draft.places.set('rank', place(first, target ?? cues.at(-1)!));
  const groups = groupsOf(draft, fields, first);
  const text = cues.map((cue) => textOf(draft, cue)).join(' ');
  const before = ((draft.context.base?.['dimensions'] ?? []) as unknown[]).filter((item) => typeof item === 'string');
  const named = groups.at(-1) ?? before.at(-1);
  const isOfName = target?.kind === 'dimension' || (!target && ALPHABETICAL.test(text));
  if (!isOfName) {
    const field = target?.name ?? orderBy ?? fields.measures[0];
    if (field === undefined) throw new ReadingFailure('no_measure', first);
    const direction = ASCENDING.test(text) ? ('asc' as const) : ('desc' as const);
    return { groups, query: { order: [{ field, direction }] }, shown: orderBy === field ? undefined : field };
  }
  const field = target?.name ?? named;
  if (field === undefined) throw new ReadingFailure('no_group', first);
  const direction = /descending|azalan/.test(text) ? ('desc' as const) : ('asc' as const);
  return { groups, query: { order: [{ field, direction }] } };
}

/** What is ordered: the groups, else the members of the entity. */
function groupsOf(draft: Draft, { groups }: BoundFields, cue: Item): readonly string[] {
  const { dataset, base } = draft.context;
  const isDated = draft.items.some((item) => item.kind === 'time' && 'grain' in item.time);
  if (groups.length > 0 || isDated || Array.isArray(base?.['dimensions'])) return groups;
  const { entity } = dataset;
  if (!entity) throw new ReadingFailure('no_group', cue);
  return [entity.key, ...(entity.name === entity.key ? [] : [entity.name])];
}
