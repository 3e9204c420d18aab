import type { RowRule } from '@rise/engine';
import type { Actor } from '../kernel/actor.ts';

/**
 * Row rules that every query of this actor carries besides the tenant's own predicate.
 * A model declares no row rules yet, so everybody in a tenant sees the tenant's rows.
 */
export function mandatoryPredicates(_actor: Actor): readonly RowRule[] {
  return [];
}
