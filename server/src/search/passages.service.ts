import { localize, type Language, type LocalizedText } from '@rise/contract';
import type { TenantActor } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { excerpt } from './excerpt.rules.ts';
import { findAny, findOpen, type EntryRow } from './passages.sql.ts';
import { searchKeysOf } from './search-keys.ts';
import { rank, type Candidate, type PassageSet, type Wording } from './passages.rules.ts';
import { termsOf } from './question-words.rules.ts';
import { KnowledgeSearch, passageId } from '../knowledge/knowledge-search.service.ts';
import type { FoundPassage } from '../knowledge/knowledge-search.service.ts';
import type { SearchItem } from './memory-index.ts';
import { linkInReport } from './search.rules.ts';
import type { SearchRuleStore } from './search-rules.service.ts';
import type { SearchSources } from './finder.ts';

/** Where a passage comes from. */
export interface PassageSource {
  readonly set: PassageSet;
  readonly id: string;
}

/** A text that answers a question, in the reader's language. */
export interface Passage extends PassageSource {
  readonly title: string;
  /** The document that contains the section, or the report that shows it. */
  readonly within: string | null;
  readonly text: string;
  /** The part of the text that is about the question. */
  readonly excerpt: string;
  /** Whether text and excerpt are our Markdown; otherwise plain text written by users. */
  readonly markdown: boolean;
  /** A path of the portal or an https address; null where there is nothing to open. */
  readonly link: string | null;
}

interface PassageCandidate extends Candidate {
  present(language: Language): Omit<Passage, 'set' | 'id' | 'excerpt'>;
}

/** Sets that come from memory instead of the tenant's entries. */
const MEMORY_SETS = ['documentation', 'pages', 'announcements'] as const;
type MemorySet = (typeof MEMORY_SETS)[number];
/** The most entries per kind and word. */
const MAX_ENTRIES = 10;

export interface PassageOptions {
  readonly database: Database;
  readonly sources: SearchSources;
  readonly rules: SearchRuleStore;
}

/** Finds passages for answers, in the same indexes as the search. */
export class PassageService {
  readonly #database: Database;
  readonly #sources: SearchSources;
  readonly #rules: SearchRuleStore;
  readonly #knowledge: KnowledgeSearch;

  constructor(options: PassageOptions) {
    this.#database = options.database;
    this.#sources = options.sources;
    this.#rules = options.rules;
    this.#knowledge = new KnowledgeSearch(options);
  }

  /** The topic of a question; empty where it has none. */
  topic(question: string): string {
    return termsOf(question)
      .map(({ written }) => written)
      .join(' ');
  }

  /** Passages about the question that the actor may open now, best first. */
  async find(actor: TenantActor, question: string, language: Language, most: number): Promise<Passage[]> {
    const terms = termsOf(question);
    if (terms.length === 0) return [];
    const rules = await this.#rules.current();
    const [entries, knowledge, ...items] = await Promise.all([
      this.#findEntries(
        actor,
        terms.map(({ folded }) => folded),
      ),
      this.#knowledge.find(
        actor,
        terms.map(({ folded }) => folded),
      ),
      ...MEMORY_SETS.map((set) => this.#listItems(actor, set)),
    ]);
    const candidates = [...knowledge.map(fromKnowledge), ...items.flat(), ...entries].filter(
      ({ set, id }) => !rules.isHidden(set, id),
    );
    return rank(terms, candidates, { language, most }).map(({ set, id, present }) => {
      const passage = present(language);
      return { set, id, ...passage, excerpt: excerpt(passage.text, terms, language) };
    });
  }

  /** Those of the sources that the actor may open now, as `sourceKey` names them. */
  async openSources(actor: TenantActor, sources: readonly PassageSource[]): Promise<ReadonlySet<string>> {
    const rules = await this.#rules.current();
    const shown = sources.filter(({ set, id }) => !rules.isHidden(set, id));
    const entries = shown.filter(({ set }) => set === 'reports' || set === 'data');
    const documents = shown.filter(({ set }) => set === 'knowledge').map(({ id }) => id);
    const [knowledge, found, ...items] = await Promise.all([
      documents.length === 0 ? [] : this.#knowledge.open(actor, documents),
      entries.length === 0
        ? []
        : this.#database.withTenant(actor, async (tx) => findOpen(tx, entries, await searchKeysOf(tx, actor)), 'reads'),
      ...MEMORY_SETS.filter((set) => shown.some((source) => source.set === set)).map((set) =>
        this.#listItems(actor, set),
      ),
    ]);
    const open = new Set(
      [...knowledge.map((id) => ({ set: 'knowledge' as const, id })), ...found, ...items.flat()].map(sourceKey),
    );
    return new Set(shown.map(sourceKey).filter((key) => open.has(key)));
  }

  async #findEntries(actor: TenantActor, terms: readonly string[]): Promise<PassageCandidate[]> {
    const texts = [...new Set([terms.join(' '), ...terms])];
    const rows = await this.#database.withTenant(
      actor,
      async (tx) => findAny(tx, texts, await searchKeysOf(tx, actor), MAX_ENTRIES),
      'reads',
    );
    return rows.map(fromEntry);
  }

  async #listItems(actor: TenantActor, set: MemorySet): Promise<PassageCandidate[]> {
    return ((await this.#sources[set]?.(actor)) ?? []).map((item) => fromItem(set, item));
  }
}

export const sourceKey = ({ set, id }: PassageSource): string => `${set} ${id}`;

const candidatesByItem = new WeakMap<SearchItem, PassageCandidate>();

/** Created once per item, because its folded words are cached with it. */
export function fromItem(set: MemorySet, item: SearchItem): PassageCandidate {
  const cached = candidatesByItem.get(item);
  if (cached) return cached;
  const { id, title, detail, body, markdown, link } = item;
  const candidate: PassageCandidate = {
    set,
    id,
    wordings:
      set === 'documentation'
        ? wordings([title], [body ?? null], detail ? [detail] : [])
        : wordings([title], [detail, body ?? null]),
    present: (language) => ({
      title: localize(title, language),
      within: set === 'documentation' && detail ? localize(detail, language) : null,
      text: localize(markdown ?? (set === 'documentation' ? body : detail) ?? ({ en: '' } as LocalizedText), language),
      markdown: markdown !== undefined,
      link: link === null || typeof link === 'string' ? link : localize(link, language),
    }),
  };
  candidatesByItem.set(item, candidate);
  return candidate;
}

/** A part of a tenant's own document, whose language is not known. */
function fromKnowledge(found: FoundPassage): PassageCandidate {
  const { documentId, name, url, place, heading, text } = found;
  const both = (value: string): LocalizedText => ({ en: value, tr: value });
  const titles = heading === '' ? [] : heading.split(' › ');
  return {
    set: 'knowledge',
    id: passageId(found),
    wordings: wordings([titles.at(-1) ?? name].map(both), [both(text)], [name, ...titles.slice(0, -1)].map(both)),
    present: () => ({
      title: titles.at(-1) ?? name,
      within: titles.length > 0 ? name : null,
      text,
      markdown: false,
      link: url ?? `/knowledge/${documentId}?passage=${place}`,
    }),
  };
}

function fromEntry({ kind, id, title, detail, keywords, body, link, shownIn }: EntryRow): PassageCandidate {
  const names = keywords.map((word): LocalizedText => ({ en: word, tr: word }));
  return {
    set: kind,
    id,
    wordings: wordings([title, ...names], [detail, body]),
    present: (language) => ({
      title: localize(title, language),
      within: link === null && shownIn ? localize(shownIn.title, language) : null,
      text: [detail, kind === 'data' ? body : null]
        .flatMap((text) => (text ? [localize(text, language)] : []))
        .join('\n\n'),
      markdown: false,
      link: link ?? linkInReport(id, shownIn?.link ?? null),
    }),
  };
}

function wordings(
  names: readonly LocalizedText[],
  texts: readonly (LocalizedText | null)[],
  headings: readonly LocalizedText[] = [],
): Wording[] {
  return (['en', 'tr'] as const).map((language) => ({
    language,
    names: names.flatMap((name) => name[language] ?? []),
    headings: headings.flatMap((heading) => heading[language] ?? []),
    text: texts.flatMap((text) => text?.[language] ?? []).join('\n'),
  }));
}
