import type { ReaderOf, RowRule } from '@rise/engine';
import type { Actor } from '../kernel/actor.ts';

/** Row rules that every query of this actor carries besides the tenant's own predicate and those of the model. */
export function mandatoryPredicates(_actor: Actor): readonly RowRule[] {
  return [];
}

/** Whom a model's row rules and column masks are about: `appliesTo` and `exceptFor` name roles, `:user_account` the person. */
export function readerOf({ roles, accountId }: Actor): ReaderOf {
  return { roles, groups: [], attributes: accountId === null ? {} : { account: [accountId] } };
}
