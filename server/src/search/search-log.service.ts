import {
  ROLES,
  SEARCH_LOG_DAYS,
  SEARCH_PAGE,
  type Language,
  type LoggedSearches,
  type SearchLogPage,
  type SearchSetId,
} from '@rise/contract';
import { inTenant, SYSTEM, type Actor } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import type { Finder } from './finder.ts';
import { words } from './folded-words.ts';
import { maskNames, maskNumbers } from './search-log.rules.ts';
import * as sql from './search-log.sql.ts';
import type { SearchRuleStore } from './search-rules.service.ts';
import { questionOf } from './search.service.ts';
import { namesAmong } from './search.sql.ts';

export interface SearchOutcome {
  readonly query: string;
  readonly opened: { readonly set: SearchSetId; readonly id: string } | null;
}

/** What people search for, for those who improve the search: neither who nor where. */
export class SearchLog {
  readonly #database: Database;
  readonly #finder: Finder;
  readonly #rules: SearchRuleStore;

  constructor({ database, finder, rules }: { database: Database; finder: Finder; rules: SearchRuleStore }) {
    this.#database = database;
    this.#finder = finder;
    this.#rules = rules;
  }

  /**
   * Logs how a search ended. What it found is looked up again rather than believed. A search for nothing but people,
   * addresses or numbers is not logged.
   */
  async report(actor: Actor, { query, opened }: SearchOutcome, language: Language): Promise<void> {
    const question = await questionOf(this.#rules, query, language);
    const role = ROLES.findLast((one) => actor.roles.includes(one));
    const text = question && role && (await this.#mask(actor, question.wordings[0]!.text));
    if (!text) return;
    const found = await this.#finder.find(actor, question);
    const ofSet = opened ? found.filter(({ set }) => set === opened.set) : [];
    const place = opened ? ofSet.findIndex(({ id }) => id === opened.id) + 1 : 0;
    await this.#database.withGlobal(SYSTEM, (tx) =>
      sql.insertSearch(tx, {
        text,
        role,
        language,
        results: found.length,
        openedPlace: place > 0 ? place : null,
        openedSet: place > 0 ? opened!.set : null,
      }),
    );
  }

  async list(actor: Actor, of: LoggedSearches, page: number): Promise<SearchLogPage> {
    const offset = (page - 1) * SEARCH_PAGE;
    const rows = await this.#database.withGlobal(
      actor,
      (tx) => sql.listSearches(tx, { of, days: SEARCH_LOG_DAYS, limit: SEARCH_PAGE, offset }),
      'reads',
    );
    return {
      searches: rows.map(({ text, roles, searches, opened, results, lastAt }) => ({
        text,
        roles,
        searches,
        opened,
        results,
        lastAt: lastAt.toISOString(),
      })),
      total: rows[0]?.total ?? 0,
    };
  }

  async deleteOld(): Promise<void> {
    await this.#database.withGlobal(SYSTEM, (tx) => sql.deleteOldSearches(tx, SEARCH_LOG_DAYS));
  }

  async #mask(actor: Actor, text: string): Promise<string | null> {
    const masked = maskNumbers(text);
    if (!inTenant(actor)) return maskNames(masked, new Set());
    const names = await this.#database.withTenant(actor, (tx) => namesAmong(tx, words(masked)), 'reads');
    return maskNames(masked, names);
  }
}
