import { MOST_RESULTS, type Language, type SearchSet, type SearchSetId } from '@rise/contract';
import type { TenantActor } from '../kernel/actor.ts';
import type { Database } from '../kernel/database.ts';
import { words } from './fold.ts';
import { foundOf, tellSets, type Found } from './search.rules.ts';
import { findEntries } from './search.sql.ts';
import { shelfOf, type ShelfItem } from './shelf.ts';

/** What is found besides the tenant's entries. The same list is searched faster when it comes again. */
export type Shelves = Readonly<
  Partial<Record<SearchSetId, (actor: TenantActor) => readonly ShelfItem[] | Promise<readonly ShelfItem[]>>>
>;

export interface SearchService {
  /**
   * What the text finds that the actor may open now, in sets, each with its best first. A text without a letter or
   * digit finds nothing.
   */
  find(actor: TenantActor, query: string, language: Language): Promise<SearchSet[]>;
}

export function createSearch({ database, shelves }: { database: Database; shelves: Shelves }): SearchService {
  return {
    async find(actor, query, language) {
      // PostgreSQL holds no such character, and no text has it.
      const text = query.replaceAll('\0', ' ');
      if (words(text).length === 0) return [];
      const [rows, ...shelved] = await Promise.all([
        database.withTenant(actor, (tx) => findEntries(tx, text, [...actor.permissions], MOST_RESULTS), 'reads'),
        ...Object.entries(shelves).map(async ([set, items]) =>
          shelfOf(await items(actor))
            .find(text, MOST_RESULTS)
            .map((item): Found => ({ set, ...item })),
        ),
      ]);
      return tellSets([...rows.map(foundOf), ...shelved.flat()], text, language);
    },
  };
}
