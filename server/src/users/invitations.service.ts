import { INVITATION_DAYS, type SentInvitation, type TenantRole } from '@rise/contract';
import type { ContactMail } from '../contact/contact.service.ts';
import type { TenantActor } from '../kernel/actor.ts';
import type { Database, GlobalTx } from '../kernel/database/database.ts';
import { notFound } from '../kernel/errors/user-error.ts';
import { enqueue, mailLanguage } from '../mail/outbox.service.ts';
import { authorOf } from '../models/author.service.ts';
import { hashSecret, newSecret } from '../sessions/sessions.service.ts';
import { invitationMail } from './invitation-mail.rules.ts';
import * as sql from './invitations.sql.ts';
import { refusal } from './users.rules.ts';
import { hasMemberWithEmail } from './users.sql.ts';

/** Open invitations of a tenant: nobody sends mail without bounds to strangers. */
const MAX_OPEN = 1000;

export interface InvitationOptions {
  readonly database: Database;
  /** Null where no mail server is set up: the administrator gets the link to pass it on. */
  readonly mail: ContactMail | null;
  /** The portal's public address. */
  readonly publicUrl: URL;
}

interface Invitee {
  readonly email: string;
  readonly language: string;
  readonly roles: readonly TenantRole[];
  readonly groups: readonly string[];
  readonly attributes: Readonly<Record<string, readonly string[]>>;
}

/** Invitations to a tenant. How one is accepted: `sessions/accept-invitation.service.ts`. */
export class InvitationService {
  readonly #options: InvitationOptions;

  constructor(options: InvitationOptions) {
    this.#options = options;
  }

  /** CONFLICT for a member, for someone who is invited already, and where too many invitations are open. */
  async invite(actor: TenantActor, invitee: Invitee): Promise<SentInvitation> {
    const { tenantId } = actor;
    const invitedBy = await authorOf(this.#options.database, actor);
    return this.#send(actor, invitedBy, async (tx, tokenHash) => {
      await sql.lockInvitations(tx, tenantId);
      if (await hasMemberWithEmail(tx, tenantId, invitee.email)) throw refusal('member');
      const { count, isInvited } = await sql.countOpen(tx, tenantId, invitee.email);
      if (isInvited) throw refusal('invited');
      if (count >= MAX_OPEN) throw refusal('limit');
      const language = (await sql.languageOfEmail(tx, invitee.email)) ?? invitee.language;
      const row = { ...invitee, language: mailLanguage(language), tokenHash, invitedBy, days: INVITATION_DAYS };
      const { roles, groups, attributes } = invitee;
      actor.record?.note({ after: { roles, groups, attributes } });
      return sql.insertInvitation(tx, tenantId, row);
    });
  }

  /** With another link, and seven days from now. CONFLICT within a minute of the mail before. */
  async resend(actor: TenantActor, id: string): Promise<SentInvitation> {
    const { tenantId } = actor;
    const invitedBy = await authorOf(this.#options.database, actor);
    return this.#send(actor, invitedBy, async (tx, tokenHash) => {
      const open = await sql.lockOpen(tx, tenantId, id);
      if (!open) throw notFound();
      if (open.isRecent) throw refusal('recent');
      return sql.renewInvitation(tx, tenantId, id, { tokenHash, days: INVITATION_DAYS });
    });
  }

  async revoke(actor: TenantActor, id: string): Promise<{ id: string }> {
    const { database } = this.#options;
    const revoked = await database.withGlobal(actor, (tx) => sql.revokeInvitation(tx, actor.tenantId, id));
    if (revoked === 0) throw notFound();
    return { id };
  }

  /** Stores an invitation with its mail, so that neither exists without the other. */
  async #send(
    actor: TenantActor,
    inviter: string | null,
    store: (tx: GlobalTx, tokenHash: Buffer) => Promise<sql.InvitationRow>,
  ): Promise<SentInvitation> {
    const { database, mail, publicUrl } = this.#options;
    const token = newSecret();
    const link = new URL('/login/invitation', publicUrl);
    link.searchParams.set('token', token);
    const { id, email, expiresAt } = await database.withGlobal(actor, async (tx) => {
      const tokenHash = hashSecret(token);
      const row = await store(tx, tokenHash);
      actor.record?.note({ email: row.email }, row.id);
      const tenant = await sql.tenantNameOf(tx, actor.tenantId);
      if (mail !== null)
        await enqueue(tx, mail.contactEmail, {
          kind: 'invitation',
          slot: `${row.id} ${tokenHash.toString('hex').slice(0, 16)}`,
          recipient: row.email,
          replyTo: null,
          content: invitationMail({ tenant, inviter, email: row.email, expiresAt: row.expiresAt }, row.language, link),
        });
      return row;
    });
    mail?.wake();
    return { id, email, expiresAt: expiresAt.toISOString(), link: mail === null ? link.href : null };
  }
}
