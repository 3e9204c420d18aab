import { MOST_RESULTS, type Language, type SearchSet, type SearchSetId } from '@rise/contract';
import { inTenant, type Actor } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { words } from './folded-words.ts';
import { memoryIndexOf, type SearchItem } from './memory-index.ts';
import { readersFirst } from './readers-first.rules.ts';
import { toHit, toSets, type Hit } from './search.rules.ts';
import { searchKeysOf } from './search-keys.ts';
import { findEntries } from './search.sql.ts';

/** Entries of a kind among which those in the reader's language come first. */
const CANDIDATES = 4 * MOST_RESULTS;

/** Searchable items besides the tenant's entries. An array is indexed once. */
export type SearchSources = Readonly<
  Partial<Record<SearchSetId, (actor: Actor) => readonly SearchItem[] | Promise<readonly SearchItem[]>>>
>;

/** Searches what the actor may open; outside a tenant, only what does not belong to one. */
export class SearchService {
  readonly #database: Database;
  readonly #sources: SearchSources;

  constructor({ database, sources }: { database: Database; sources: SearchSources }) {
    this.#database = database;
    this.#sources = sources;
  }

  /** Results in sets, best first. A text without a letter or digit finds nothing. */
  async find(actor: Actor, query: string, language: Language): Promise<SearchSet[]> {
    // PostgreSQL cannot store NUL, and no text contains it.
    const text = query.replaceAll('\0', ' ');
    if (words(text).length === 0) return [];
    const [entries, ...items] = await Promise.all([
      this.#findEntries(actor, text, language),
      ...Object.entries(this.#sources).map(async ([set, list]) =>
        memoryIndexOf(await list(actor))
          .find(text, MOST_RESULTS)
          .map((item): Hit => ({ set, ...item })),
      ),
    ]);
    return toSets([...entries, ...items.flat()], text, language);
  }

  async #findEntries(actor: Actor, text: string, language: Language): Promise<Hit[]> {
    if (!inTenant(actor)) return [];
    const rows = await this.#database.withTenant(
      actor,
      async (tx) => findEntries(tx, text, await searchKeysOf(tx, actor), CANDIDATES),
      'reads',
    );
    return readersFirst(rows, text, language).map(toHit);
  }
}
