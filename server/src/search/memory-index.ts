import type { IconName, LocalizedText } from '@rise/contract';
import MiniSearch from 'minisearch';
import { words } from './folded-words.ts';

/** A searchable item that is not a row of a tenant: a page, a guide, an announcement. */
export interface SearchItem {
  readonly id: string;
  readonly title: LocalizedText;
  readonly detail: LocalizedText | null;
  /** Searched, not shown. */
  readonly body?: LocalizedText;
  /** The body as Markdown, to be quoted. */
  readonly markdown?: LocalizedText;
  /** The same in every language, or one for each. */
  readonly link: string | LocalizedText | null;
  readonly icon: IconName;
}

export interface MemoryIndex {
  /** Items that match a text, best first: equal title, title prefix, all words, similar words. */
  find(query: string, most: number): SearchItem[];
}

const indexes = new WeakMap<readonly SearchItem[], MemoryIndex>();

/**
 * An index of items, built once for each array. For content that fits in memory; tenants’ content is searched in the
 * database.
 */
export function memoryIndexOf(items: readonly SearchItem[]): MemoryIndex {
  const index = indexes.get(items) ?? createIndex(items);
  indexes.set(items, index);
  return index;
}

function createIndex(items: readonly SearchItem[]): MemoryIndex {
  const index = new MiniSearch<SearchItem>({
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
      const exact = index.search(query);
      const results = exact.length > 0 ? exact : index.search(query, { prefix: false, fuzzy: 0.2 });
      const phrase = words(query).join(' ');
      return results
        .map(({ id, score }) => ({ item: byId.get(id as string)!, score }))
        .map((hit) => ({ ...hit, tier: tierOf(hit.item, phrase) }))
        .toSorted((a, b) => a.tier - b.tier || b.score - a.score || (a.item.id < b.item.id ? -1 : 1))
        .slice(0, most)
        .map(({ item }) => item);
    },
  };
}

function tierOf(item: SearchItem, phrase: string): number {
  const names = titles(item).map((title) => words(title).join(' '));
  if (names.includes(phrase)) return 1;
  return names.some((name) => name.startsWith(phrase)) ? 2 : 3;
}

const titles = ({ title }: SearchItem): string[] => allLanguages(title);
const texts = ({ detail, body }: SearchItem): string[] => [...allLanguages(detail), ...allLanguages(body ?? null)];
const allLanguages = (text: LocalizedText | null): string[] => (text ? [text.en, ...(text.tr ? [text.tr] : [])] : []);
