import { SYSTEM } from '../kernel/actor.ts';
import type { Database, GlobalTx } from '../kernel/database.ts';
import * as sql from './provisioning.sql.ts';
import { kindOf, placeOf, type ClaimedPerson, type SignInFailure } from './sessions.rules.ts';

export type Admission =
  | { readonly accountId: string; readonly tenantId: string | null }
  | { readonly failure: SignInFailure; readonly accountId: string | null };

/**
 * Takes over what the provider says of a person at sign-in: account, roles, memberships. It is kept even where the
 * sign-in is then refused, so that rights which the provider took away end in older sessions too.
 */
export function admit(database: Database, person: ClaimedPerson): Promise<Admission> {
  return database.withGlobal(SYSTEM, async (tx) => {
    const account = await provision(tx, person);
    if (!account) return { failure: 'no-role', accountId: null };
    const place = placeOf(
      person.roles,
      account.disabled,
      await sql.memberships(tx, account.id),
      await sql.lastTenant(tx, account.id),
    );
    if ('failure' in place) return { failure: place.failure, accountId: account.id };
    await sql.stampSignIn(tx, account.id);
    return { accountId: account.id, tenantId: place.tenantId };
  });
}

/** Makes accounts for people who have not signed in yet, exactly as their first sign-in will find them. */
export async function enrol(database: Database, people: readonly ClaimedPerson[]): Promise<void> {
  await database.withGlobal(SYSTEM, async (tx) => {
    for (const person of people) await provision(tx, person);
  });
}

/** A stranger without a role leaves no trace. */
async function provision(tx: GlobalTx, person: ClaimedPerson): Promise<sql.AccountRow | null> {
  const account = await (person.roles.length > 0 ? sql.upsertAccount(tx, person) : sql.updateAccount(tx, person));
  if (!account) return null;
  await sql.followClaim(tx, account.id, person.tenants);
  if (kindOf(person.roles) === 'global') await sql.ensureGlobalUser(tx, account.id);
  return account;
}
