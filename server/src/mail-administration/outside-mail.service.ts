import type { Language } from '@rise/contract';
import { isUuid } from '@rise/contract';
import { systemIn } from '../kernel/actor.ts';
import { writeRecord } from '../kernel/audit.ts';
import type { Database, TenantTx } from '../kernel/database/database.ts';
import { seal, unseal } from '../kernel/security/keys.ts';
import { ownTenant } from '../tenants/tenants.service.ts';
import { isAtDomain } from './mail-domains.rules.ts';
import * as sql from './mail-administration.sql.ts';

/** Bound to what the token is for. */
const PURPOSE = 'unsubscribe';

/** Where a tenant's reports may go without an account, and who wants none. */
export interface OutsideMail {
  readonly domains: readonly string[];
  /** Why an address gets nothing; null where it does. */
  stopped(address: string): 'domain' | 'unsubscribed' | null;
}

/** As it is now, for these addresses. */
export async function readOutsideMail(tx: TenantTx, addresses: readonly string[]): Promise<OutsideMail> {
  const [domains, gone] = await Promise.all([sql.findDomains(tx), sql.findUnsubscribed(tx, addresses)]);
  const unsubscribed = new Set(gone);
  return {
    domains,
    stopped: (address) =>
      !isAtDomain(address, domains) ? 'domain' : unsubscribed.has(address) ? 'unsubscribed' : null,
  };
}

/** The page on which the reader of an address unsubscribes it: by its token alone, which only that mail has. */
export function unsubscribeUrl(
  key: Buffer,
  publicUrl: URL,
  { tenantId, address, language }: { tenantId: string; address: string; language: Language },
): URL {
  const token = seal(key, PURPOSE, JSON.stringify([tenantId, address, language])).toString('base64url');
  return new URL(`/unsubscribe/${token}`, publicUrl);
}

export interface Subscriber {
  readonly tenantId: string;
  /** Name of the tenant. */
  readonly tenant: string;
  readonly address: string;
  readonly language: Language;
  readonly isUnsubscribed: boolean;
}

/** Unsubscribes addresses, for those who have a token of ours. */
export class UnsubscribeService {
  readonly #database: Database;
  readonly #key: Buffer;

  constructor({ database, unsubscribeKey }: { database: Database; unsubscribeKey: Buffer }) {
    this.#database = database;
    this.#key = unsubscribeKey;
  }

  /** Null for a token that is none of ours, and where the tenant does not exist any more. */
  async find(token: string): Promise<Subscriber | null> {
    const opened = unseal(this.#key, PURPOSE, Buffer.from(token, 'base64url'));
    if (opened === null) return null;
    const [tenantId, address, language] = JSON.parse(opened) as [string, string, Language];
    if (!isUuid(tenantId)) return null;
    return this.#database.withTenant(
      systemIn(tenantId),
      async (tx) => {
        const tenant = await ownTenant(tx);
        const [gone] = await sql.findUnsubscribed(tx, [address]);
        return tenant && { tenantId, tenant: tenant.name, address, language, isUnsubscribed: gone !== undefined };
      },
      'reads',
    );
  }

  /** `isUnsubscribed`: false takes it back. Mail that waits is given up. */
  async put({ tenantId, address }: Subscriber, isUnsubscribed: boolean, requestId: string): Promise<void> {
    const system = systemIn(tenantId);
    await this.#database.withTenant(system, async (tx) => {
      const changed = isUnsubscribed
        ? await sql.insertUnsubscription(tx, address)
        : await sql.deleteUnsubscription(tx, address);
      if (changed === 0) return;
      if (isUnsubscribed) await sql.stopMailTo(tx, address, 'The recipient unsubscribed.');
      const action = isUnsubscribed ? 'mail.unsubscribe' : 'mail.resubscribe';
      await writeRecord(tx, system, { action, outcome: 'done', target: address, requestId });
    });
  }
}
