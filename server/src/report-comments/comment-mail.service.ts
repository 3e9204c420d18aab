import type { Logger } from 'pino';
import { SYSTEM } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import type { TenantMail } from '../mail/mail.ts';
import { enqueueUnlessRecent, isMailAddress, mailLanguage } from '../mail/outbox.service.ts';
import { commentMail, QUIET_MINUTES, type MailedComment } from './comment-mail.rules.ts';
import { listAddressees } from './report-comments.sql.ts';

/** A comment, and who is notified of it. */
export interface CommentMail extends MailedComment {
  readonly tenantId: string;
  readonly reportId: string;
  readonly thread: string;
  readonly comment: string;
  readonly accounts: readonly string[];
}

export interface CommentMailOptions {
  readonly database: Database;
  readonly mail: TenantMail;
  /** The portal's public address. */
  readonly publicUrl: URL;
  readonly log: Logger;
}

/** Mails comments to those whom they mention or answer, in their languages. */
export class CommentMailService {
  readonly #options: CommentMailOptions;

  constructor(options: CommentMailOptions) {
    this.#options = options;
  }

  /** Of one tenant, once the comments are stored. A mail that cannot be written is logged: its person is notified in the portal. */
  async send(mails: readonly CommentMail[]): Promise<void> {
    const { database, mail, log } = this.#options;
    const [first] = mails;
    if (!first) return;
    try {
      const accounts = mails.flatMap((one) => one.accounts);
      const people = await database.withGlobal(SYSTEM, (tx) => listAddressees(tx, first.tenantId, accounts), 'reads');
      for (const one of mails)
        for (const person of people.filter(({ account }) => one.accounts.includes(account)))
          if (isMailAddress(person.email)) await this.#write(one, person, mail);
      mail.wake();
    } catch (error) {
      log.error({ err: error }, 'could not mail a comment');
    }
  }

  async #write(
    comment: CommentMail,
    { account, email, language }: { account: string; email: string; language: string | null },
    { contactEmail, isHeld }: TenantMail,
  ): Promise<void> {
    const { database, publicUrl } = this.#options;
    const links = {
      thread: new URL(`/reports/${comment.reportId}?comment=${comment.thread}`, publicUrl),
      notifications: new URL('/user#notifications', publicUrl),
    };
    const content = commentMail(comment, mailLanguage(language), links);
    await database.withGlobal(SYSTEM, (tx) =>
      enqueueUnlessRecent(
        tx,
        contactEmail,
        {
          kind: 'report-comment',
          slot: `${comment.thread} ${account} ${comment.comment}`,
          recipient: email,
          replyTo: null,
          content,
          tenant: { id: comment.tenantId, isHeld },
        },
        { topic: `${comment.thread} ${account}`, minutes: QUIET_MINUTES },
      ),
    );
  }
}
