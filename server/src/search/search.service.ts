import type { Language, SearchSet } from '@rise/contract';
import type { Actor } from '../kernel/actor.ts';
import type { Finder, Question } from './finder.ts';
import { words } from './folded-words.ts';
import type { SearchRuleStore } from './search-rules.service.ts';
import { toSets } from './search.rules.ts';

/** Searches what the actor may open; outside a tenant, only what does not belong to one. */
export class SearchService {
  readonly #finder: Finder;
  readonly #rules: SearchRuleStore;

  constructor({ finder, rules }: { finder: Finder; rules: SearchRuleStore }) {
    this.#finder = finder;
    this.#rules = rules;
  }

  /** Results in sets, best first. A text without a letter or digit finds nothing. */
  async find(actor: Actor, query: string, language: Language): Promise<SearchSet[]> {
    const question = await questionOf(this.#rules, query, language);
    if (question === null) return [];
    const text = question.wordings.map((wording) => wording.text).join(' ');
    return toSets(await this.#finder.find(actor, question), text, language);
  }
}

/** With the current rules; null for a text without a letter or digit. */
export async function questionOf(store: SearchRuleStore, query: string, language: Language): Promise<Question | null> {
  // PostgreSQL cannot store NUL, and no text contains it.
  const text = query.replaceAll('\0', ' ');
  if (words(text).length === 0) return null;
  const rules = await store.current();
  return { wordings: rules.wordings(text), language, rules };
}
