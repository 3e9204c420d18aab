import type { SentInvitation } from '@rise/contract';
import type { ContactMail } from '../contact/contact.service.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Database, GlobalTx } from '../kernel/database/database.ts';
import { enqueue } from '../mail/outbox.service.ts';
import { hashSecret, newSecret } from '../sessions/sessions.service.ts';
import { invitationMail } from './invitation-mail.rules.ts';
import type { InvitationRow } from './invitations.sql.ts';

interface Sending {
  /** The inviter's email address. */
  readonly inviter: string | null;
  /** Null for an invitation to the installation. */
  readonly tenantId: string | null;
  readonly store: (tx: GlobalTx, tokenHash: Buffer) => Promise<InvitationRow>;
  /** The same. */
  readonly tenantName: (tx: GlobalTx) => Promise<string | null>;
}

/** Stores an invitation with its mail, so that neither exists without the other. */
export async function sendInvitation(
  { database, mail, publicUrl }: { database: Database; mail: ContactMail | null; publicUrl: URL },
  actor: Actor,
  { inviter, tenantId, store, tenantName }: Sending,
): Promise<SentInvitation> {
  const token = newSecret();
  const link = new URL('/login/invitation', publicUrl);
  link.searchParams.set('token', token);
  const { id, email, expiresAt } = await database.withGlobal(actor, async (tx) => {
    const tokenHash = hashSecret(token);
    const row = await store(tx, tokenHash);
    actor.record?.note({ email: row.email }, row.id);
    const tenant = await tenantName(tx);
    if (mail !== null)
      await enqueue(tx, mail.contactEmail, {
        kind: 'invitation',
        slot: `${row.id} ${tokenHash.toString('hex').slice(0, 16)}`,
        recipient: row.email,
        replyTo: null,
        ...(tenantId !== null && { tenant: { id: tenantId, isHeld: false } }),
        content: invitationMail({ tenant, inviter, email: row.email, expiresAt: row.expiresAt }, row.language, link),
      });
    return row;
  });
  mail?.wake();
  return { id, email, expiresAt: expiresAt.toISOString(), link: mail === null ? link.href : null };
}
