import type { TenantActor } from '../kernel/actor.ts';
import { UserError } from '../kernel/errors/user-error.ts';

/** The person whose conversations an actor may see; UNAUTHENTICATED for an actor without an account. */
export function ownerOf(actor: TenantActor): string {
  if (actor.accountId === null) throw new UserError('UNAUTHENTICATED');
  return actor.accountId;
}
