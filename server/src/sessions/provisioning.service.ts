import { SYSTEM } from '../kernel/actor.ts';
import { isNoSeat } from '../kernel/errors/no-seat.ts';
import type { Database, GlobalTx } from '../kernel/database/database.ts';
import { joinByAddress, notifyOf, type Joining } from './join-by-domain.service.ts';
import { bindProvisioned, findProvisioned } from '../scim/bind-person.service.ts';
import * as sql from './provisioning.sql.ts';
import { kindOf, chooseTenant, type ClaimedPerson, type SignInReason } from './sessions.rules.ts';

export type Admission =
  | { readonly accountId: string; readonly tenantId: string | null }
  | { readonly reason: SignInReason; readonly accountId: string | null };

interface AdmissionRequest {
  readonly isEmailVerified: boolean;
  readonly requestId: string;
  /** A tenant that has provisioned the person had no place for them. */
  readonly isFull?: boolean;
}

/**
 * Stores the provider's data about a person at sign-in: account, roles, memberships; even if the sign-in is then
 * rejected, so that rights which the provider withdrew end in older sessions too.
 */
export async function admit(
  database: Database,
  person: ClaimedPerson,
  { isEmailVerified, requestId, isFull: wasFull = false }: AdmissionRequest,
): Promise<Admission> {
  const { admission, joining } = await database.withGlobal(SYSTEM, async (tx) => {
    const known = await provision(tx, person);
    // What another provider than the installation's says of an address is worth nothing in other tenants.
    const joining: Joining =
      isEmailVerified && person.provider === undefined
        ? await joinByAddress(tx, person, { account: known, requestId })
        : { account: known, isWaiting: false, isFull: false, notify: null };
    const isFull = wasFull || joining.isFull || known?.isFull === true;
    return { admission: await admissionOf(tx, { ...joining, isFull }, person.provider !== undefined), joining };
  });
  await notifyOf(joining, database, person);
  return admission;
}

async function admissionOf(
  tx: GlobalTx,
  { account, isWaiting, isFull }: Joining,
  isOfTenant: boolean,
): Promise<Admission> {
  if (!account) return { reason: 'no-role', accountId: null };
  const place = chooseTenant(
    account.roles,
    account.disabled,
    await sql.memberships(tx, account.id),
    await sql.lastTenant(tx, account.id),
    isOfTenant,
  );
  if ('reason' in place) {
    const isNowhere = place.reason === 'no-role' || place.reason === 'unknown-tenant';
    const reason = !isNowhere ? place.reason : isFull ? 'tenant-full' : isWaiting ? 'approval-pending' : place.reason;
    return { reason, accountId: account.id };
  }
  await sql.stampSignIn(tx, account.id);
  return { accountId: account.id, tenantId: place.tenantId };
}

/**
 * Makes the person a member wherever the tenant's own provider has provisioned them and this sign-in is their first. People above the
 * tenants are no members by that. Returns whether a tenant's plan had no place for them.
 */
export async function joinProvisioned(database: Database, person: ClaimedPerson, requestId: string): Promise<boolean> {
  const { subject, objectId = null, provider } = person;
  const providerTenant = provider?.tenantId ?? null;
  const candidates = await findProvisioned(database, { subject, objectId, providerTenant });
  if (candidates.length === 0 || kindOf(person.roles) === 'global') return false;
  const account = await database.withGlobal(SYSTEM, (tx) => sql.upsertAccount(tx, person));
  if (account.disabled || kindOf(account.roles) === 'global') return false;
  try {
    await bindProvisioned(database, account.id, candidates, requestId);
    return false;
  } catch (error) {
    if (isNoSeat(error)) return true;
    throw error;
  }
}

/** Creates accounts for people who have not signed in yet, exactly as their first sign-in would. */
export async function provisionAccounts(database: Database, people: readonly ClaimedPerson[]): Promise<void> {
  await database.withGlobal(SYSTEM, async (tx) => {
    for (const person of people) await provision(tx, person);
  });
}

/** An account, and whether a claimed tenant's plan has no place for it. */
type Provisioned = sql.AccountRow & { readonly isFull: boolean };

/** Null for a person with neither a role nor an account: nothing is stored. */
export async function provision(tx: GlobalTx, person: ClaimedPerson): Promise<Provisioned | null> {
  if (person.roles.length > 0) return provisionAnyone(tx, person);
  const account = await sql.updateAccount(tx, person);
  return account && followClaims(tx, person, account);
}

/** Also a person to whom the provider gives no role: something else does. */
export const provisionAnyone = async (tx: GlobalTx, person: ClaimedPerson): Promise<Provisioned> =>
  followClaims(tx, person, await sql.upsertAccount(tx, person));

async function followClaims(tx: GlobalTx, person: ClaimedPerson, account: sql.AccountRow): Promise<Provisioned> {
  const isFull = await sql.followClaim(tx, account.id, person.tenants);
  if (kindOf(account.roles) === 'global') await sql.ensureGlobalUser(tx, account.id);
  return { ...account, isFull };
}
