import type { OwnedThings } from '@rise/contract';
import { notify } from '../inbox/inbox.service.ts';
import { SYSTEM, type TenantActor } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { countOwned, handOver, type Successor } from './owned-things.ts';
import { handOverNotification } from './notices.rules.ts';
import { refusal } from './users.rules.ts';
import { keepAdministrator, publishRights, requireMember } from './users.service.ts';
import { endAccess, findPerson, saveRemoved } from './users.sql.ts';

const sum = (owned: OwnedThings): number => Object.values(owned).reduce((total, count) => total + count, 0);

/** Removes people from a tenant. Their accounts stay: they may belong to others. */
export class UserRemovalService {
  readonly #database: Database;

  constructor({ database }: { database: Database }) {
    this.#database = database;
  }

  /** All of it in one transaction: nobody is gone while what they own still runs with their rights. */
  async remove(actor: TenantActor, id: string, handOverTo: string | null): Promise<{ id: string }> {
    const [person, successor] = await Promise.all([this.#find(actor, id), this.#find(actor, handOverTo)]);
    await this.#database.withTenant(actor, async (tx) => {
      await requireMember(tx, id);
      if (id === actor.accountId) throw refusal('self');
      const owned = await countOwned(tx, id);
      const count = sum(owned);
      if (count > 0 || handOverTo !== null) {
        if (successor === null || successor.id === id || (await requireMember(tx, successor.id)).isDisabled)
          throw refusal('handOverTo', 'VALIDATION_FAILED');
        await handOver(tx, id, { account: successor.id, email: successor.email } satisfies Successor);
        if (count > 0)
          await notify(tx, [successor.id], handOverNotification(person?.name || person?.email || '', count));
      }
      actor.record?.note({ before: { email: person?.email ?? null, owned }, after: { handOverTo } });
      await keepAdministrator(tx, () => saveRemoved(tx, id));
      await endAccess(tx, id);
      await publishRights(tx, id);
    });
    return { id };
  }

  /** A member; null for anyone else. */
  async #find({ tenantId }: TenantActor, id: string | null) {
    if (id === null) return null;
    return this.#database.withGlobal(SYSTEM, (tx) => findPerson(tx, tenantId, id), 'reads');
  }
}
