import type { CuratedSet } from '@rise/contract';
import { SYSTEM } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { expand, indexSynonyms, type SynonymIndex, type Wording } from './expansion.rules.ts';
import * as sql from './search-rules.sql.ts';

/** A result that a rule names. */
export interface CuratedEntry {
  readonly set: CuratedSet;
  readonly entry: string;
}

/** What the installation's administrators have set for the search of everyone. */
export class SearchRules {
  readonly #synonyms: SynonymIndex;
  readonly #pins: ReadonlyMap<string, readonly CuratedEntry[]>;
  readonly #hidden: ReadonlyMap<string, ReadonlySet<string>>;

  constructor(rules: {
    readonly synonyms: SynonymIndex;
    readonly pins: readonly (CuratedEntry & { readonly words: readonly string[] })[];
    readonly hidden: readonly CuratedEntry[];
  }) {
    this.#synonyms = rules.synonyms;
    const pins = new Map<string, CuratedEntry[]>();
    for (const { words, set, entry } of rules.pins)
      pins.set(termKey(words), [...(pins.get(termKey(words)) ?? []), { set, entry }]);
    this.#pins = pins;
    const hidden = new Map<string, Set<string>>();
    for (const { set, entry } of rules.hidden) hidden.set(set, (hidden.get(set) ?? new Set()).add(entry));
    this.#hidden = hidden;
  }

  /** The question, and the same in other words. */
  wordings(question: string): Wording[] {
    return expand(question, this.#synonyms);
  }

  /** What is pinned for one of the wordings, in its order. */
  pinsFor(wordings: readonly Wording[]): readonly CuratedEntry[] {
    return wordings.flatMap(({ words }) => this.#pins.get(termKey(words)) ?? []);
  }

  isHidden(set: string, entry: string): boolean {
    return this.#hidden.get(set)?.has(entry) ?? false;
  }

  /** How many entries of these sets are hidden: so many more have to be looked for. */
  countHidden(...sets: readonly string[]): number {
    return sets.reduce((sum, set) => sum + (this.#hidden.get(set)?.size ?? 0), 0);
  }
}

/** The words of a term in any order. */
const termKey = (words: readonly string[]): string => [...new Set(words)].toSorted().join(' ');

/** The current rules, read again whenever they have changed. */
export class SearchRuleStore {
  readonly #database: Database;
  #cached: { revision: string; rules: SearchRules } | null = null;

  constructor({ database }: { database: Database }) {
    this.#database = database;
  }

  /** One look at the revision for each search; the rules themselves are read when it has grown. */
  current(): Promise<SearchRules> {
    return this.#database.withGlobal(
      SYSTEM,
      async (tx) => {
        const revision = await sql.rulesRevision(tx);
        if (this.#cached?.revision === revision) return this.#cached.rules;
        // What is read is at least as new as the revision: if it is newer, the next search reads it again.
        const synonyms = await sql.allSynonyms(tx);
        const directions = synonyms.flatMap(({ language, from, to, isTwoWay }) => [
          { language, from, to },
          ...(isTwoWay ? [{ language, from: to, to: from }] : []),
        ]);
        const rules = new SearchRules({
          synonyms: indexSynonyms(directions),
          pins: await sql.allPins(tx),
          hidden: await sql.allHidden(tx),
        });
        this.#cached = { revision, rules };
        return rules;
      },
      'reads',
    );
  }
}
