import { MAIL_PAGE, type MailItem, type MailSettings, type MailStatus, type StoredMail } from '@rise/contract';
import type { TenantActor } from '../kernel/actor.ts';
import type { Database, TenantTx } from '../kernel/database/database.ts';
import { notFound, UserError } from '../kernel/errors/user-error.ts';
import type { TenantMail } from '../mail/mail.ts';
import { isPublicDomain } from '../kernel/text/public-domains.ts';
import { verifiedDomains } from '../domains/verified-domains.service.ts';
import { preview } from './mail-preview.rules.ts';
import { readOutsideMail } from './outside-mail.service.ts';
import * as sql from './mail-administration.sql.ts';

/** Those who unsubscribed are listed up to so many. */
const SHOWN_UNSUBSCRIBED = 200;

export interface MailRequest {
  readonly status?: MailStatus | undefined;
  readonly kind?: MailItem['kind'] | undefined;
  readonly search?: string | undefined;
  readonly page: number;
}

/** What a tenant's administrators see of its mail, and where it may go. */
export class MailAdministrationService {
  readonly #database: Database;
  readonly #mail: TenantMail;

  constructor({ database, mail }: { database: Database; mail: TenantMail }) {
    this.#database = database;
    this.#mail = mail;
  }

  settings(actor: TenantActor): Promise<MailSettings> {
    return this.#database.withTenant(actor, (tx) => this.#readSettings(tx), 'reads');
  }

  /** VALIDATION_FAILED for domains at which anybody gets an address. */
  change(actor: TenantActor, domains: readonly string[]): Promise<MailSettings> {
    const details = domains.flatMap((domain, place) =>
      isPublicDomain(domain)
        ? [{ field: `domains.${place}`, message: `Anybody gets an address at ${domain}. Name an organization’s own domain.` }] // prettier-ignore
        : [],
    );
    if (details.length > 0) throw new UserError('VALIDATION_FAILED', undefined, details);
    return this.#database.withTenant(actor, async (tx) => {
      const after = [...new Set(domains)].toSorted();
      actor.record?.note({ before: { domains: (await this.#readSettings(tx)).domains }, after: { domains: after } });
      await sql.saveDomains(tx, after);
      // Mail that waits was written under what was allowed before.
      await sql.stopMailBeyond(tx, domains, 'The domain is not allowed any more.');
      return this.#readSettings(tx);
    });
  }

  list(
    actor: TenantActor,
    { status, kind, search = '', page }: MailRequest,
  ): Promise<{ mails: MailItem[]; total: number; server: boolean }> {
    const filter = { status: status ?? null, kind: kind ?? null, search };
    return this.#database.withTenant(
      actor,
      async (tx) => {
        const rows = await sql.listMail(tx, filter, { most: MAIL_PAGE, offset: (page - 1) * MAIL_PAGE });
        const total = await sql.countMail(tx, filter);
        return { mails: rows.map(toItem), total, server: !this.#mail.isHeld };
      },
      'reads',
    );
  }

  read(actor: TenantActor, id: string): Promise<StoredMail> {
    return this.#database.withTenant(
      actor,
      async (tx) => {
        const row = await sql.findMail(tx, id);
        if (!row) throw notFound();
        const { text, html, unsubscribe, ...item } = row;
        if (text === null || html === null) return { ...toItem(item), text: null, html: null };
        return { ...toItem(item), ...preview({ text, html, unsubscribe }, await sql.findPictures(tx, id)) };
      },
      'reads',
    );
  }

  /**
   * CONFLICT for one that is sent or waits, where no mail server is set up, for an address that gets no mail any more, and
   * for an invitation that is not open any more.
   */
  async retry(actor: TenantActor, id: string): Promise<MailItem> {
    const row = await this.#database.withTenant(actor, async (tx) => {
      const mail = await sql.findMail(tx, id);
      if (!mail) throw notFound();
      if (this.#mail.isHeld) throw new UserError('CONFLICT', 'No mail server is set up here, so nothing can be sent.');
      const { recipient } = mail;
      if (mail.unsubscribe !== null && (await readOutsideMail(tx, [recipient])).stopped(recipient) !== null)
        throw new UserError('CONFLICT', 'This address was unsubscribed, or its domain is not allowed any more.');
      if (await sql.hasDeadLink(tx, id))
        throw new UserError('CONFLICT', 'This invitation is not open any more. Invite the person again.');
      const released = await sql.releaseMail(tx, id);
      if (!released) throw new UserError('CONFLICT', 'This mail was sent, or waits to be sent already.');
      return released;
    });
    this.#mail.wake();
    return toItem(row);
  }

  async #readSettings(tx: TenantTx): Promise<MailSettings> {
    const [domains, verified, unsubscribed] = await Promise.all([
      sql.findDomains(tx),
      verifiedDomains(tx),
      sql.listUnsubscribed(tx, SHOWN_UNSUBSCRIBED),
    ]);
    return {
      domains,
      verified,
      unsubscribed: unsubscribed.map(({ address, createdAt }) => ({ address, at: createdAt.toISOString() })),
      server: !this.#mail.isHeld,
    };
  }
}

const toItem = ({ createdAt, sentAt, nextAttemptAt, ...mail }: sql.MailRow): MailItem => ({
  ...mail,
  createdAt: createdAt.toISOString(),
  sentAt: sentAt?.toISOString() ?? null,
  nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
});
