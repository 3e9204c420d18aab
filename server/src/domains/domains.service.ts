import { randomBytes } from 'node:crypto';
import { MAX_DOMAINS, type JoinRule, type TenantDomains, type TenantRole } from '@rise/contract';
import type { TenantActor } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { notFound } from '../kernel/errors/user-error.ts';
import { authorOf } from '../models/author.service.ts';
import type { TenantMail } from '../mail/mail.ts';
import { enqueue, isMailAddress, mailLanguage } from '../mail/outbox.service.ts';
import { started } from './domain-checks.rules.ts';
import type { DomainChecker } from './domain-checker.service.ts';
import { readDomain } from './domain-names.rules.ts';
import { approvalMail } from './domain-notices.rules.ts';
import { refusal, toDomain, toRequest } from './domains.rules.ts';
import * as sql from './domains.sql.ts';
import * as requests from './join-requests.sql.ts';

/** Requests that are listed. */
const SHOWN_REQUESTS = 200;
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** 160 random bits, in letters and digits that survive any form of a DNS provider. */
const newToken = (): string => Array.from(randomBytes(32), (byte) => ALPHABET[byte % 32]).join('');

const joiningOf = ({ joinRule, role }: sql.DomainRow) => ({ joinRule, role });

export interface DomainOptions {
  readonly database: Database;
  readonly mail: TenantMail;
  /** The portal's public address. */
  readonly publicUrl: URL;
  readonly checker: Pick<DomainChecker, 'checkNow'>;
}

/** The email domains of a tenant, and who may join by them. How someone joins: `sessions/join-by-domain.service.ts`. */
export class DomainService {
  readonly #options: DomainOptions;
  readonly #database: Database;

  constructor(options: DomainOptions) {
    this.#options = options;
    this.#database = options.database;
  }

  async list(actor: TenantActor): Promise<TenantDomains> {
    const { tenantId } = actor;
    const [rows, mailDomains] = await this.#database.withTenant(
      actor,
      async (tx) => [await sql.listDomains(tx), await sql.listMailDomains(tx)] as const,
      'reads',
    );
    const found = await this.#database.withGlobal(
      actor,
      (tx) => requests.listRequests(tx, tenantId, SHOWN_REQUESTS),
      'reads',
    );
    return { domains: rows.map((row) => toDomain(row, mailDomains)), requests: found.map(toRequest) };
  }

  /** VALIDATION_FAILED for what cannot be a tenant's domain; CONFLICT where the list has it, or too many. */
  async add(actor: TenantActor, text: string): Promise<TenantDomains> {
    const read = readDomain(text);
    if ('problem' in read) throw refusal(read.problem, 'VALIDATION_FAILED');
    const { domain } = read;
    const createdBy = await authorOf(this.#database, actor);
    await this.#database.withTenant(actor, async (tx) => {
      await sql.lockDomains(tx);
      const known = await sql.listDomains(tx);
      if (known.some((one) => one.domain === domain)) throw refusal('exists');
      if (known.length >= MAX_DOMAINS) throw refusal('limit');
      const id = await sql.insertDomain(tx, { domain, token: newToken(), createdBy }, started(new Date()));
      actor.record?.note({ after: { domain } }, id);
    });
    return this.list(actor);
  }

  async change(
    actor: TenantActor,
    id: string,
    { joinRule = null, role = null }: { joinRule?: JoinRule | null | undefined; role?: TenantRole | null | undefined },
  ): Promise<TenantDomains> {
    await this.#database.withTenant(actor, async (tx) => {
      const before = await sql.lockDomain(tx, id);
      if (!before) throw notFound();
      await sql.saveJoining(tx, id, { joinRule, role });
      const after = await sql.lockDomain(tx, id);
      actor.record?.note({
        targetName: before.domain,
        before: joiningOf(before),
        after: after ? joiningOf(after) : {},
      });
    });
    return this.list(actor);
  }

  /** CONFLICT within seconds of the check before, and for an expired one. */
  async check(actor: TenantActor, id: string): Promise<TenantDomains> {
    const known = (await this.list(actor)).domains.find((one) => one.id === id);
    if (!known) throw notFound();
    if ((await this.#options.checker.checkNow(actor, id)) === null) throw refusal('recent');
    return this.list(actor);
  }

  /** With another record: the one before may still be there under another owner. CONFLICT before it has expired. */
  async restart(actor: TenantActor, id: string): Promise<TenantDomains> {
    await this.#database.withTenant(actor, async (tx) => {
      const domain = await sql.lockDomain(tx, id);
      if (!domain) throw notFound();
      if (domain.state !== 'expired') throw refusal('open');
      await sql.restart(tx, id, newToken(), started(new Date()));
    });
    return this.list(actor);
  }

  async remove(actor: TenantActor, id: string): Promise<TenantDomains> {
    await this.#database.withTenant(actor, async (tx) => {
      const before = await sql.lockDomain(tx, id);
      if (!before) throw notFound();
      await sql.deleteDomain(tx, id);
      actor.record?.note({
        targetName: before.domain,
        before: { domain: before.domain, state: before.state, ...joiningOf(before) },
      });
    });
    return this.list(actor);
  }

  /** Makes the person a member, and mails them. CONFLICT while the domain is not verified. */
  async approve(actor: TenantActor, id: string): Promise<TenantDomains> {
    const { mail, publicUrl } = this.#options;
    const { tenantId } = actor;
    await this.#database.withGlobal(actor, async (tx) => {
      const request = await requests.lockRequest(tx, tenantId, id);
      if (!request) throw notFound();
      if (!request.isVerified) throw refusal('unverified');
      await requests.joinByRequest(tx, tenantId, request);
      await requests.deleteRequest(tx, tenantId, id);
      if (!isMailAddress(request.email)) return;
      await enqueue(tx, mail.contactEmail, {
        kind: 'domain',
        slot: `${id} approved`,
        recipient: request.email,
        replyTo: null,
        content: approvalMail(request.tenantName, mailLanguage(request.language), publicUrl),
        tenant: { id: tenantId, isHeld: mail.isHeld },
      });
    });
    mail.wake();
    return this.list(actor);
  }

  async decline(actor: TenantActor, id: string): Promise<TenantDomains> {
    const declined = await this.#database.withGlobal(actor, (tx) => requests.saveDeclined(tx, actor.tenantId, id));
    if (declined === 0) throw notFound();
    return this.list(actor);
  }
}
