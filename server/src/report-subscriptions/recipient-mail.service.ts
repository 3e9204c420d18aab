import { MAX_LINK_DAYS, type Language, type SkipReason } from '@rise/contract';
import { outsideReader, type OutsideReaderOptions } from '../embedding/outside-reader.service.ts';
import { SYSTEM, systemIn, type TenantActor } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { nullIfNotFound } from '../kernel/errors/user-error.ts';
import { readOutsideMail, unsubscribeUrl } from '../mail-administration/outside-mail.service.ts';
import type { TenantMail } from '../mail/mail.ts';
import { enqueue, isMailAddress, mailLanguage } from '../mail/outbox.service.ts';
import { personNow } from '../sessions/person-now.service.ts';
import type { ComposedMail, ComposeMail, MailedReport } from './report-mail.service.ts';
import * as sql from './report-subscriptions.sql.ts';

/** Time that a mail to one recipient may take to be prepared. */
const COMPOSE_MS = 300_000;
const DAY_MS = 86_400_000;

export interface RecipientMailOptions {
  readonly database: Database;
  readonly compose: ComposeMail;
  /** Who sees what is sent to an address outside. */
  readonly outside: OutsideReaderOptions;
  readonly mail: TenantMail;
  /** The portal's public address. */
  readonly publicUrl: URL;
  /** Key of the links that unsubscribe addresses outside. */
  readonly unsubscribeKey: Buffer;
}

/** Of a run: a person of the tenant, or an address without an account. */
export interface Recipient {
  /** Id of the account, or the address: what the run knows them by. */
  readonly key: string;
  /** Null for an address. */
  readonly accountId: string | null;
  readonly email: string;
  readonly language: Language;
}

export interface RunOfSubscription {
  readonly tenantId: string;
  readonly run: Pick<sql.RunRow, 'id' | 'onlyTo'>;
  readonly subscription: sql.SubscriptionRow;
  readonly zone: string;
  readonly signal: AbortSignal;
}

export type Delivered = Pick<sql.DeliveryRow, 'status' | 'skipped'>;

/** Writes the mail of a run to one recipient, with the rights that they have at that moment. */
export class RecipientMail {
  readonly #options: RecipientMailOptions;
  readonly #database: Database;

  constructor(options: RecipientMailOptions) {
    this.#options = options;
    this.#database = options.database;
  }

  /** Those of a run, without accounts that were deleted, which are recipients no longer. */
  async recipients({
    tenantId,
    run,
    subscription,
  }: Pick<RunOfSubscription, 'tenantId' | 'run' | 'subscription'>): Promise<Recipient[]> {
    const accounts = run.onlyTo === null ? subscription.recipients : [run.onlyTo];
    const people = await Promise.all(
      accounts.map(async (accountId) => {
        const person = await this.#database.withGlobal(
          SYSTEM,
          (tx) => sql.findRecipient(tx, tenantId, accountId),
          'reads',
        );
        return person && { key: accountId, accountId, email: person.email, language: mailLanguage(person.language) };
      }),
    );
    const outside = run.onlyTo === null ? subscription.addresses : [];
    const language = subscription.outsideLanguage ?? mailLanguage(null);
    return [
      ...people.flatMap((person) => person ?? []),
      ...outside.map((address) => ({ key: address, accountId: null, email: address, language })),
    ];
  }

  /** `beforeWriting` throws where the run is another server's by now. */
  async deliver(of: RunOfSubscription, recipient: Recipient, beforeWriting: () => Promise<void>): Promise<Delivered> {
    const { accountId } = recipient;
    const written = accountId === null ? await this.#toAddress(of, recipient) : await this.#toPerson(of, { ...recipient, accountId }); // prettier-ignore
    if (typeof written === 'string') return { status: 'skipped', skipped: written };
    await beforeWriting();
    const { contactEmail, isHeld } = this.#options.mail;
    await this.#database.withGlobal(SYSTEM, (tx) =>
      enqueue(tx, contactEmail, {
        kind: 'report-subscription',
        slot: mailSlot(of.run.id, recipient.key),
        recipient: recipient.email,
        replyTo: null,
        tenant: { id: of.tenantId, isHeld },
        ...written,
      }),
    );
    return { status: 'sent', skipped: null };
  }

  async #toPerson(of: RunOfSubscription, recipient: Recipient & { accountId: string }): Promise<Written> {
    const actor = await personNow(this.#database, of.tenantId, recipient.accountId);
    if (!actor) return 'left';
    if (!actor.permissions.has('report.read')) return 'no-access';
    if (!isMailAddress(recipient.email)) return 'no-address';
    const { language } = recipient;
    return this.#compose({ ...actor, language }, mailedOf(of), of, language);
  }

  /** What is allowed is read at each run: a domain that was taken away gets nothing more. */
  async #toAddress(of: RunOfSubscription, { email: address, language }: Recipient): Promise<Written> {
    const { tenantId, subscription } = of;
    const { id, reportId, outsideFilters: filters } = subscription;
    const allowed = await this.#database.withTenant(
      systemIn(tenantId),
      (tx) => readOutsideMail(tx, [address]),
      'reads',
    );
    const stopped = allowed.stopped(address);
    if (stopped !== null) return stopped;
    if (filters === null) return 'no-scope';
    const expiresAt = new Date(Date.now() + MAX_LINK_DAYS * DAY_MS);
    const grant = { tenantId, id, reportId, filters, language, expiresAt };
    const reader = await outsideReader(this.#options.outside, grant).catch(
      (error: unknown) =>
        // Undefined: there is nothing that may be shown outside.
        nullIfNotFound(error) ?? undefined,
    );
    if (reader === undefined) return 'no-access';
    if (reader === null) return 'no-scope';
    const { publicUrl, unsubscribeKey } = this.#options;
    const unsubscribe = unsubscribeUrl(unsubscribeKey, publicUrl, { tenantId, address, language });
    const mailed = { ...mailedOf(of), outside: { document: reader.document, filters, unsubscribe } };
    const written = await this.#compose(reader.actor, mailed, of, language);
    return typeof written === 'string' ? written : { ...written, unsubscribe };
  }

  async #compose(
    actor: TenantActor,
    mailed: MailedReport,
    { run, signal }: RunOfSubscription,
    language: Language,
  ): Promise<Written> {
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(COMPOSE_MS)]);
    const request = { id: run.id, language, signal: deadline };
    return (await this.#options.compose(actor, mailed, request).catch(nullIfNotFound)) ?? 'no-access';
  }
}

/** A mail, or why there is none. */
type Written = (ComposedMail & { readonly unsubscribe?: URL }) | SkipReason;

const mailedOf = ({ subscription, run, zone }: RunOfSubscription): MailedReport => ({
  ...subscription,
  report: subscription.reportId,
  zone,
  scheduled: run.onlyTo === null,
});

/** The outbox writes one mail for each. */
export const mailSlot = (run: string, recipient: string): string => `${run} ${recipient}`;
