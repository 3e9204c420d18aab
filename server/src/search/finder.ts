import { MOST_RESULTS, SEARCH_SETS, type Language, type LocalizedText, type SearchSetId } from '@rise/contract';
import { inTenant, type Actor, type TenantActor } from '../kernel/actor.ts';
import type { Database, TenantTx } from '../kernel/database/database.ts';
import type { Wording } from './expansion.rules.ts';
import { words } from './folded-words.ts';
import { memoryIndexOf, type SearchItem } from './memory-index.ts';
import { readersFirst, type Closeness } from './readers-first.rules.ts';
import type { CuratedEntry, SearchRules } from './search-rules.service.ts';
import { toHit, type Hit } from './search.rules.ts';
import { searchKeysOf } from './search-keys.ts';
import { findEntries, readEntries, type EntryRow } from './search.sql.ts';

/** Entries of a kind among which those in the reader's language come first. */
const CANDIDATES = 4 * MOST_RESULTS;
/** Sets whose entries are rows of a tenant. */
const ROW_SETS = ['reports', 'data', 'people'] as const;

/** Searchable items besides the tenant's entries. An array is indexed once. */
export type SearchSources = Readonly<
  Partial<Record<SearchSetId, (actor: Actor) => readonly SearchItem[] | Promise<readonly SearchItem[]>>>
>;

/** A question by someone, after a look at the rules. */
export interface Question {
  /** The question itself first. */
  readonly wordings: readonly Wording[];
  readonly language: Language;
  readonly rules: SearchRules;
  /** What the person may find in the tenant; omitted: by the actor's own rights. */
  readonly keysOf?: (tx: TenantTx, actor: TenantActor) => Promise<string[]>;
}

/** A result with what led to it. */
export interface Found extends Hit {
  readonly isPinned: boolean;
  /** Index of the wording that found it. */
  readonly wording: number;
  /** How well its names match. */
  readonly closeness: Closeness;
  /** Whether its names match so well in another language only. */
  readonly isForeign: boolean;
  /** Orders what matches equally well, the larger first; comparable within a set. */
  readonly weight: number;
  readonly keywords: readonly string[];
  /** Searched, not shown; of a tenant's entries it is not read. */
  readonly body: LocalizedText | null;
}

/** Finds what a person may open, in the order in which they see it. */
export class Finder {
  readonly #database: Database;
  readonly #sources: SearchSources;

  constructor({ database, sources }: { database: Database; sources: SearchSources }) {
    this.#database = database;
    this.#sources = sources;
  }

  /** Set by set, best first; of each at most `MOST_RESULTS`. What is hidden is left out, what is pinned comes first. */
  async find(actor: Actor, question: Question): Promise<Found[]> {
    const pins = question.rules.pinsFor(question.wordings);
    const found = await Promise.all([
      this.#findEntries(actor, question, pins),
      ...Object.keys(this.#sources).map((set) => this.#findItems(actor, set as SearchSetId, question, pins)),
    ]);
    const all = found.flat().filter(({ set, id }) => !question.rules.isHidden(set, id));
    return SEARCH_SETS.flatMap((id) => uniqueById(all.filter(({ set }) => set === id)).slice(0, MOST_RESULTS));
  }

  /** What some rules name, where the actor may open it; pages where `pagesAs` may. */
  async read(
    { actor, pagesAs }: { readonly actor: Actor; readonly pagesAs: Actor },
    entries: readonly CuratedEntry[],
  ): Promise<Hit[]> {
    const sets = [...new Set(entries.map(({ set }) => set))];
    const items = await Promise.all(
      sets.map(async (set) =>
        (await this.#listItems(set === 'pages' ? pagesAs : actor, set)).map((item): Hit => ({ set, ...item })),
      ),
    );
    const rows = await this.#inTenant(actor, async (tx, inside) =>
      readEntries(tx, entries, await searchKeysOf(tx, inside)),
    );
    const isNamed = ({ set, id }: Hit) => entries.some((entry) => entry.set === set && entry.entry === id);
    return [...items.flat().filter(isNamed), ...rows.map(toHit)];
  }

  /** The items of a set that is searched in memory. */
  async #listItems(actor: Actor, set: SearchSetId): Promise<readonly SearchItem[]> {
    return (await this.#sources[set]?.(actor)) ?? [];
  }

  async #findItems(
    actor: Actor,
    set: SearchSetId,
    { wordings, rules }: Question,
    pins: readonly CuratedEntry[],
  ): Promise<Found[]> {
    const items = await this.#listItems(actor, set);
    const texts = wordings.map(({ text }) => text);
    const hits = memoryIndexOf(items).find(texts, MOST_RESULTS + rules.countHidden(set));
    const pinned = pins.flatMap((pin) => (pin.set === set ? items.filter(({ id }) => id === pin.entry) : []));
    return [
      ...pinned.map((item) => fromItem(set, item, { isPinned: true, wording: 0, closeness: 0, weight: 0 })),
      ...hits.map(({ item, tier, score, text }) =>
        // Without a name that is or begins with the text, the score of all its texts decides.
        fromItem(set, item, {
          isPinned: false,
          wording: text,
          closeness: tier === 3 ? 3 : tier === 2 ? 1 : 0,
          weight: score,
        }),
      ),
    ];
  }

  async #findEntries(
    actor: Actor,
    { wordings, language, rules, keysOf = searchKeysOf }: Question,
    pins: readonly CuratedEntry[],
  ): Promise<Found[]> {
    const texts = wordings.map(({ text }) => text);
    const most = CANDIDATES + rules.countHidden(...ROW_SETS);
    const pinned = pins.filter(({ set }) => set === 'reports' || set === 'data');
    return this.#inTenant(actor, async (tx, inside) => {
      const keys = await keysOf(tx, inside);
      const rows = await findEntries(tx, texts, keys, most);
      const first = pinned.length === 0 ? [] : await readEntries(tx, pinned, keys);
      const ranked = readersFirst(rows, wordings.map((wording) => wording.words), language); // prettier-ignore
      return [
        ...pinned.flatMap(({ set, entry }) =>
          first
            .filter(({ kind, id }) => kind === set && id === entry)
            .map((row) => fromRow(row, { isPinned: true, wording: 0, closeness: 0, isForeign: false })),
        ),
        ...ranked.map(({ row, ...how }) => fromRow(row, { isPinned: false, ...how })),
      ];
    });
  }

  async #inTenant<T>(actor: Actor, work: (tx: TenantTx, actor: TenantActor) => Promise<T[]>): Promise<T[]> {
    if (!inTenant(actor)) return [];
    return this.#database.withTenant(actor, (tx) => work(tx, actor), 'reads');
  }
}

function fromItem(
  set: SearchSetId,
  item: SearchItem,
  how: Pick<Found, 'isPinned' | 'wording' | 'closeness' | 'weight'>,
): Found {
  const { id, title, detail, link, icon, body = null } = item;
  return { set, id, title, detail, link, icon, keywords: [], body, isForeign: false, ...how };
}

function fromRow(row: EntryRow, how: Pick<Found, 'isPinned' | 'wording' | 'closeness' | 'isForeign'>): Found {
  return { ...toHit(row), keywords: row.keywords, body: null, weight: brevityOf(row), ...how };
}

/** Among names that match equally well, the shorter ones are meant: most of what they say was searched for. */
function brevityOf({ title, keywords }: EntryRow): number {
  const names = [title.en, ...(title.tr ? [title.tr] : []), ...keywords].map((name) => words(name).join(' '));
  return 100 / Math.max(1, names.join(' ').length);
}

function uniqueById(found: readonly Found[]): Found[] {
  const ids = new Set<string>();
  return found.filter(({ id }) => !ids.has(id) && ids.add(id));
}
