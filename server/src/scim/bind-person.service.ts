import { SYSTEM, systemIn } from '../kernel/actor.ts';
import { writeRecord } from '../kernel/audit.ts';
import type { Database } from '../kernel/database/database.ts';
import { bind, findCandidates, type Candidate, type ProvenPerson } from './bind-person.sql.ts';
import { alignMembership } from './memberships.service.ts';
import { lockPeople } from './memberships.sql.ts';

/** Where a sign-in is of a person who was provisioned and has not signed in before; by claims, and never by an email address. */
export function findProvisioned(database: Database, claims: ProvenPerson): Promise<Candidate[]> {
  return database.withGlobal(SYSTEM, (tx) => findCandidates(tx, claims), 'reads');
}

/** From now on the account is that person: its membership follows what the provider says of them. */
export async function bindProvisioned(
  database: Database,
  account: string,
  candidates: readonly Candidate[],
  requestId: string,
): Promise<void> {
  for (const { tenantId, id } of candidates)
    await database.withTenant(systemIn(tenantId), async (tx) => {
      await lockPeople(tx);
      const bound = await bind(tx, id, account);
      if (!bound) return;
      await writeRecord(
        tx,
        { tenantId, accountId: account },
        {
          action: 'provisioning.bind',
          outcome: 'done',
          target: id,
          requestId,
          details: { name: bound.userName },
        },
      );
      await alignMembership(tx, { id, accountId: account, isActive: bound.isActive });
    });
}
