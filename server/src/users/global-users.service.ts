import type { GlobalPerson, GlobalRole, ListedGlobalPerson } from '@rise/contract';
import { SYSTEM, type Actor } from '../kernel/actor.ts';
import type { Database, GlobalTx } from '../kernel/database/database.ts';
import { publish } from '../kernel/events.ts';
import { notFound } from '../kernel/errors/user-error.ts';
import * as sql from './global-users.sql.ts';
import { refusal, toListed } from './users.rules.ts';

const MAX_FOUND = 20;

interface Filter {
  readonly q?: string | undefined;
  readonly role?: GlobalRole | undefined;
  readonly state?: 'active' | 'disabled' | 'invited' | undefined;
}

/** The people with roles above the tenants, as global administrators manage them. */
export class GlobalUserService {
  readonly #database: Database;

  constructor({ database }: { database: Database }) {
    this.#database = database;
  }

  async list(
    actor: Actor,
    { offset, limit, q = '', role, state }: Filter & { offset: number; limit: number },
  ): Promise<{ people: ListedGlobalPerson[]; total: number }> {
    const filter = { q, role: role ?? null, state: state ?? null };
    const found = await this.#read((tx) => sql.listGlobalPeople(tx, filter, { offset, limit }));
    return { people: found.people.map((row) => toListed(actor.accountId, row)), total: found.total };
  }

  async findAccounts(q: string): Promise<{ accounts: sql.FoundAccount[] }> {
    return { accounts: await this.#read((tx) => sql.findAccounts(tx, q, MAX_FOUND)) };
  }

  async view(actor: Actor, id: string): Promise<GlobalPerson> {
    return this.#read(async (tx) => {
      const row = await sql.findAccount(tx, id);
      if (!row) throw notFound();
      const administrators = await sql.listGlobalAdministrators(tx);
      return {
        ...row,
        since: row.since.toISOString(),
        lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
        tenants: await sql.listTenantsOf(tx, id),
        isSelf: id === actor.accountId,
        isLastAdministrator: administrators.length === 1 && administrators[0] === id,
      };
    });
  }

  /** Replaces what a person was given; what is claimed for them stays. CONFLICT for the last administrator. */
  change(actor: Actor, id: string, roles: readonly GlobalRole[]): Promise<GlobalPerson> {
    return this.#change(actor, id, (tx) => sql.saveGlobalRoles(tx, id, [...new Set(roles)]));
  }

  /** CONFLICT for oneself and for the last administrator. */
  disable(actor: Actor, id: string): Promise<GlobalPerson> {
    return this.#change(actor, id, async (tx, { state }) => {
      if (id === actor.accountId) throw refusal('self');
      if (state === 'disabled') return;
      await sql.saveAccountDisabled(tx, id, true);
      await sql.endAllAccess(tx, id);
    });
  }

  /** Restores none of what was ended. */
  enable(actor: Actor, id: string): Promise<GlobalPerson> {
    return this.#change(actor, id, (tx) => sql.saveAccountDisabled(tx, id, false));
  }

  /** One change at a time; an installation that has an administrator keeps one. Open streams of the person end at commit. */
  async #change(
    actor: Actor,
    id: string,
    change: (tx: GlobalTx, before: sql.GlobalPersonRow) => Promise<void>,
  ): Promise<GlobalPerson> {
    await this.#database.withGlobal(actor, async (tx) => {
      await sql.lockGlobalPeople(tx);
      const before = await sql.findAccount(tx, id);
      if (!before) throw notFound();
      const administrators = await sql.listGlobalAdministrators(tx);
      await change(tx, before);
      if (administrators.length > 0 && (await sql.listGlobalAdministrators(tx)).length === 0)
        throw refusal('last-global-administrator');
      await publish(tx, { kind: 'session', to: { account: id } });
    });
    return this.view(actor, id);
  }

  #read<T>(work: (tx: GlobalTx) => Promise<T>): Promise<T> {
    return this.#database.withGlobal(SYSTEM, work, 'reads');
  }
}
