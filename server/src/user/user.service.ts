import type { Status, User } from '@rise/contract';
import type { Actor } from '../kernel/actor.ts';
import type { Database, GlobalTx } from '../kernel/database.ts';
import { publish } from '../kernel/events.ts';
import { Failure } from '../kernel/failure.ts';
import { setStatus, tenantsOf, userById, type UserRow } from './user.sql.ts';

export type UserService = ReturnType<typeof createUsers>;

/** The signed-in person as the shell shows them. The status is theirs in every tenant. */
export function createUsers({ database }: { database: Database }) {
  const answer = async (actor: Actor, work: (tx: GlobalTx, accountId: string) => Promise<UserRow | null>) => {
    const { accountId } = actor;
    const row = accountId === null ? null : await database.withGlobal(actor, (tx) => work(tx, accountId));
    if (!row) throw new Failure('UNAUTHENTICATED');
    return userOf(row);
  };
  return {
    read: (actor: Actor): Promise<User> => answer(actor, userById),
    setStatus: (actor: Actor, status: Status): Promise<User> =>
      answer(actor, async (tx, accountId) => {
        const row = await setStatus(tx, accountId, status);
        // Others see it beside one's name.
        const tenants = await tenantsOf(tx, accountId);
        await publish(tx, { kind: 'chat', to: { tenants }, data: { contactId: accountId } });
        return row;
      }),
  };
}

function userOf({ id, email, firstName, lastName, avatar, status }: UserRow): User {
  return { id, name: [firstName, lastName].filter(Boolean).join(' ') || email, email, avatar, status };
}
