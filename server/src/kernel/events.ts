import type { EventKind, LiveEvent } from '@rise/contract';
import type { GlobalTx, TenantTx } from './database/database.ts';

/**
 * Whom an event is for. A transaction inside a tenant reaches that tenant only: `{ tenants: [tx.tenantId] }`, or with
 * an `account` one person in it; the database rejects anything else. The others are for global transactions.
 */
export type Audience =
  | 'everybody'
  /** People while they are in one of these tenants; with `account` only that one. */
  | { readonly tenants: readonly string[]; readonly account?: string }
  /** One person, in any tenant. */
  | { readonly account: string }
  /** One signed-in browser. */
  | { readonly session: string };

export interface NewEvent {
  readonly kind: EventKind;
  readonly to: Audience;
  /** Ids of what changed; each receiver fetches the content with their own rights. */
  readonly data?: LiveEvent['data'];
}

/** The channel on which the database notifies of new events. */
export const EVENT_CHANNEL = 'rise_event';

/** Publishes an invalidation event to the open pages of an audience when this transaction commits. */
export async function publish(tx: TenantTx | GlobalTx, event: NewEvent): Promise<void> {
  const { to } = event;
  const tenants = to !== 'everybody' && 'tenants' in to ? to.tenants : [null];
  const account = to !== 'everybody' && 'account' in to ? to.account : null;
  const session = to !== 'everybody' && 'session' in to ? to.session : null;
  await tx.run`
    INSERT INTO event (tenant_id, account_id, session_id, kind, data)
    SELECT tenant, ${account ?? null}::uuid, ${session}::uuid, ${event.kind}::text, ${JSON.stringify(event.data ?? {})}::jsonb
    FROM unnest(${tenants as string[]}::uuid[]) AS tenant`;
}
