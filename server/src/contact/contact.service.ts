import { randomUUID } from 'node:crypto';
import type { ContactMessage, Language } from '@rise/contract';
import { SYSTEM, type Actor } from '../kernel/actor.ts';
import { writeRecord } from '../kernel/audit.ts';
import type { Database, GlobalTx } from '../kernel/database/database.ts';
import { UserError } from '../kernel/errors/user-error.ts';
import { oneLine, writeMail } from '../mail/mail-document.ts';
import { enqueue, isMailAddress, writtenTo } from '../mail/outbox.service.ts';
import { mailToOperators, mailToSender, type StoredMessage } from './contact.mails.ts';
import { countUnmailed, insertContactMessage, senderOf } from './contact.sql.ts';

/** Recipient of contact messages. */
export interface ContactMail {
  readonly contactEmail: string;
  /** Wakes the outbox to deliver at once. */
  wake(): void;
}

/** Messages to the operators, from anyone. `mail` null: they are stored only. */
export class ContactService {
  readonly #database: Database;
  readonly #mail: ContactMail | null;

  constructor({ database, mail }: { database: Database; mail: ContactMail | null }) {
    this.#database = database;
    this.#mail = mail;
  }

  /** Stores a message with its mails. One that fills the honeypot field is dropped without a trace. */
  async receive(
    actor: Actor | null,
    message: ContactMessage & { language: Language },
    requestId: string,
  ): Promise<void> {
    if (message.website !== '') return;
    const accountId = actor?.accountId ?? null;
    const mail = this.#mail;
    await this.#database.withGlobal(actor ?? SYSTEM, async (tx) => {
      const sender = accountId === null ? visitor(message) : await person(tx, accountId, actor!.tenantId);
      const stored: StoredMessage = {
        id: randomUUID(),
        subject: message.subject,
        message: message.message,
        language: message.language,
        signedIn: accountId !== null,
        ...sender,
      };
      const origin = { accountId, tenantId: actor?.tenantId ?? null, requestId, mailed: mail !== null };
      await insertContactMessage(tx, origin, stored);
      if (mail !== null) await enqueueMails(tx, mail.contactEmail, stored);
      const entry = { action: 'contact.sent', outcome: 'done', target: stored.id, requestId } as const;
      await writeRecord(tx, actor ?? SYSTEM, entry);
    });
    mail?.wake();
  }
}

/** Messages that arrived while no mail was configured, so that nobody was notified. */
export function unmailedContacts(database: Database): Promise<number> {
  return database.withGlobal(SYSTEM, countUnmailed);
}

type Sender = Pick<StoredMessage, 'name' | 'email' | 'tenant'>;

function visitor({ name, email }: ContactMessage): Sender {
  const missing = Object.entries({ name, email }).filter(([, value]) => value === undefined);
  if (missing.length > 0) {
    const details = missing.map(([field]) => ({ field, message: 'This field is required.' }));
    throw new UserError('VALIDATION_FAILED', undefined, details);
  }
  return { name: name!, email: email!, tenant: null };
}

async function person(tx: GlobalTx, accountId: string, tenantId: string | null): Promise<Sender> {
  const row = await senderOf(tx, accountId, tenantId);
  if (!row) throw new UserError('UNAUTHENTICATED');
  const { firstName, lastName, email, tenant } = row;
  return { name: oneLine(`${firstName} ${lastName}`) || oneLine(email), email: oneLine(email), tenant };
}

async function enqueueMails(tx: GlobalTx, contactEmail: string, stored: StoredMessage): Promise<void> {
  const { id: slot, name, email } = stored;
  const reachable = isMailAddress(email);
  await enqueue(tx, contactEmail, {
    kind: 'contact',
    slot,
    recipient: contactEmail,
    replyTo: reachable ? { name, address: email } : null,
    content: writeMail(mailToOperators(stored)),
  });
  // At most once per hour and address, so that the form cannot flood a stranger's mailbox.
  if (!reachable || (await writtenTo(tx, 'contact-thanks', email))) return;
  await enqueue(tx, contactEmail, {
    kind: 'contact-thanks',
    slot,
    recipient: email,
    replyTo: null,
    content: writeMail(mailToSender(stored)),
  });
}
