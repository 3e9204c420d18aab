import type { PresentPerson } from '@rise/contract';
import { accountOf, SYSTEM, type TenantActor } from '../kernel/actor.ts';
import type { Database, TenantTx } from '../kernel/database/database.ts';
import { UserError } from '../kernel/errors/user-error.ts';
import { publish } from '../kernel/events.ts';
import { openDraft } from '../report-drafts/report-drafts.service.ts';
import * as sql from './report-presence.sql.ts';

/** After which a page that is not heard of counts as closed. Pages are heard of every eight. */
const SILENT_SECONDS = 20;
const MOST_PEOPLE = 20;

interface Place {
  readonly id: string;
  readonly visit: string;
}

/**
 * Who has the builder of a report open, in all servers: pages say so again and again, and hear of others by events. A
 * report that a person may not edit is NOT_FOUND for them.
 */
export class ReportPresenceService {
  readonly #database: Database;

  constructor({ database }: { database: Database }) {
    this.#database = database;
  }

  /** Returns the others. CONFLICT for the visit of another person. */
  async enter(actor: TenantActor, { id, visit }: Place, tile: string | null): Promise<PresentPerson[]> {
    const account = accountOf(actor);
    const name = await this.#database.withGlobal(SYSTEM, (tx) => sql.nameOfAccount(tx, account), 'reads');
    return this.#database.withTenant(actor, async (tx) => {
      await openDraft(tx, actor, id, 'reads');
      const known = await sql.lockVisit(tx, { report: id, visit });
      if (known && known.account !== account)
        throw new UserError('CONFLICT', 'This visit is of another person. Choose another id.');
      const gone = await sql.removeSilent(tx, id, SILENT_SECONDS);
      await sql.putVisit(tx, { report: id, visit, account }, { name, tile });
      if (gone > 0 || known?.tile !== tile) await publishPresence(tx, id);
      return sql.listOthers(tx, id, account, MOST_PEOPLE);
    });
  }

  async leave(actor: TenantActor, { id, visit }: Place): Promise<void> {
    const account = accountOf(actor);
    await this.#database.withTenant(actor, async (tx) => {
      await openDraft(tx, actor, id, 'reads');
      if ((await sql.removeVisit(tx, { report: id, visit, account })) > 0) await publishPresence(tx, id);
    });
  }
}

/** Open builders of the report ask again who is there. */
const publishPresence = (tx: TenantTx, id: string): Promise<void> =>
  publish(tx, { kind: 'presence', to: { tenants: [tx.tenantId] }, data: { id } });
