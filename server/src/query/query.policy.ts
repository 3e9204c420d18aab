import { createHash } from 'node:crypto';
import type { ReaderOf, RowRule, Scope } from '@rise/engine';
import type { Actor, TenantActor } from '../kernel/actor.ts';

/** Row rules that every query of this actor carries besides the tenant's own predicate and those of the model. */
export function mandatoryPredicates(_actor: Actor): readonly RowRule[] {
  return [];
}

/**
 * Whom a model's row rules and column masks are about: `appliesTo` and `exceptFor` name roles and groups, `:user_account`
 * is the person, and other attributes are what the identity provider says of them.
 */
export function readerOf({
  roles,
  groups,
  attributes,
  accountId,
}: Pick<Actor, 'roles' | 'groups' | 'attributes' | 'accountId'>): ReaderOf {
  return { roles, groups, attributes: { ...attributes, ...(accountId !== null && { account: [accountId] }) } };
}

/** What limits this actor in every query: their tenant and the row rules, with a hash that keeps caches apart. */
export function scopeOf(actor: TenantActor): Scope {
  const predicates = mandatoryPredicates(actor);
  const policyHash = createHash('sha256').update(JSON.stringify(predicates)).digest('hex');
  return { tenant: actor.tenantId, predicates, policyHash, reader: readerOf(actor) };
}
