import { randomUUID } from 'node:crypto';
import type { WebhookDelivery } from '@rise/contract';
import { writeRecord } from '../kernel/audit.ts';
import type { TenantTx } from '../kernel/database/database.ts';
import { UserError } from '../kernel/errors/user-error.ts';
import * as sql from './webhooks.sql.ts';

/** Deliveries of a webhook that stay in its history. */
const MAX_DELIVERIES = 100;

/** Those that an alert or a subscription may name, and what a restore does about those that wait. */
export { dropRestoredDeliveries, listChoices } from './webhooks.sql.ts';

export interface WebhookEvent {
  readonly webhook: string;
  readonly kind: WebhookDelivery['kind'];
  /** Identifies what it is about among the webhook's deliveries, so that it is written once only. */
  readonly slot: string;
  /** What receivers tell events apart by. */
  readonly event: 'test' | 'alert.changed' | 'subscription.finished';
  readonly data: object;
  /** With whose rights its content was read; null for nobody's. */
  readonly account: string | null;
}

/**
 * Adds a delivery in the caller's transaction: it is sent exactly if that commits. A paused or deleted webhook gets none.
 */
export async function enqueueDelivery(tx: TenantTx, { event, data, account, ...about }: WebhookEvent): Promise<void> {
  const id = randomUUID();
  const body = JSON.stringify({ id, event, createdAt: new Date().toISOString(), data });
  if (!(await sql.insertDelivery(tx, { id, body, ...about }))) return;
  await sql.deleteOldDeliveries(tx, about.webhook, MAX_DELIVERIES);
  const { webhook: target, kind } = about;
  const entry = { action: 'webhook.send', outcome: 'done', target, details: { delivery: id, kind } } as const;
  await writeRecord(tx, { tenantId: tx.tenantId, accountId: account }, entry);
}

/** VALIDATION_FAILED where the tenant has no such webhook. */
export async function requireWebhook(tx: TenantTx, id: string | null | undefined): Promise<void> {
  if (id === null || id === undefined || (await sql.webhookExists(tx, id))) return;
  throw new UserError('VALIDATION_FAILED', undefined, [
    { field: 'webhook', message: 'There is no such webhook any more. Choose another one, or none.' },
  ]);
}
