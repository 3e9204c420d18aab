import type { NewSavedQuery, SavedQuery, SqlHistoryEntry, SqlTab } from '@rise/contract';
import { accountOf, type TenantActor } from '../kernel/actor.ts';
import type { Database, TenantTx } from '../kernel/database/database.ts';
import { notFound, UserError } from '../kernel/errors/user-error.ts';
import { authorOf } from '../models/author.service.ts';
import { rightsOn } from './sql-workbench.policy.ts';
import * as sql from './sql-workbench.sql.ts';

const MAX_TABS = 30;
const MAX_QUERIES = 500;
/** Runs in a person's history. */
const MAX_RUNS = 200;

type TabContent = Pick<SqlTab, 'title' | 'sql' | 'parameters' | 'savedQuery'>;

/** A person's tabs, history and saved queries in one tenant; other people's are NOT_FOUND unless they are shared. */
export class SqlWorkbenchService {
  readonly #database: Database;

  constructor({ database }: { database: Database }) {
    this.#database = database;
  }

  async tabs(actor: TenantActor): Promise<SqlTab[]> {
    const rows = await this.#database.withTenant(actor, (tx) => sql.listTabs(tx, accountOf(actor)), 'reads');
    return rows.map(toTab);
  }

  /** CONFLICT where the person has too many; NOT_FOUND for a saved query that they cannot find. */
  async openTab(actor: TenantActor, tab: TabContent): Promise<SqlTab> {
    return this.#database.withTenant(actor, async (tx) => {
      await sql.lockWorkbench(tx, accountOf(actor));
      if ((await sql.listTabs(tx, accountOf(actor))).length >= MAX_TABS)
        throw new UserError('CONFLICT', `You can have ${MAX_TABS} tabs at most. Close one first.`);
      await requireQuery(tx, accountOf(actor), tab);
      return toTab(await sql.insertTab(tx, accountOf(actor), tab));
    });
  }

  /** CONFLICT where the tab was changed since, for example on another device. */
  async saveTab(
    actor: TenantActor,
    id: string,
    { basedOn, ...tab }: TabContent & { basedOn: number },
  ): Promise<SqlTab> {
    return this.#database.withTenant(actor, async (tx) => {
      const revision = await sql.lockTab(tx, accountOf(actor), id);
      if (revision === null) throw notFound();
      if (revision !== basedOn) throw new UserError('CONFLICT', 'This tab was changed on another device or page.');
      await requireQuery(tx, accountOf(actor), tab);
      return toTab(await sql.updateTab(tx, accountOf(actor), id, tab));
    });
  }

  async closeTab(actor: TenantActor, id: string): Promise<{ id: string }> {
    const closed = await this.#database.withTenant(actor, (tx) => sql.deleteTab(tx, accountOf(actor), id));
    if (!closed) throw notFound();
    return closed;
  }

  async history(actor: TenantActor): Promise<SqlHistoryEntry[]> {
    const rows = await this.#database.withTenant(actor, (tx) => sql.listRuns(tx, accountOf(actor)), 'reads');
    return rows.map((row) => ({ ...row, startedAt: row.startedAt.toISOString() }));
  }

  /** Nothing is recorded for the server itself. */
  async recordRun(actor: TenantActor, run: sql.FinishedRun): Promise<void> {
    const { accountId } = actor;
    if (accountId === null) return;
    await this.#database.withTenant(actor, (tx) => sql.insertRun(tx, accountId, run, MAX_RUNS));
  }

  clearHistory(actor: TenantActor): Promise<number> {
    return this.#database.withTenant(actor, async (tx) => {
      const deleted = await sql.deleteRuns(tx, accountOf(actor));
      actor.record?.note({ deleted });
      return deleted;
    });
  }

  async queries(actor: TenantActor): Promise<SavedQuery[]> {
    const rows = await this.#database.withTenant(actor, (tx) => sql.listQueries(tx, accountOf(actor)), 'reads');
    return rows.map((row) => toQuery(row, actor));
  }

  /** CONFLICT where the person has too many. */
  async saveQuery(actor: TenantActor, query: NewSavedQuery): Promise<SavedQuery> {
    const author = await authorOf(this.#database, actor);
    return this.#database.withTenant(actor, async (tx) => {
      const accountId = accountOf(actor);
      await sql.lockWorkbench(tx, accountId);
      if ((await sql.countQueries(tx, accountId)) >= MAX_QUERIES)
        throw new UserError('CONFLICT', `You can save ${MAX_QUERIES} queries at most. Delete one first.`);
      const row = await sql.insertQuery(tx, { accountId, author }, query);
      actor.record?.note({}, row.id);
      return toQuery(row, actor);
    });
  }

  /** CONFLICT where it was changed since. */
  async changeQuery(
    actor: TenantActor,
    id: string,
    { basedOn, ...query }: NewSavedQuery & { basedOn: number },
  ): Promise<SavedQuery> {
    return this.#database.withTenant(actor, async (tx) => {
      const before = await sql.lockQuery(tx, accountOf(actor), id);
      if (!before || !rightsOn(before, actor).change) throw notFound();
      if (before.revision !== basedOn)
        throw new UserError('CONFLICT', 'This query was changed since you opened it. Reload it, or save another one.');
      return toQuery(await sql.updateQuery(tx, id, query), actor);
    });
  }

  async deleteQuery(actor: TenantActor, id: string): Promise<{ id: string }> {
    await this.#database.withTenant(actor, async (tx) => {
      const query = await sql.lockQuery(tx, accountOf(actor), id);
      if (!query || !rightsOn(query, actor).delete) throw notFound();
      await sql.deleteQuery(tx, id);
    });
    return { id };
  }
}

async function requireQuery(tx: TenantTx, accountId: string, { savedQuery }: TabContent): Promise<void> {
  if (savedQuery !== null && !(await sql.lockQuery(tx, accountId, savedQuery))) throw notFound();
}

const toTab = ({ updatedAt, ...tab }: sql.TabRow): SqlTab => ({ ...tab, updatedAt: updatedAt.toISOString() });

function toQuery({ accountId, updatedAt, ...query }: sql.SavedQueryRow, actor: TenantActor): SavedQuery {
  const isOwn = accountId === actor.accountId;
  const can = rightsOn({ accountId, shared: query.shared }, actor);
  return { ...query, isOwn, can, updatedAt: updatedAt.toISOString() };
}
