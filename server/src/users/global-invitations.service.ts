import { INVITATION_DAYS, type GlobalRole, type ListedGlobalPerson, type SentInvitation } from '@rise/contract';
import { SYSTEM, type Actor } from '../kernel/actor.ts';
import type { GlobalTx } from '../kernel/database/database.ts';
import { notFound } from '../kernel/errors/user-error.ts';
import { mailLanguage } from '../mail/outbox.service.ts';
import { authorOf } from '../models/author.service.ts';
import * as sql from './global-invitations.sql.ts';
import { findListedInvitation } from './global-users.sql.ts';
import { languageOfEmail, type InvitationRow } from './invitations.sql.ts';
import type { InvitationOptions } from './invitations.service.ts';
import { sendInvitation } from './send-invitation.ts';
import { refusal, toListed } from './users.rules.ts';

const MAX_OPEN = 100;

interface Invitee {
  readonly email: string;
  readonly language?: string | undefined;
  readonly roles: readonly GlobalRole[];
}

/** Invitations to a role above the tenants. How one is accepted: `sessions/accept-invitation.service.ts`. */
export class GlobalInvitationService {
  readonly #options: InvitationOptions;

  constructor(options: InvitationOptions) {
    this.#options = options;
  }

  /** One that is open. */
  async view(actor: Actor, id: string): Promise<ListedGlobalPerson> {
    const row = await this.#options.database.withGlobal(SYSTEM, (tx) => findListedInvitation(tx, id), 'reads');
    if (!row) throw notFound();
    return toListed(actor.accountId, row);
  }

  /** CONFLICT for someone who has a global role, or is invited already, and where too many invitations are open. */
  async invite(actor: Actor, invitee: Invitee): Promise<SentInvitation> {
    const invitedBy = await authorOf(this.#options.database, actor);
    return this.#send(actor, invitedBy, async (tx, tokenHash) => {
      await sql.lockGlobalInvitations(tx);
      if (await sql.hasGlobalRole(tx, invitee.email)) throw refusal('global');
      const { count, isInvited } = await sql.countOpenGlobal(tx, invitee.email);
      if (isInvited) throw refusal('invited');
      if (count >= MAX_OPEN) throw refusal('limit');
      const language = mailLanguage((await languageOfEmail(tx, invitee.email)) ?? invitee.language ?? null);
      const row = { ...invitee, language, tokenHash, invitedBy, days: INVITATION_DAYS };
      return sql.insertGlobalInvitation(tx, row);
    });
  }

  /** With another link, and seven days from now. CONFLICT within a minute of the mail before. */
  async resend(actor: Actor, id: string): Promise<SentInvitation> {
    const invitedBy = await authorOf(this.#options.database, actor);
    return this.#send(actor, invitedBy, async (tx, tokenHash) => {
      const open = await sql.lockOpenGlobal(tx, id);
      if (!open) throw notFound();
      if (open.isRecent) throw refusal('recent');
      return sql.renewGlobalInvitation(tx, id, { tokenHash, days: INVITATION_DAYS });
    });
  }

  async revoke(actor: Actor, id: string): Promise<{ id: string }> {
    const revoked = await this.#options.database.withGlobal(actor, (tx) => sql.revokeGlobalInvitation(tx, id));
    if (revoked === 0) throw notFound();
    return { id };
  }

  #send(
    actor: Actor,
    inviter: string | null,
    store: (tx: GlobalTx, tokenHash: Buffer) => Promise<InvitationRow>,
  ): Promise<SentInvitation> {
    return sendInvitation(this.#options, actor, { inviter, tenantId: null, store, tenantName: async () => null });
  }
}
