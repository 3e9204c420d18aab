import { isGlobalRole, type Role } from '@rise/contract';
import type { TenantActor } from '../kernel/actor.ts';

/** What decides whether a person can take part in a tenant's chats. */
export interface Membership {
  /** A member of the tenant, neither disabled there nor globally. */
  readonly member: boolean;
  readonly roles: readonly Role[];
}

/** Chats belong to the people of a tenant: global roles that enter it see none and receive no messages there. */
export function participates(actor: TenantActor): boolean {
  return actor.kind === 'tenant';
}

export function canReceiveMessages({ member, roles }: Membership): boolean {
  return member && roles.length > 0 && !roles.some(isGlobalRole);
}
