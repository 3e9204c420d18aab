import { randomUUID } from 'node:crypto';
import { LANGUAGES, type Language } from '@rise/contract';
import { z } from 'zod';
import { SYSTEM } from '../kernel/actor.ts';
import type { Database, GlobalTx } from '../kernel/database/database.ts';
import type { Mail, MailKind } from './mail.ts';
import {
  deleteOldHeld,
  fatesOf,
  insertMail,
  lockTopic,
  outboxState,
  retryAll,
  retryOne,
  stopUnsent,
  writtenAbout,
  writtenTo,
  type MailFate,
  type OutboxState,
  type StoppedMail,
} from './outbox.sql.ts';

/** Mails of a tenant that stay in the outbox where no mail server is set up: the newest. */
const MAX_HELD = 50;

/** Adds a mail in the caller's transaction: it is sent exactly if that commits. `contactEmail` is the operators'. */
export async function enqueue(tx: GlobalTx, contactEmail: string, mail: Mail): Promise<void> {
  const domain = contactEmail.split('@')[1]!;
  await insertMail(tx, { ...mail, messageId: `<${randomUUID()}@${domain}>` });
  if (mail.tenant?.isHeld) await deleteOldHeld(tx, mail.tenant.id, MAX_HELD);
}

/** Whether a mail can be sent there: the email claim of an identity provider need not be a valid address. */
export const isMailAddress = (text: string | undefined): text is string => z.email().safeParse(text).success;

/** The language that a person chose; English where they chose none. */
export const mailLanguage = (chosen: string | null): Language => LANGUAGES.find((one) => one === chosen) ?? 'en';

/** The same, unless a mail about the topic, with which slots begin, was written to the recipient in the last minutes. */
export async function enqueueUnlessRecent(
  tx: GlobalTx,
  contactEmail: string,
  mail: Mail,
  recent: { topic: string; minutes: number },
): Promise<void> {
  await lockTopic(tx, mail.kind, recent.topic);
  if (!(await writtenAbout(tx, mail, recent))) await enqueue(tx, contactEmail, mail);
}

/** Whether a mail of this kind was written to an address in the last hour. */
export { writtenTo };

/** Mail to the operators that is pending or failed; they cannot fix mail to others. */
export function mailState(database: Database): Promise<OutboxState> {
  return database.withGlobal(SYSTEM, (tx) => outboxState(tx, 'contact' satisfies MailKind));
}

export type { MailFate };

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

/** Puts a mail that was given up back into the queue; returns how many. */
export { retryOne as retryFailedMail };

export type { StoppedMail };

/** Gives up all mail that waits, until someone retries it; returns what it was. */
export function stopUnsentMail(database: Database, reason: string): Promise<StoppedMail[]> {
  return database.withGlobal(SYSTEM, (tx) => stopUnsent(tx, reason));
}
