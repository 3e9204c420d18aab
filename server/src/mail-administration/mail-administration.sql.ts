import type { MailItem, MailStatus } from '@rise/contract';
import type { TenantTx } from '../kernel/database/database.ts';
import { fragment } from '../kernel/database/database.ts';

export async function findDomains(tx: TenantTx): Promise<string[]> {
  const row = await tx.first<{ domains: string[] }>`SELECT domains FROM tenant_mail WHERE tenant_id = ${tx.tenantId}`;
  return row?.domains ?? [];
}

export async function saveDomains(tx: TenantTx, domains: readonly string[]): Promise<void> {
  await tx.run`
    INSERT INTO tenant_mail (tenant_id, domains) VALUES (${tx.tenantId}, ${domains as string[]})
    ON CONFLICT (tenant_id) DO UPDATE SET domains = excluded.domains`;
}

/** Those of the addresses that get nothing any more. */
export async function findUnsubscribed(tx: TenantTx, addresses: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{ address: string }>`
    SELECT address FROM mail_unsubscription
    WHERE tenant_id = ${tx.tenantId} AND address = ANY (${addresses as string[]})`;
  return rows.map(({ address }) => address);
}

export function listUnsubscribed(tx: TenantTx, most: number): Promise<{ address: string; createdAt: Date }[]> {
  return tx.rows<{ address: string; createdAt: Date }>`
    SELECT address, created_at AS "createdAt" FROM mail_unsubscription
    WHERE tenant_id = ${tx.tenantId} ORDER BY created_at DESC, address LIMIT ${most}`;
}

export function insertUnsubscription(tx: TenantTx, address: string): Promise<number> {
  return tx.run`
    INSERT INTO mail_unsubscription (tenant_id, address) VALUES (${tx.tenantId}, ${address}) ON CONFLICT DO NOTHING`;
}

export function deleteUnsubscription(tx: TenantTx, address: string): Promise<number> {
  return tx.run`DELETE FROM mail_unsubscription WHERE tenant_id = ${tx.tenantId} AND address = ${address}`;
}

const ABANDONED = fragment`failed_at = clock_timestamp(), held = false`;

/** Gives up mail to an address outside that waits to be sent. */
export async function stopMailTo(tx: TenantTx, address: string, reason: string): Promise<void> {
  await tx.run`
    UPDATE mail_outbox SET ${ABANDONED}, last_error = ${reason}
    WHERE tenant_id = ${tx.tenantId} AND lower(recipient) = ${address} AND unsubscribe IS NOT NULL
      AND sent_at IS NULL AND failed_at IS NULL`;
}

/** The same of all addresses outside that are at none of the domains. */
export async function stopMailBeyond(tx: TenantTx, domains: readonly string[], reason: string): Promise<void> {
  await tx.run`
    UPDATE mail_outbox SET ${ABANDONED}, last_error = ${reason}
    WHERE tenant_id = ${tx.tenantId} AND lower(split_part(recipient, '@', -1)) <> ALL (${domains as string[]})
      AND unsubscribe IS NOT NULL AND sent_at IS NULL AND failed_at IS NULL`;
}

export interface MailRow {
  id: string;
  kind: MailItem['kind'];
  recipient: string;
  subject: string;
  status: MailStatus;
  createdAt: Date;
  sentAt: Date | null;
  attempts: number;
  reason: string | null;
  nextAttemptAt: Date | null;
  files: string[];
}

const STATUS = fragment`
  CASE WHEN sent_at IS NOT NULL THEN 'sent' WHEN failed_at IS NOT NULL THEN 'failed' WHEN held THEN 'held' ELSE 'waiting' END`;
const MAIL = fragment`
  id, kind, recipient, subject, created_at AS "createdAt", sent_at AS "sentAt", attempts, last_error AS reason, files,
  CASE WHEN sent_at IS NULL AND failed_at IS NULL AND NOT held THEN next_attempt_at END AS "nextAttemptAt"`;

export interface MailFilter {
  readonly status: MailStatus | null;
  readonly kind: MailItem['kind'] | null;
  /** In the recipient or the subject; empty: all. */
  readonly search: string;
}

export function listMail(
  tx: TenantTx,
  { status, kind, search }: MailFilter,
  { most, offset }: { most: number; offset: number },
): Promise<MailRow[]> {
  return tx.rows<MailRow>`
    SELECT ${MAIL}, ${STATUS} AS status FROM mail_outbox
    WHERE tenant_id = ${tx.tenantId} AND (${status}::text IS NULL OR ${STATUS} = ${status}) AND (${kind}::text IS NULL OR kind = ${kind})
      AND (${search} = '' OR strpos(lower(recipient), lower(${search})) > 0 OR strpos(lower(subject), lower(${search})) > 0)
    ORDER BY created_at DESC, id DESC LIMIT ${most} OFFSET ${offset}`;
}

/** How many that lists. */
export async function countMail(tx: TenantTx, { status, kind, search }: MailFilter): Promise<number> {
  const row = await tx.first<{ total: number }>`
    SELECT count(*)::integer AS total FROM mail_outbox
    WHERE tenant_id = ${tx.tenantId} AND (${status}::text IS NULL OR ${STATUS} = ${status}) AND (${kind}::text IS NULL OR kind = ${kind})
      AND (${search} = '' OR strpos(lower(recipient), lower(${search})) > 0 OR strpos(lower(subject), lower(${search})) > 0)`;
  return row!.total;
}

export interface MailContentRow extends MailRow {
  /** Null for an invitation, whose content is its recipient's alone: it has the secret of its link. */
  text: string | null;
  html: string | null;
  /** Address of the page on which the recipient unsubscribes. */
  unsubscribe: string | null;
}

export function findMail(tx: TenantTx, id: string): Promise<MailContentRow | null> {
  return tx.first<MailContentRow>`
    SELECT ${MAIL}, ${STATUS} AS status, unsubscribe, CASE WHEN kind <> 'invitation' THEN text END AS text,
           CASE WHEN kind <> 'invitation' THEN html END AS html
    FROM mail_outbox WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

export interface PictureRow {
  contentId: string;
  contentType: string;
  content: Buffer;
}

export function findPictures(tx: TenantTx, mail: string): Promise<PictureRow[]> {
  return tx.rows<PictureRow>`
    SELECT content_id AS "contentId", content_type AS "contentType", content FROM mail_attachment
    WHERE tenant_id = ${tx.tenantId} AND mail_id = ${mail} AND content_id IS NOT NULL ORDER BY name`;
}

/** Whether a mail is an invitation whose link is dead: revoked, accepted, expired, or sent again with another one. */
export async function hasDeadLink(tx: TenantTx, id: string): Promise<boolean> {
  const row = await tx.first`
    SELECT FROM mail_outbox m WHERE m.tenant_id = ${tx.tenantId} AND m.id = ${id} AND m.kind = 'invitation'
       AND NOT EXISTS (
         SELECT FROM invitation i
          WHERE i.tenant_id = ${tx.tenantId} AND i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > now()
            AND m.slot = i.id || ' ' || left(encode(i.token_hash, 'hex'), 16))`;
  return row !== null;
}

/** Due at once, with all attempts before it. Null where it is neither held nor failed. */
export function releaseMail(tx: TenantTx, id: string): Promise<MailRow | null> {
  return tx.first<MailRow>`
    UPDATE mail_outbox SET held = false, failed_at = NULL, attempts = 0, last_error = NULL, next_attempt_at = now()
    WHERE tenant_id = ${tx.tenantId} AND id = ${id} AND sent_at IS NULL AND (held OR failed_at IS NOT NULL)
    RETURNING ${MAIL}, ${STATUS} AS status`;
}
