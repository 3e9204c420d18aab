import { localize, type Language, type LocalizedText } from '@rise/contract';
import type { TenantActor } from '../kernel/actor.ts';
import type { Database } from '../kernel/database.ts';
import { excerpt } from './excerpt.rules.ts';
import { findAny, type EntryRow } from './passages.sql.ts';
import { rank, type Candidate, type PassageSet, type Wording } from './passages.rules.ts';
import { termsOf } from './question-words.rules.ts';
import { seenAt } from './search.rules.ts';
import type { Shelves } from './search.service.ts';
import type { ShelfItem } from './shelf.ts';

/** Something to read that answers a question, in the reader's language. */
export interface Passage {
  readonly set: PassageSet;
  readonly title: string;
  /** The document that it is a section of, or the report that shows it. */
  readonly within: string | null;
  readonly text: string;
  /** What of the text speaks of the question. */
  readonly excerpt: string;
  /** Whether the two are markdown of our own; else they are plain, in somebody's own words. */
  readonly markdown: boolean;
  /** A path of the portal or an https address; null where nothing shows it. */
  readonly link: string | null;
}

export interface Passages {
  /** What a question is about, in its own words; empty where it does not say. */
  topic(question: string): string;
  /** What answers a question, of that which the actor may open now; the best first. */
  find(actor: TenantActor, question: string, language: Language, most: number): Promise<Passage[]>;
}

interface Found extends Candidate {
  tell(language: Language): Omit<Passage, 'set' | 'excerpt'>;
}

const ON_SHELVES = ['documentation', 'pages', 'announcements'] as const;
/** Entries of a kind that one word may bring. */
const MOST_ENTRIES = 10;

/** Passages to answer from, by the same index and shelves as the search. */
export function createPassages({ database, shelves }: { database: Database; shelves: Shelves }): Passages {
  return {
    topic: (question) =>
      termsOf(question)
        .map(({ written }) => written)
        .join(' '),
    async find(actor, question, language, most) {
      const terms = termsOf(question);
      if (terms.length === 0) return [];
      const texts = terms.map(({ folded }) => folded);
      const [rows, ...shelved] = await Promise.all([
        database.withTenant(
          actor,
          (tx) => findAny(tx, [...new Set([texts.join(' '), ...texts])], [...actor.permissions], MOST_ENTRIES),
          'reads',
        ),
        ...ON_SHELVES.map(async (set) => ((await shelves[set]?.(actor)) ?? []).map((item) => ofShelf(set, item))),
      ]);
      return rank(terms, [...shelved.flat(), ...rows.map(ofEntry)], { language, most }).map(({ set, tell }) => {
        const told = tell(language);
        return { set, ...told, excerpt: excerpt(told.text, terms, language) };
      });
    },
  };
}

const shelfItems = new WeakMap<ShelfItem, Found>();

/** Made once for the same item: documents stay, and so do the words that were read in them. */
function ofShelf(set: (typeof ON_SHELVES)[number], item: ShelfItem): Found {
  const known = shelfItems.get(item);
  if (known) return known;
  const { id, title, detail, body, markdown, link } = item;
  const made: Found = {
    set,
    id,
    wordings: wordings([title], [detail, body ?? null]),
    tell: (language) => ({
      title: localize(title, language),
      within: set === 'documentation' && detail ? localize(detail, language) : null,
      text: localize(markdown ?? (set === 'documentation' ? body : detail) ?? ({ en: '' } as LocalizedText), language),
      markdown: markdown !== undefined,
      link: link === null || typeof link === 'string' ? link : localize(link, language),
    }),
  };
  shelfItems.set(item, made);
  return made;
}

function ofEntry({ kind, id, title, detail, keywords, body, link, shownIn }: EntryRow): Found {
  const other = keywords.map((word): LocalizedText => ({ en: word, tr: word }));
  return {
    set: kind,
    id,
    wordings: wordings([title, ...other], [detail, body]),
    tell: (language) => ({
      title: localize(title, language),
      within: link === null && shownIn ? localize(shownIn.title, language) : null,
      text: [detail, kind === 'data' ? body : null]
        .flatMap((text) => (text ? [localize(text, language)] : []))
        .join('\n\n'),
      markdown: false,
      link: link ?? seenAt(id, shownIn?.link ?? null),
    }),
  };
}

function wordings(names: readonly LocalizedText[], texts: readonly (LocalizedText | null)[]): Wording[] {
  return (['en', 'tr'] as const).map((language) => ({
    language,
    names: names.flatMap((name) => name[language] ?? []),
    text: texts.flatMap((text) => text?.[language] ?? []).join('\n'),
  }));
}
