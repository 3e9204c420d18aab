import type { Filter } from '@rise/contract';
import type { Item } from './cover.rules.ts';
import { place } from './reading-conditions.rules.ts';
import { neighbor, ReadingFailure, type Draft } from './reading-draft.rules.ts';

/** The member of the entity that the asker's tenant is. */
export interface OwnMember {
  readonly field: string;
  readonly key: string;
  readonly filter: Filter;
}

const isCovered = ({ from, to }: Item, places: ReadonlySet<number>) =>
  Array.from({ length: to - from }, (_, at) => from + at).some((at) => places.has(at));

/** What says that figures are the asker's own: “our”, and the Turkish ending of a field or of “emsal”. */
const ownItems = (draft: Draft): Item[] =>
  draft.items.filter((item) => {
    if (item.kind === 'cue') return item.cue === 'own' || (item.cue === 'peers' && isOurs(draft, item));
    return (item.kind === 'measure' || item.kind === 'dimension') && isOurs(draft, item);
  });
const isOurs = ({ context }: Draft, item: Item) => isCovered(item, context.ours);

/** “Our” restricts to the tenant's own member. Without one, all of the data would pass for it: that is refused. */
export function bindOwn(draft: Draft): OwnMember | null {
  const own = ownItems(draft);
  const [first] = own;
  if (!first) return null;
  const { home, dataset } = draft.context;
  const { entity, keysOfName } = dataset;
  if (!entity || home === null || ![...keysOfName.values()].some((keys) => keys.includes(home)))
    throw new ReadingFailure('no_home', first);
  for (const item of own) {
    const noun = neighbor(draft, item, 1);
    // “our state” is not ours alone.
    const isShared = noun?.kind === 'dimension' && noun.name !== entity.name && noun.name !== entity.key;
    if (item.kind === 'cue' && isShared) throw new ReadingFailure('no_group', item);
    if (item.kind === 'cue' && item.cue === 'own') draft.used.add(item);
    // “our credit union” is not a group.
    for (const label of [item, neighbor(draft, item, 1)])
      if (label?.kind === 'dimension' && (label.name === entity.name || label.name === entity.key))
        draft.used.add(label);
  }
  const last = own.at(-1)!;
  draft.places.set(`filter:${entity.key}`, first.kind === 'cue' ? place(first, first) : place(first, last));
  return { field: entity.key, key: home, filter: { field: entity.key, op: 'in', values: [home] } };
}
