import { randomUUID } from 'node:crypto';
import { SYSTEM } from '../kernel/actor.ts';
import type { Database, GlobalTx } from '../kernel/database/database.ts';
import type { Mail, MailKind } from './mail.ts';
import {
  fatesOf,
  insertMail,
  lockTopic,
  outboxState,
  retryAll,
  writtenAbout,
  writtenTo,
  type MailFate,
  type OutboxState,
} from './outbox.sql.ts';

/**
 * Adds a mail in the caller's transaction: it is sent exactly if that commits. `domain` is the host in the Message-ID.
 */
export async function enqueue(tx: GlobalTx, domain: string, mail: Mail): Promise<void> {
  await insertMail(tx, { ...mail, messageId: `<${randomUUID()}@${domain}>` });
}

/** The same, unless a mail about the topic, with which slots begin, was written to the recipient in the last minutes. */
export async function enqueueUnlessRecent(
  tx: GlobalTx,
  domain: string,
  mail: Mail,
  recent: { topic: string; minutes: number },
): Promise<void> {
  await lockTopic(tx, mail.kind, recent.topic);
  if (!(await writtenAbout(tx, mail, recent))) await enqueue(tx, domain, mail);
}

/** Whether a mail of this kind was written to an address in the last hour. */
export { writtenTo };

/** Mail to the operators that is pending or failed; they cannot fix mail to others. */
export function mailState(database: Database): Promise<OutboxState> {
  return database.withGlobal(SYSTEM, (tx) => outboxState(tx, 'contact' satisfies MailKind));
}

/** What became of mails, by their slots; those that were never written are missing. */
export async function mailFates(
  database: Database,
  kind: MailKind,
  slots: readonly string[],
): Promise<Map<string, MailFate>> {
  const fates = await database.withGlobal(SYSTEM, (tx) => fatesOf(tx, kind, slots), 'reads');
  return new Map(fates.map((fate) => [fate.slot, fate]));
}

/** Retries failed and delayed mails; returns how many. */
export function retryMail(database: Database): Promise<number> {
  return database.withGlobal(SYSTEM, retryAll);
}
