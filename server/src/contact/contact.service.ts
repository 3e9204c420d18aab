import { randomUUID } from 'node:crypto';
import type { ContactMessage, Language } from '@rise/contract';
import { z } from 'zod';
import { SYSTEM, type Actor } from '../kernel/actor.ts';
import { audit } from '../kernel/audit.ts';
import type { Database, GlobalTx } from '../kernel/database.ts';
import { Failure } from '../kernel/failure.ts';
import { oneLine, writeMail } from '../mail/mail-document.ts';
import { enqueue, writtenTo } from '../mail/outbox.service.ts';
import { mailToOperators, mailToSender, type Received } from './contact.mails.ts';
import { countUnmailed, insertContactMessage, senderOf } from './contact.sql.ts';

/** Where contact messages are mailed to, and whom to tell that there is mail. */
export interface ContactMail {
  readonly contactEmail: string;
  wake(): void;
}

export type ContactService = ReturnType<typeof createContact>;

/** Messages to those who run the portal, from anybody. `mail` null: they are stored only. */
export function createContact({ database, mail }: { database: Database; mail: ContactMail | null }) {
  return {
    /** Stores a message, and the mails about it with it. What fell into the trap leaves no trace. */
    async receive(
      actor: Actor | null,
      sent: ContactMessage & { language: Language },
      requestId: string,
    ): Promise<void> {
      if (sent.website !== '') return;
      const { subject, message, language } = sent;
      const accountId = actor?.accountId ?? null;
      const id = await database.withGlobal(actor ?? SYSTEM, async (tx) => {
        const from = accountId === null ? visitor(sent) : await person(tx, accountId, actor!.tenantId);
        const received: Received = {
          id: randomUUID(),
          subject,
          message,
          language,
          signedIn: accountId !== null,
          ...from,
        };
        const origin = { accountId, tenantId: actor?.tenantId ?? null, requestId, mailed: mail !== null };
        await insertContactMessage(tx, origin, received);
        if (mail !== null) await enqueueMails(tx, mail.contactEmail, received);
        return received.id;
      });
      mail?.wake();
      await audit(database, actor ?? SYSTEM, { action: 'contact.sent', outcome: 'done', target: id, requestId });
    },
  };
}

/** Messages that came while no mail was configured: nobody was told of them. */
export function unmailedContacts(database: Database): Promise<number> {
  return database.withGlobal(SYSTEM, countUnmailed);
}

type From = Pick<Received, 'name' | 'email' | 'tenant'>;

function visitor({ name, email }: ContactMessage): From {
  const missing = Object.entries({ name, email }).filter(([, value]) => value === undefined);
  if (missing.length > 0) {
    const details = missing.map(([field]) => ({ field, message: 'Fill this in.' }));
    throw new Failure('VALIDATION_FAILED', undefined, details);
  }
  return { name: name!, email: email!, tenant: null };
}

async function person(tx: GlobalTx, accountId: string, tenantId: string | null): Promise<From> {
  const row = await senderOf(tx, accountId, tenantId);
  if (!row) throw new Failure('UNAUTHENTICATED');
  const { firstName, lastName, email, tenant } = row;
  return { name: oneLine(`${firstName} ${lastName}`) || oneLine(email), email: oneLine(email), tenant };
}

async function enqueueMails(tx: GlobalTx, contactEmail: string, received: Received): Promise<void> {
  const domain = contactEmail.split('@')[1]!;
  const { id: slot, name, email } = received;
  // What a provider calls an e-mail address need not be one.
  const reachable = z.email().safeParse(email).success;
  await enqueue(tx, domain, {
    kind: 'contact',
    slot,
    recipient: contactEmail,
    replyTo: reachable ? { name, address: email } : null,
    content: writeMail(mailToOperators(received)),
  });
  // Once an hour for one address: the form shall not fill a stranger's mailbox.
  if (!reachable || (await writtenTo(tx, 'contact-thanks', email))) return;
  await enqueue(tx, domain, {
    kind: 'contact-thanks',
    slot,
    recipient: email,
    replyTo: null,
    content: writeMail(mailToSender(received)),
  });
}
