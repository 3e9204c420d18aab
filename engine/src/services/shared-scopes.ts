import { LRUCache } from 'lru-cache';
import { scopeKey } from '../plan/scope.ts';
import type { Scope } from '../plan/scope.ts';

/** Scopes that are kept: as many readers, each with the tenant's settings on a day. */
const MAX_SCOPES = 32;

/**
 * Replaces scopes by an earlier one of equal content, so that what is bound for a scope, and kept with it, is bound once
 * for a reader and not for each request. Equal are only scopes that agree in everything that they have: tenant, person,
 * rights, parameters, mappings, calendar, currency and day.
 */
export class SharedScopes {
  readonly #scopes = new LRUCache<string, Scope>({ max: MAX_SCOPES });

  of(scope: Scope): Scope {
    const key = scopeKey(scope);
    const known = this.#scopes.get(key);
    if (known) return known;
    const { mappings, ...rest } = scope;
    // A copy, so that nothing that a caller changes later changes what stands for others. Mappings are large, and are
    // replaced as a whole.
    const shared: Scope = { ...structuredClone(rest), ...(mappings && { mappings }) };
    this.#scopes.set(key, shared);
    return shared;
  }
}
