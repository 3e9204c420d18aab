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

/** How well a title matches: 1 equals the text, 2 begins with it, 3 less. */
export type Tier = 1 | 2 | 3;

export interface MemoryHit {
  readonly item: SearchItem;
  readonly tier: Tier;
  /** Of its texts; comparable among the hits of one search. */
  readonly score: number;
  /** Which of the texts found it. */
  readonly text: number;
}

export interface MemoryIndex {
  /**
   * Items that match one of the texts, best first: equal title, title prefix, all words. What several find counts for the
   * best of them, then for the first. Where none finds anything: what is similar to the first.
   */
  find(texts: readonly string[], most: number): MemoryHit[];
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
  const hitsOf = (query: string, text: number, options: object = {}) => {
    const phrase = words(query).join(' ');
    return index.search(query, options).map(({ id, score }): MemoryHit => {
      const item = byId.get(id as string)!;
      return { item, score, text, tier: tierOf(item, phrase) };
    });
  };
  return {
    find(texts, most) {
      const exact = texts.flatMap((query, text) => hitsOf(query, text));
      const hits = exact.length > 0 ? exact : hitsOf(texts[0]!, 0, { prefix: false, fuzzy: 0.2 });
      const best = new Map<string, MemoryHit>();
      for (const hit of hits.toSorted(inOrder)) if (!best.has(hit.item.id)) best.set(hit.item.id, hit);
      return [...best.values()].slice(0, most);
    },
  };
}

function inOrder(a: MemoryHit, b: MemoryHit): number {
  return a.tier - b.tier || a.text - b.text || b.score - a.score || (a.item.id < b.item.id ? -1 : 1);
}

function tierOf(item: SearchItem, phrase: string): Tier {
  const names = titles(item).map((title) => words(title).join(' '));
  if (names.includes(phrase)) return 1;
  return names.some((name) => name.startsWith(phrase)) ? 2 : 3;
}

const titles = ({ title }: SearchItem): string[] => allLanguages(title);
const texts = ({ detail, body }: SearchItem): string[] => [...allLanguages(detail), ...allLanguages(body ?? null)];
const allLanguages = (text: LocalizedText | null): string[] => (text ? [text.en, ...(text.tr ? [text.tr] : [])] : []);
