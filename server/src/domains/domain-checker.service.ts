import { randomUUID } from 'node:crypto';
import type { DomainCheckResult } from '@rise/contract';
import type { Logger } from 'pino';
import { notify } from '../inbox/inbox.service.ts';
import { BackgroundWorker } from '../jobs/worker.ts';
import { traceJob } from '../jobs/trace-job.ts';
import { SYSTEM, systemIn, type TenantActor } from '../kernel/actor.ts';
import { writeRecord } from '../kernel/audit.ts';
import type { Database, TenantTx } from '../kernel/database/database.ts';
import type { TenantMail } from '../mail/mail.ts';
import { enqueue, isMailAddress, mailLanguage } from '../mail/outbox.service.ts';
import { withoutMuting } from '../notification-choices/notification-choices.service.ts';
import { afterCheck } from './domain-checks.rules.ts';
import { domainTitle, hasToken, recordOf } from './domain-names.rules.ts';
import { domainMail, domainNotification } from './domain-notices.rules.ts';
import * as sql from './domains.sql.ts';
import { TxtRecords } from './txt-records.ts';

const REST_MS = 15_000;
/** Longer than any question to DNS; a server that stops meanwhile holds a domain up for so long. */
const LEASE_MS = 60_000;
/** Between two checks that people ask for. */
const PAUSE_MS = 5000;

/** As the audit trail names them. */
// prettier-ignore
const ACTIONS = { verified: 'domain.verified', failing: 'domain.failing', expired: 'domain.expired' } as const;

export interface DomainCheckerOptions {
  readonly database: Database;
  readonly mail: TenantMail;
  /** The portal's public address. */
  readonly publicUrl: URL;
  /** Servers to ask, with ports if not 53; empty: those of the system. */
  readonly dnsServers: readonly string[];
  readonly log: Logger;
}

/** Looks for the records of domains: when they are due, and when a person asks. Several servers may run one each. */
export class DomainChecker {
  readonly #options: DomainCheckerOptions;
  readonly #database: Database;
  readonly #records: TxtRecords;
  #worker: BackgroundWorker | undefined;

  constructor(options: DomainCheckerOptions) {
    this.#options = options;
    this.#database = options.database;
    this.#records = new TxtRecords(options.dnsServers);
  }

  async start(): Promise<void> {
    const { log } = this.#options;
    this.#worker = new BackgroundWorker({
      database: this.#database,
      work: (signal) => this.work(signal),
      restMs: REST_MS,
      onError: (error) => log.warn({ err: error }, 'could not check domains'),
    });
  }

  async close(): Promise<void> {
    await this.#worker?.close();
  }

  /** Checks one domain that is due, and writes mail that is due; returns whether there was any. */
  async work(signal: AbortSignal): Promise<boolean> {
    const mailed = await this.#mailDue(signal);
    const now = new Date();
    for (const { tenantId, id } of await this.#database.withGlobal(SYSTEM, (tx) => sql.listDue(tx, now), 'reads')) {
      signal.throwIfAborted();
      const lease = randomUUID();
      const until = new Date(now.getTime() + LEASE_MS);
      const system = systemIn(tenantId);
      const due = await this.#database.withTenant(system, (tx) => sql.leaseDue(tx, id, { lease, now, until }));
      if (!due) continue;
      await traceJob('domain', tenantId, () => this.#check(system, id, { ...due, lease, isScheduled: true }));
      return true;
    }
    return mailed;
  }

  /** Null where another check is running or has ended just now, or where it has expired. */
  async checkNow(actor: TenantActor, id: string): Promise<DomainCheckResult | null> {
    const now = new Date();
    const lease = randomUUID();
    const until = new Date(now.getTime() + LEASE_MS);
    const checkedBefore = new Date(now.getTime() - PAUSE_MS);
    const due = await this.#database.withTenant(actor, (tx) =>
      sql.leaseNow(tx, id, { lease, now, until, checkedBefore }),
    );
    return due && this.#check(actor, id, { ...due, lease, isScheduled: false });
  }

  async #check(
    actor: TenantActor,
    id: string,
    { domain, token, lease, isScheduled }: { domain: string; token: string; lease: string; isScheduled: boolean },
  ): Promise<DomainCheckResult | null> {
    const answer = await this.#records.read(recordOf(domain, token).name);
    return this.#database.withTenant(actor, async (tx) => {
      await sql.lockProof(tx, domain);
      const before = await sql.lockLeased(tx, id, lease);
      // Removed, started again, or another server's by now.
      if (!before) return null;
      const result = await this.#resultOf(tx, before, answer);
      const now = new Date();
      const next = afterCheck(before, result, { now, isScheduled });
      const { state } = next;
      const isChanged = state !== before.state;
      const isBad = state === 'failing' || state === 'expired';
      await sql.saveCheck(tx, id, next, { result, now, isUnmailed: isChanged && isBad });
      if (isChanged && state !== 'pending') {
        await writeRecord(tx, actor, { action: ACTIONS[state], outcome: 'done', target: id, details: { domain } });
        // A person who starts a check sees what it found.
        if (isScheduled) await notify(tx, await sql.listAdministrators(tx), domainNotification(state, domainTitle(domain))); // prettier-ignore
      }
      return result;
    });
  }

  async #resultOf(
    tx: TenantTx,
    { domain, token }: sql.DomainRow,
    answer: Awaited<ReturnType<TxtRecords['read']>>,
  ): Promise<DomainCheckResult> {
    if (answer === 'missing' || answer === 'unknown') return answer;
    if (!hasToken(answer, token)) return 'missing';
    return (await sql.isTaken(tx, domain)) ? 'taken' : 'found';
  }

  /** Once the state is stored; the slot of each mail keeps a second server from writing it again. */
  async #mailDue(signal: AbortSignal): Promise<boolean> {
    const { mail, publicUrl } = this.#options;
    const places = await this.#database.withGlobal(SYSTEM, sql.listUnmailed, 'reads');
    for (const { tenantId, id } of places) {
      signal.throwIfAborted();
      const found = await this.#database.withTenant(systemIn(tenantId), async (tx) => {
        const domain = (await sql.listDomains(tx)).find((one) => one.id === id);
        return domain && { domain, people: await withoutMuting(tx, await sql.listAdministrators(tx), 'domains', 'mail') }; // prettier-ignore
      });
      if (!found) continue;
      const { domain, state, stateSince } = found.domain;
      // Mended meanwhile: there is nothing to do any more.
      if (state === 'failing' || state === 'expired')
        await this.#database.withGlobal(SYSTEM, async (tx) => {
          for (const { id: account, email, language } of await sql.listAddressees(tx, tenantId, found.people))
            if (isMailAddress(email))
              await enqueue(tx, mail.contactEmail, {
                kind: 'domain',
                slot: `${id} ${state} ${stateSince.toISOString()} ${account}`,
                recipient: email,
                replyTo: null,
                content: domainMail(state, domainTitle(domain), mailLanguage(language), publicUrl),
                tenant: { id: tenantId, isHeld: mail.isHeld },
              });
        });
      await this.#database.withTenant(systemIn(tenantId), (tx) => sql.saveMailed(tx, id, stateSince));
    }
    if (places.length > 0) mail.wake();
    return places.length > 0;
  }
}
