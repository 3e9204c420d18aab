import type { SignInChoice } from '@rise/contract';
import { domainTitle } from '../domains/verified-domains.service.ts';
import { SYSTEM, systemIn } from '../kernel/actor.ts';
import { writeRecord } from '../kernel/audit.ts';
import type { Database, GlobalTx } from '../kernel/database/database.ts';
import { publish } from '../kernel/events.ts';
import { OperatorError } from '../kernel/errors/operator-error.ts';
import { findTenantBySlug } from '../tenants/tenants.service.ts';
import * as sql from './identity-providers.sql.ts';

export interface SharedSignIn {
  readonly before: SignInChoice;
  readonly after: Exclude<SignInChoice, 'own'>;
  /** Members with an account of the installation's provider. */
  readonly sharedMembers: number;
  /** Domains whose addresses lead to the tenant's own provider still. */
  readonly ownDomains: readonly string[];
  /** Sessions of accounts that are not let in any more. */
  readonly endedSessions: number;
}

/**
 * Lets a tenant's people sign in with the installation's provider again, where their own one is broken: beside it, or
 * with `only` instead of it. Throws an `OperatorError` for an unknown tenant, and where they may do so already.
 */
export function allowSharedSignIn(
  database: Database,
  { slug, only, operator }: { slug: string; only: boolean; operator: string },
): Promise<SharedSignIn> {
  return database.withGlobal(SYSTEM, async (tx) => {
    const tenant = await findTenantBySlug(tx, slug);
    if (tenant === null) throw new OperatorError(`there is no tenant with the slug '${slug}'`);
    await sql.lockSignIn(tx, tenant.id);
    const before = await sql.readSignIn(tx, tenant.id);
    const after = only ? 'shared' : 'any';
    if (before === 'shared' || before === after) throw new OperatorError(nothingToDo(slug, before));
    await sql.saveSignIn(tx, tenant.id, after);
    const endedSessions = await endSessions(tx, tenant.id);
    await writeRecord(tx, systemIn(tenant.id), {
      action: 'identity-provider.allow-shared',
      outcome: 'done',
      target: tenant.id,
      details: { operator, signIn: { before, after }, endedSessions },
    });
    const ownDomains = only ? [] : (await sql.listDomains(tx, tenant.id)).map(domainTitle);
    const { sharedMembers } = await sql.countPeople(tx, tenant.id);
    return { before, after, sharedMembers, ownDomains, endedSessions };
  });
}

const nothingToDo = (slug: string, signIn: Exclude<SignInChoice, 'own'>) =>
  signIn === 'shared'
    ? `people of tenant ${slug} sign in with the shared provider only; there is nothing to allow`
    : `people of tenant ${slug} can sign in with the shared provider already; --only makes it the only one`;

async function endSessions(tx: GlobalTx, tenantId: string): Promise<number> {
  const ended = await sql.endSessionsNotAdmitted(tx, tenantId);
  for (const id of ended) await publish(tx, { kind: 'session', to: { session: id } });
  return ended.length;
}
