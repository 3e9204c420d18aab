import { randomUUID } from 'node:crypto';
import { SYSTEM } from '../kernel/actor.ts';
import type { Database, GlobalTx } from '../kernel/database.ts';
import type { MailText } from './mail-document.ts';
import { insertMail, outboxState, retryAll, writtenTo, type OutboxState } from './outbox.sql.ts';

/** Mail of each kind is about one thing at a time, its slot, and is written once for it. */
export type MailKind = 'contact' | 'contact-thanks';

export interface Mail {
  readonly kind: MailKind;
  readonly slot: string;
  /** One plain address. */
  readonly recipient: string;
  readonly replyTo: { readonly name: string; readonly address: string } | null;
  readonly content: MailText;
}

/** Decides, in the caller's transaction, that a mail goes out: it does exactly if that commits. `domain` names us in the Message-ID. */
export async function enqueue(tx: GlobalTx, domain: string, mail: Mail): Promise<void> {
  await insertMail(tx, { ...mail, messageId: `<${randomUUID()}@${domain}>` });
}

/** Whether an address was written to in the last hour with a mail of this kind. */
export { writtenTo };

/** Mail to the operators that is still to go out, or never will. What goes to others is not theirs to mend. */
export function mailState(database: Database): Promise<OutboxState> {
  return database.withGlobal(SYSTEM, (tx) => outboxState(tx, 'contact' satisfies MailKind));
}

/** Tries again what was given up or put off; answers how many mails. */
export function retryMail(database: Database): Promise<number> {
  return database.withGlobal(SYSTEM, retryAll);
}
