import type { Status, User } from '@rise/contract';
import type { Actor } from '../kernel/actor.ts';
import type { Database, GlobalTx } from '../kernel/database/database.ts';
import { publish } from '../kernel/events.ts';
import { UserError } from '../kernel/errors/user-error.ts';
import { listTenantIds, setStatus, userById, type UserRow } from './user.sql.ts';

/** The signed-in person. The status is the same in every tenant. */
export class UserService {
  readonly #database: Database;

  constructor({ database }: { database: Database }) {
    this.#database = database;
  }

  read(actor: Actor): Promise<User> {
    return this.#withAccount(actor, userById);
  }

  setStatus(actor: Actor, status: Status): Promise<User> {
    return this.#withAccount(actor, async (tx, accountId) => {
      const row = await setStatus(tx, accountId, status);
      // Colleagues see it in chat, so their pages are notified.
      const tenants = await listTenantIds(tx, accountId);
      await publish(tx, { kind: 'chat', to: { tenants }, data: { contactId: accountId } });
      return row;
    });
  }

  async #withAccount(actor: Actor, work: (tx: GlobalTx, accountId: string) => Promise<UserRow | null>): Promise<User> {
    const { accountId } = actor;
    const row = accountId === null ? null : await this.#database.withGlobal(actor, (tx) => work(tx, accountId));
    if (!row) throw new UserError('UNAUTHENTICATED');
    return toUser(row);
  }
}

function toUser({ id, email, firstName, lastName, avatar, status }: UserRow): User {
  return { id, name: [firstName, lastName].filter(Boolean).join(' ') || email, email, avatar, status };
}
