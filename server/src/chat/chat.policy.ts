import { isGlobalRole, type Role } from '@rise/contract';
import type { TenantActor } from '../kernel/actor.ts';

/** What decides whether somebody takes part in a tenant's chats. */
export interface Standing {
  /** In the tenant, and disabled neither there nor altogether. */
  readonly member: boolean;
  readonly roles: readonly Role[];
}

/** Chats belong to the people of a tenant. Who enters it from above sees none of them, and nobody writes to them there. */
export function takesPart(actor: TenantActor): boolean {
  return actor.kind === 'tenant';
}

export function mayBeWrittenTo({ member, roles }: Standing): boolean {
  return member && roles.length > 0 && !roles.some(isGlobalRole);
}
