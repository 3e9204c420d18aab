import type { TenantActor } from '../kernel/actor.ts';
import { Failure } from '../kernel/failure.ts';

/** Whose conversations an actor may see: a person's own, and nobody's for what is no person. */
export function ownerOf(actor: TenantActor): string {
  if (actor.accountId === null) throw new Failure('UNAUTHENTICATED');
  return actor.accountId;
}
