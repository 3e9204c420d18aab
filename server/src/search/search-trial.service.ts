import {
  isGlobalRole,
  CURATED_SETS,
  SEARCH_SETS,
  localize,
  type Language,
  type Role,
  type SearchTrial,
} from '@rise/contract';
import { inTenant, permissionsOf, type Actor, type TenantActor } from '../kernel/actor.ts';
import type { Database, TenantTx } from '../kernel/database/database.ts';
import { explain } from './explanation.rules.ts';
import type { Finder, Found } from './finder.ts';
import { searchKeysOf } from './search-keys.ts';
import { SET_LABELS } from './search.rules.ts';
import type { SearchRuleStore } from './search-rules.service.ts';
import { questionOf } from './search.service.ts';
import { readBodies } from './search.sql.ts';

/** Searches as someone with another role would, for those who improve the search. */
export class SearchTrialService {
  readonly #database: Database;
  readonly #finder: Finder;
  readonly #rules: SearchRuleStore;

  constructor({ database, finder, rules }: { database: Database; finder: Finder; rules: SearchRuleStore }) {
    this.#database = database;
    this.#finder = finder;
    this.#rules = rules;
  }

  /** Of a tenant's entries only those that the actor may find as well: the role takes rights away, it gives none. */
  async run(actor: Actor, request: { query: string; role: Role; language: Language }): Promise<SearchTrial> {
    const { query, role, language } = request;
    const question = await questionOf(this.#rules, query, language);
    if (question === null) return { expansions: [], sets: [], isInTenant: inTenant(actor) };
    const found = await this.#finder.find(asRole(actor, role), {
      ...question,
      keysOf: async (tx, posing) => {
        const own = new Set(await searchKeysOf(tx, { ...posing, ...rightsOf(actor) }));
        return (await searchKeysOf(tx, posing)).filter((key) => own.has(key));
      },
    });
    const complete = await this.#withBodies(actor, found);
    return {
      expansions: question.wordings.flatMap(({ text, synonym }) => (synonym === null ? [] : [{ text, synonym }])),
      sets: SEARCH_SETS.flatMap((id) => {
        const ofSet = complete.filter(({ set }) => set === id);
        const results = ofSet.map((one) => explain(one, question.wordings, language));
        const isCurated = (CURATED_SETS as readonly string[]).includes(id);
        return results.length > 0 ? [{ id, label: localize(SET_LABELS[id], language), isCurated, results }] : [];
      }),
      isInTenant: inTenant(actor),
    };
  }

  async #withBodies(actor: Actor, found: readonly Found[]): Promise<readonly Found[]> {
    if (!inTenant(actor)) return found;
    const keys = found.map(({ set, id }) => ({ set, entry: id }));
    const bodies = await this.#database.withTenant(
      actor,
      async (tx: TenantTx) => readBodies(tx, keys, await searchKeysOf(tx, actor)),
      'reads',
    );
    return found.map((one) => ({ ...one, body: one.body ?? bodies.get(`${one.set} ${one.id}`) ?? null }));
  }
}

const rightsOf = ({ kind, roles, permissions }: Actor): Pick<TenantActor, 'kind' | 'roles' | 'permissions'> => ({
  kind,
  roles,
  permissions,
});

/** The actor with the role and nothing else; still in the same tenant. */
function asRole(actor: Actor, role: Role): Actor {
  const kind = isGlobalRole(role) ? 'global' : 'tenant';
  return { ...actor, kind, roles: [role], permissions: permissionsOf([role]), record: undefined };
}
