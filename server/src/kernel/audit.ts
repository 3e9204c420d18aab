import type { Actor } from './actor.ts';
import { inTenant } from './actor.ts';
import type { Database } from './database/database.ts';

export interface AuditEntry {
  action: string;
  outcome: 'done' | 'denied' | 'failed';
  target?: string | null;
  requestId?: string | null;
  details?: Record<string, unknown>;
}

/** Writes one record of the audit trail, in the actor's tenant where there is one. */
export async function audit(database: Database, actor: Actor, entry: AuditEntry): Promise<void> {
  const details = JSON.stringify(entry.details ?? {});
  if (inTenant(actor)) {
    await database.withTenant(
      actor,
      (tx) => tx.run`
      INSERT INTO audit_record (tenant_id, account_id, action, outcome, target, request_id, details)
      VALUES (${actor.tenantId}, ${actor.accountId}, ${entry.action}, ${entry.outcome}, ${entry.target ?? null}, ${entry.requestId ?? null}, ${details}::jsonb)`,
    );
  } else {
    await database.withGlobal(
      actor,
      (tx) => tx.run`
      INSERT INTO audit_record (account_id, action, outcome, target, request_id, details)
      VALUES (${actor.accountId}, ${entry.action}, ${entry.outcome}, ${entry.target ?? null}, ${entry.requestId ?? null}, ${details}::jsonb)`,
    );
  }
}
