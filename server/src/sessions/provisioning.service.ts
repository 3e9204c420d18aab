import { SYSTEM } from '../kernel/actor.ts';
import type { Database, GlobalTx } from '../kernel/database/database.ts';
import { joinByAddress, notifyOf, type Joining } from './join-by-domain.service.ts';
import { bindProvisioned, findProvisioned } from '../scim/bind-person.service.ts';
import * as sql from './provisioning.sql.ts';
import { kindOf, chooseTenant, type ClaimedPerson, type SignInReason } from './sessions.rules.ts';

export type Admission =
  | { readonly accountId: string; readonly tenantId: string | null }
  | { readonly reason: SignInReason; readonly accountId: string | null };

/**
 * Stores the provider's data about a person at sign-in: account, roles, memberships; even if the sign-in is then
 * rejected, so that rights which the provider withdrew end in older sessions too.
 */
export async function admit(
  database: Database,
  person: ClaimedPerson,
  { isEmailVerified, requestId }: { isEmailVerified: boolean; requestId: string },
): Promise<Admission> {
  const { admission, joining } = await database.withGlobal(SYSTEM, async (tx) => {
    const known = await provision(tx, person);
    const joining: Joining = isEmailVerified
      ? await joinByAddress(tx, person, { account: known, requestId })
      : { account: known, isWaiting: false, notify: null };
    return { admission: await admissionOf(tx, joining), joining };
  });
  await notifyOf(joining, database, person);
  return admission;
}

async function admissionOf(tx: GlobalTx, { account, isWaiting }: Joining): Promise<Admission> {
  if (!account) return { reason: 'no-role', accountId: null };
  const place = chooseTenant(
    account.roles,
    account.disabled,
    await sql.memberships(tx, account.id),
    await sql.lastTenant(tx, account.id),
  );
  if ('reason' in place) {
    const waits = isWaiting && (place.reason === 'no-role' || place.reason === 'unknown-tenant');
    return { reason: waits ? 'approval-pending' : place.reason, accountId: account.id };
  }
  await sql.stampSignIn(tx, account.id);
  return { accountId: account.id, tenantId: place.tenantId };
}

/**
 * Makes the person a member wherever the tenant's own provider has provisioned them and this sign-in is their first. People above the
 * tenants are no members by that.
 */
export async function joinProvisioned(database: Database, person: ClaimedPerson, requestId: string): Promise<void> {
  const { subject, objectId = null } = person;
  const candidates = await findProvisioned(database, { subject, objectId });
  if (candidates.length === 0 || kindOf(person.roles) === 'global') return;
  const account = await database.withGlobal(SYSTEM, (tx) => sql.upsertAccount(tx, person));
  if (account.disabled || kindOf(account.roles) === 'global') return;
  await bindProvisioned(database, account.id, candidates, requestId);
}

/** Creates accounts for people who have not signed in yet, exactly as their first sign-in would. */
export async function provisionAccounts(database: Database, people: readonly ClaimedPerson[]): Promise<void> {
  await database.withGlobal(SYSTEM, async (tx) => {
    for (const person of people) await provision(tx, person);
  });
}

/** Null for a person with neither a role nor an account: nothing is stored. */
export async function provision(tx: GlobalTx, person: ClaimedPerson): Promise<sql.AccountRow | null> {
  const account = await (person.roles.length > 0 ? sql.upsertAccount(tx, person) : sql.updateAccount(tx, person));
  if (!account) return null;
  await sql.followClaim(tx, account.id, person.tenants);
  if (kindOf(account.roles) === 'global') await sql.ensureGlobalUser(tx, account.id);
  return account;
}
