import type { IconName, LocalizedText } from '@rise/contract';
import MiniSearch from 'minisearch';
import { words } from './fold.ts';

/** Something to be found that is no tenant's row: a page, a guide, an announcement. */
export interface ShelfItem {
  readonly id: string;
  readonly title: LocalizedText;
  readonly detail: LocalizedText | null;
  /** Found by, not shown. */
  readonly body?: LocalizedText;
  /** The same as it was written, for who quotes it. */
  readonly markdown?: LocalizedText;
  /** The same in every language, or one for each. */
  readonly link: string | LocalizedText | null;
  readonly icon: IconName;
}

export interface Shelf {
  /** What a text finds, the best first: title alike, title that begins so, every word found, words alike. */
  find(query: string, most: number): ShelfItem[];
}

const shelves = new WeakMap<readonly ShelfItem[], Shelf>();

/** A shelf of items, made once for the same list. For what fits in memory; tenants' content is searched in the database. */
export function shelfOf(items: readonly ShelfItem[]): Shelf {
  const made = shelves.get(items) ?? makeShelf(items);
  shelves.set(items, made);
  return made;
}

function makeShelf(items: readonly ShelfItem[]): Shelf {
  const index = new MiniSearch<ShelfItem>({
    fields: ['title', 'text'],
    extractField: (item, field) =>
      field === 'id' ? item.id : (field === 'title' ? titles(item) : texts(item)).join('\n'),
    tokenize: words,
    processTerm: (term) => term,
    searchOptions: { prefix: true, combineWith: 'AND', boost: { title: 4 } },
  });
  index.addAll(items);
  const byId = new Map(items.map((item) => [item.id, item]));
  return {
    find(query, most) {
      const asWritten = index.search(query);
      const found = asWritten.length > 0 ? asWritten : index.search(query, { prefix: false, fuzzy: 0.2 });
      const phrase = words(query).join(' ');
      return found
        .map(({ id, score }) => ({ item: byId.get(id as string)!, score }))
        .map((hit) => ({ ...hit, tier: tierOf(hit.item, phrase) }))
        .toSorted((a, b) => a.tier - b.tier || b.score - a.score || (a.item.id < b.item.id ? -1 : 1))
        .slice(0, most)
        .map(({ item }) => item);
    },
  };
}

function tierOf(item: ShelfItem, phrase: string): number {
  const names = titles(item).map((title) => words(title).join(' '));
  if (names.includes(phrase)) return 1;
  return names.some((name) => name.startsWith(phrase)) ? 2 : 3;
}

const titles = ({ title }: ShelfItem): string[] => inEach(title);
const texts = ({ detail, body }: ShelfItem): string[] => [...inEach(detail), ...inEach(body ?? null)];
const inEach = (text: LocalizedText | null): string[] => (text ? [text.en, ...(text.tr ? [text.tr] : [])] : []);
