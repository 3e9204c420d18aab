import type { GlobalTx } from '../kernel/database/database.ts';
import type { Mail, MailAttachment } from './mail.ts';

/** Adds a mail, unless there is already one with the same kind and slot. */
export async function insertMail(tx: GlobalTx, mail: Mail & { messageId: string }): Promise<void> {
  const { kind, slot, messageId, recipient, replyTo, content, attachments = [], tenant, unsubscribe } = mail;
  const files = attachments.filter(({ contentId }) => contentId === null).map(({ name }) => name);
  const tenantId = tenant?.id ?? null;
  const inserted = await tx.first<{ id: string }>`
    INSERT INTO mail_outbox (kind, slot, message_id, recipient, reply_to, subject, text, html, files, tenant_id, held, unsubscribe)
    VALUES (${kind}, ${slot}, ${messageId}, ${recipient}, ${replyTo && JSON.stringify(replyTo)}::jsonb,
            ${content.subject}, ${content.text}, ${content.html}, ${files}, ${tenantId}, ${tenant?.isHeld ?? false},
            ${unsubscribe?.href ?? null})
    ON CONFLICT (kind, slot) DO NOTHING RETURNING id`;
  if (inserted === null) return;
  for (const { name, contentType, content: file, contentId } of attachments)
    await tx.run`
      INSERT INTO mail_attachment (mail_id, tenant_id, name, content_type, content, content_id)
      VALUES (${inserted.id}, ${tenantId}, ${name}, ${contentType}, ${file}, ${contentId})`;
}

/** Nothing else removes mail that is never sent, and its files are large. */
export async function deleteOldHeld(tx: GlobalTx, tenantId: string, most: number): Promise<void> {
  await tx.run`
    DELETE FROM mail_outbox WHERE tenant_id = ${tenantId} AND id IN (
      SELECT id FROM mail_outbox WHERE tenant_id = ${tenantId} AND held AND sent_at IS NULL
       ORDER BY created_at DESC, id DESC OFFSET ${most})`;
}

export function findAttachments(tx: GlobalTx, mailId: string): Promise<MailAttachment[]> {
  return tx.rows<MailAttachment>`
    SELECT name, content_type AS "contentType", content, content_id AS "contentId" FROM mail_attachment WHERE mail_id = ${mailId} ORDER BY name`;
}

/** Whether a mail of this kind was written to an address in the last hour. */
export async function writtenTo(tx: GlobalTx, kind: string, recipient: string): Promise<boolean> {
  const row = await tx.first`
    SELECT FROM mail_outbox WHERE kind = ${kind} AND lower(recipient) = lower(${recipient})
      AND created_at > now() - interval '1 hour' LIMIT 1`;
  return row !== null;
}

/** One at a time writes mails about a topic. */
export async function lockTopic(tx: GlobalTx, kind: string, topic: string): Promise<void> {
  await tx.run`SELECT pg_advisory_xact_lock(hashtextextended('mail ' || ${kind} || ' ' || ${topic}, 0))`;
}

/** Whether a mail about a topic, with which its slot begins, was written to an address in the last minutes. */
export async function writtenAbout(
  tx: GlobalTx,
  { kind, recipient }: Pick<Mail, 'kind' | 'recipient'>,
  { topic, minutes }: { topic: string; minutes: number },
): Promise<boolean> {
  const row = await tx.first`
    SELECT FROM mail_outbox WHERE kind = ${kind} AND lower(recipient) = lower(${recipient})
      AND created_at > now() - make_interval(mins => ${minutes}) AND starts_with(slot, ${`${topic} `}) LIMIT 1`;
  return row !== null;
}

export interface DueMail {
  id: string;
  /** Null: of no tenant. */
  tenantId: string | null;
  messageId: string;
  recipient: string;
  replyTo: { name: string; address: string } | null;
  subject: string;
  text: string;
  html: string;
  attempts: number;
  /** Address of the page on which the recipient unsubscribes; null for people with an account. */
  unsubscribe: string | null;
}

/** The mail that is due longest, locked until the transaction ends: no other worker takes it meanwhile. */
export function takeDue(tx: GlobalTx): Promise<DueMail | null> {
  return tx.first<DueMail>`
    SELECT id, tenant_id AS "tenantId", message_id AS "messageId", recipient, reply_to AS "replyTo", subject, text, html, attempts, unsubscribe
    FROM mail_outbox WHERE sent_at IS NULL AND failed_at IS NULL AND NOT held AND next_attempt_at <= now()
    ORDER BY next_attempt_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`;
}

export async function markSent(tx: GlobalTx, id: string): Promise<void> {
  await tx.run`
    UPDATE mail_outbox SET sent_at = clock_timestamp(), attempts = attempts + 1, last_error = NULL WHERE id = ${id}`;
}

export async function deleteAttachments(tx: GlobalTx, mailId: string): Promise<void> {
  await tx.run`DELETE FROM mail_attachment WHERE mail_id = ${mailId}`;
}

/** `waitMs`: until the next attempt; null gives the mail up. */
export async function markFailed(tx: GlobalTx, id: string, reason: string, waitMs: number | null): Promise<void> {
  await tx.run`
    UPDATE mail_outbox SET attempts = attempts + 1, last_error = ${reason},
      next_attempt_at = clock_timestamp() + make_interval(secs => ${(waitMs ?? 0) / 1000}),
      failed_at = CASE WHEN ${waitMs === null}::boolean THEN clock_timestamp() END
    WHERE id = ${id}`;
}

export function retryAll(tx: GlobalTx): Promise<number> {
  return tx.run`
    UPDATE mail_outbox SET failed_at = NULL, attempts = 0, next_attempt_at = now()
    WHERE sent_at IS NULL AND (failed_at IS NOT NULL OR attempts > 0)`;
}

export interface StoppedMail {
  recipient: string;
  subject: string;
}

/** Gives up all that waits to be sent, until it is retried; returns it, the oldest first. */
export function stopUnsent(tx: GlobalTx, reason: string): Promise<StoppedMail[]> {
  return tx.rows<StoppedMail>`
    WITH stopped AS (
      UPDATE mail_outbox SET failed_at = clock_timestamp(), last_error = ${reason}
       WHERE sent_at IS NULL AND failed_at IS NULL AND NOT held RETURNING recipient, subject, created_at, id)
    SELECT recipient, subject FROM stopped ORDER BY created_at, id`;
}

export interface MailFate {
  slot: string;
  status: 'queued' | 'held' | 'sent' | 'failed';
  /** Reason of the last failed attempt. */
  lastError: string | null;
}

/** What became of mails of a kind, by their slots. */
export function fatesOf(tx: GlobalTx, kind: string, slots: readonly string[]): Promise<MailFate[]> {
  return tx.rows<MailFate>`
    SELECT slot, last_error AS "lastError",
           CASE WHEN sent_at IS NOT NULL THEN 'sent' WHEN failed_at IS NOT NULL THEN 'failed' WHEN held THEN 'held' ELSE 'queued' END AS status
    FROM mail_outbox WHERE kind = ${kind} AND slot = ANY (${slots as string[]})`;
}

export interface OutboxState {
  waiting: number;
  /** Failed at least once and still to be retried. */
  delayed: number;
  /** Given up. */
  failed: number;
  /** Reason of the last failed attempt, and when the first such mail was written. */
  lastError: string | null;
}

export async function outboxState(tx: GlobalTx, kind: string): Promise<OutboxState> {
  const row = await tx.first<OutboxState>`
    SELECT count(*) FILTER (WHERE failed_at IS NULL) AS waiting,
           count(*) FILTER (WHERE failed_at IS NULL AND attempts > 0) AS delayed,
           count(*) FILTER (WHERE failed_at IS NOT NULL) AS failed,
           (array_agg(last_error ORDER BY next_attempt_at DESC) FILTER (WHERE last_error IS NOT NULL))[1] AS "lastError"
    FROM mail_outbox WHERE sent_at IS NULL AND kind = ${kind}`;
  return row!;
}

/** Puts a mail that was given up back into the queue; returns how many. */
export function retryOne(tx: GlobalTx, id: string): Promise<number> {
  return tx.run`
    UPDATE mail_outbox SET failed_at = NULL, attempts = 0, next_attempt_at = now()
     WHERE id = ${id} AND sent_at IS NULL AND failed_at IS NOT NULL AND NOT held AND unsubscribe IS NULL`;
}
