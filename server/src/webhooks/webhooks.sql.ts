import type { DeliveryReason, Webhook, WebhookChoice, WebhookDelivery } from '@rise/contract';
import { fragment, type GlobalTx, type TenantTx } from '../kernel/database/database.ts';
import type { Attempt } from './webhook-attempts.rules.ts';

export interface WebhookRow {
  id: string;
  name: string;
  url: string;
  paused: Webhook['paused'];
  createdBy: string | null;
  createdAt: Date;
}

const WEBHOOK = fragment`id, name, url, paused, created_by AS "createdBy", created_at AS "createdAt"`;

/** One at a time adds a webhook, so that their number has a limit. */
export async function lockWebhooks(tx: TenantTx): Promise<void> {
  await tx.run`SELECT pg_advisory_xact_lock(hashtextextended('webhooks ' || ${tx.tenantId}, 0))`;
}

export function listWebhooks(tx: TenantTx): Promise<WebhookRow[]> {
  return tx.rows<WebhookRow>`
    SELECT ${WEBHOOK} FROM webhook WHERE tenant_id = ${tx.tenantId} ORDER BY lower(name), created_at, id`;
}

/** Those that an alert or a subscription may name. */
export function listChoices(tx: TenantTx): Promise<WebhookChoice[]> {
  return tx.rows<WebhookChoice>`
    SELECT id, name FROM webhook WHERE tenant_id = ${tx.tenantId} ORDER BY lower(name), created_at, id`;
}

/** Locked against being deleted until the transaction ends. */
export async function webhookExists(tx: TenantTx, id: string): Promise<boolean> {
  const row = await tx.first`SELECT FROM webhook WHERE tenant_id = ${tx.tenantId} AND id = ${id} FOR KEY SHARE`;
  return row !== null;
}

export async function insertWebhook(
  tx: TenantTx,
  webhook: Pick<WebhookRow, 'id' | 'name' | 'url' | 'createdBy'> & { secret: Buffer },
): Promise<WebhookRow> {
  const row = await tx.first<WebhookRow>`
    INSERT INTO webhook (tenant_id, id, name, url, secret, created_by)
    VALUES (${tx.tenantId}, ${webhook.id}, ${webhook.name}, ${webhook.url}, ${webhook.secret}, ${webhook.createdBy})
    RETURNING ${WEBHOOK}`;
  return row!;
}

/** Null: as it is. Returns how many changed: none where there is no such webhook. */
export function saveWebhook(
  tx: TenantTx,
  id: string,
  { name = null, url = null }: { name?: string | null; url?: string | null },
): Promise<number> {
  return tx.run`
    UPDATE webhook SET name = coalesce(${name}::text, name), url = coalesce(${url}::text, url)
    WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

export async function savePaused(tx: TenantTx, id: string, paused: Webhook['paused']): Promise<void> {
  await tx.run`UPDATE webhook SET paused = ${paused} WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

/** With its deliveries; alerts and subscriptions that name it name none then. */
export function deleteWebhook(tx: TenantTx, id: string): Promise<number> {
  return tx.run`DELETE FROM webhook WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

export interface NewDelivery {
  readonly id: string;
  readonly webhook: string;
  readonly kind: WebhookDelivery['kind'];
  readonly slot: string;
  readonly body: string;
}

/** False where it is written already, and where the webhook is paused or there is none. */
export async function insertDelivery(tx: TenantTx, { id, webhook, kind, slot, body }: NewDelivery): Promise<boolean> {
  const inserted = await tx.run`
    INSERT INTO webhook_delivery (tenant_id, id, webhook_id, kind, slot, body)
    SELECT ${tx.tenantId}, ${id}, w.id, ${kind}, ${slot}, ${body} FROM webhook w
     WHERE w.tenant_id = ${tx.tenantId} AND w.id = ${webhook} AND w.paused IS NULL
    ON CONFLICT (tenant_id, webhook_id, slot) DO NOTHING`;
  return inserted === 1;
}

/** The newest that have ended stay. */
export async function deleteOldDeliveries(tx: TenantTx, webhook: string, most: number): Promise<void> {
  await tx.run`
    DELETE FROM webhook_delivery WHERE tenant_id = ${tx.tenantId} AND id IN (
      SELECT id FROM webhook_delivery
       WHERE tenant_id = ${tx.tenantId} AND webhook_id = ${webhook} AND (sent_at IS NOT NULL OR failed_at IS NOT NULL)
       ORDER BY created_at DESC, id DESC OFFSET ${most})`;
}

export interface DeliveryRow {
  id: string;
  kind: WebhookDelivery['kind'];
  attempts: number;
  reason: DeliveryReason | null;
  responseStatus: number | null;
  createdAt: Date;
  nextAttemptAt: Date;
  sentAt: Date | null;
  failedAt: Date | null;
}

export function listDeliveries(tx: TenantTx, webhook: string, most: number): Promise<DeliveryRow[]> {
  return tx.rows<DeliveryRow>`
    SELECT id, kind, attempts, reason, response_status AS "responseStatus", created_at AS "createdAt",
           next_attempt_at AS "nextAttemptAt", sent_at AS "sentAt", failed_at AS "failedAt"
      FROM webhook_delivery WHERE tenant_id = ${tx.tenantId} AND webhook_id = ${webhook}
     ORDER BY created_at DESC, id DESC LIMIT ${most}`;
}

export async function hasOpenTest(tx: TenantTx, webhook: string): Promise<boolean> {
  const row = await tx.first`
    SELECT FROM webhook_delivery WHERE tenant_id = ${tx.tenantId} AND webhook_id = ${webhook} AND kind = 'test'
       AND sent_at IS NULL AND failed_at IS NULL LIMIT 1`;
  return row !== null;
}

/** Gives up what waits to be sent. One that is being sent ends as it does. */
export async function dropOpenDeliveries(tx: TenantTx, webhook: string): Promise<void> {
  await tx.run`
    UPDATE webhook_delivery SET failed_at = clock_timestamp(), reason = 'paused', body = NULL
    WHERE tenant_id = ${tx.tenantId} AND id IN (
      SELECT id FROM webhook_delivery
       WHERE tenant_id = ${tx.tenantId} AND webhook_id = ${webhook} AND sent_at IS NULL AND failed_at IS NULL
         FOR UPDATE SKIP LOCKED)`;
}

/** Gives up all that waits to be sent: after a restore nobody knows whether it was. */
export function dropRestoredDeliveries(tx: TenantTx): Promise<number> {
  return tx.run`
    UPDATE webhook_delivery SET failed_at = clock_timestamp(), reason = 'restored', body = NULL
    WHERE tenant_id = ${tx.tenantId} AND sent_at IS NULL AND failed_at IS NULL`;
}

export interface DueDelivery {
  id: string;
  webhookId: string;
  kind: WebhookDelivery['kind'];
  body: string;
  attempts: number;
  url: string;
  secret: Buffer;
  paused: Webhook['paused'];
}

/**
 * Locked until the transaction ends: no other server sends it meanwhile. Null where it was sent, or another server has
 * it.
 */
export function takeDue(tx: TenantTx, id: string): Promise<DueDelivery | null> {
  return tx.first<DueDelivery>`
    SELECT d.id, d.webhook_id AS "webhookId", d.kind, d.body, d.attempts, w.url, w.secret, w.paused
      FROM webhook_delivery d JOIN webhook w ON w.tenant_id = ${tx.tenantId} AND w.id = d.webhook_id
     WHERE d.tenant_id = ${tx.tenantId} AND d.id = ${id} AND d.sent_at IS NULL AND d.failed_at IS NULL
       AND d.next_attempt_at <= clock_timestamp()
       FOR UPDATE OF d SKIP LOCKED FOR KEY SHARE OF w SKIP LOCKED`;
}

/** False while another server sends to the same webhook: one that is slow does not hold up those of others. */
export async function tryLockReceiver(tx: TenantTx, webhook: string): Promise<boolean> {
  const row = await tx.first<{ isLocked: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended('webhook ' || ${tx.tenantId} || ${webhook}, 0)) AS "isLocked"`;
  return row!.isLocked;
}

export async function saveSent(tx: TenantTx, id: string, responseStatus: number | null): Promise<void> {
  await tx.run`
    UPDATE webhook_delivery SET sent_at = clock_timestamp(), attempts = attempts + 1, reason = NULL,
      response_status = ${responseStatus}, body = NULL
    WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

/** `waitMs`: until the next attempt; null gives it up. */
export async function saveFailed(
  tx: TenantTx,
  id: string,
  { reason, responseStatus }: Pick<Attempt, 'reason' | 'responseStatus'>,
  waitMs: number | null,
): Promise<void> {
  await tx.run`
    UPDATE webhook_delivery SET attempts = attempts + 1, reason = ${reason}, response_status = ${responseStatus},
      next_attempt_at = clock_timestamp() + make_interval(secs => ${(waitMs ?? 0) / 1000}),
      failed_at = CASE WHEN ${waitMs === null}::boolean THEN clock_timestamp() END,
      body = CASE WHEN ${waitMs === null}::boolean THEN NULL ELSE body END
    WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

export interface Place {
  tenantId: string;
  id: string;
  webhookId: string;
}

/** Of all tenants, the longest due of each webhook. */
export function listDue(tx: GlobalTx): Promise<Place[]> {
  return tx.rows<Place>`
    SELECT "tenantId", id, "webhookId" FROM (
      SELECT DISTINCT ON (d.tenant_id, d.webhook_id) d.tenant_id AS "tenantId", d.id, d.webhook_id AS "webhookId", d.next_attempt_at
        FROM webhook_delivery d JOIN tenant t ON t.id = d.tenant_id
       WHERE d.sent_at IS NULL AND d.failed_at IS NULL AND d.next_attempt_at <= clock_timestamp()
         AND t.suspended_at IS NULL
       ORDER BY d.tenant_id, d.webhook_id, d.next_attempt_at, d.id) AS due
     ORDER BY next_attempt_at, id LIMIT 50`;
}
