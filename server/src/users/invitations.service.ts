import {
  INVITATION_DAYS,
  type InvitationResult,
  type ListedPerson,
  type SentInvitation,
  type TenantRole,
} from '@rise/contract';
import type { ContactMail } from '../contact/contact.service.ts';
import type { TenantActor } from '../kernel/actor.ts';
import type { Database, GlobalTx } from '../kernel/database/database.ts';
import { notFound, UserError } from '../kernel/errors/user-error.ts';
import { mailLanguage } from '../mail/outbox.service.ts';
import { authorOf } from '../models/author.service.ts';
import { hasSeat } from '../plan-limits/plan-limits.service.ts';
import * as sql from './invitations.sql.ts';
import { sendInvitation } from './send-invitation.ts';
import { problemOf, refusal, toListed } from './users.rules.ts';
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
  readonly language?: string | undefined;
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

  async view(actor: TenantActor, id: string): Promise<ListedPerson> {
    const { tenantId, accountId } = actor;
    const row = await this.#options.database.withGlobal(actor, (tx) => sql.findListed(tx, tenantId, id), 'reads');
    if (!row) throw notFound();
    return toListed(accountId, row);
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
      // Not the open ones: who accepts first is the one who joins.
      if (!(await hasSeat(tx, tenantId))) throw refusal('seats');
      const chosen = (await sql.languageOfEmail(tx, invitee.email)) ?? invitee.language;
      const language = chosen ?? (await sql.languageOfTenant(tx, tenantId));
      const row = { ...invitee, language: mailLanguage(language), tokenHash, invitedBy, days: INVITATION_DAYS };
      const { roles, groups, attributes } = invitee;
      actor.record?.note({ after: { roles, groups, attributes } });
      return sql.insertInvitation(tx, tenantId, row);
    });
  }

  /** As `invite`; one that is open for the same address and roles is sent again. */
  async inviteAgain(actor: TenantActor, invitee: Invitee): Promise<SentInvitation> {
    const open = await this.#options.database.withGlobal(
      actor,
      (tx) => sql.findOpen(tx, actor.tenantId, invitee),
      'reads',
    );
    return open === null ? this.invite(actor, invitee) : this.resend(actor, open);
  }

  /** One after the other: an address that cannot be invited keeps none of the others back. */
  async inviteAll(actor: TenantActor, invitees: readonly Invitee[]): Promise<{ results: InvitationResult[] }> {
    const results: InvitationResult[] = [];
    actor.record?.note({ after: { invited: invitees.map(({ email }) => email) } });
    for (const invitee of invitees) results.push(await this.#inviteOne(actor, invitee));
    return { results };
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
    return database.withGlobal(actor, async (tx) => {
      // Thrown in the transaction, so that the request's record does not say that it was done.
      if ((await sql.revokeInvitation(tx, actor.tenantId, id)) === 0) throw notFound();
      return { id };
    });
  }

  async #inviteOne(actor: TenantActor, invitee: Invitee): Promise<InvitationResult> {
    try {
      const { link } = await this.invite(actor, invitee);
      return { email: invitee.email, problem: null, link };
    } catch (error) {
      const problem = error instanceof UserError ? problemOf(error) : null;
      if (problem === null) throw error;
      return { email: invitee.email, problem, link: null };
    }
  }

  #send(
    actor: TenantActor,
    inviter: string | null,
    store: (tx: GlobalTx, tokenHash: Buffer) => Promise<sql.InvitationRow>,
  ): Promise<SentInvitation> {
    const tenantName = (tx: GlobalTx) => sql.tenantNameOf(tx, actor.tenantId);
    return sendInvitation(this.#options, actor, { inviter, tenantId: actor.tenantId, store, tenantName });
  }
}
