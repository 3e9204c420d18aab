import type { RowRules } from '@rise/contract';
import { SYSTEM, type TenantActor } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { notFound } from '../kernel/errors/user-error.ts';
import { readerOf, type QueryService } from '../query/query.service.ts';
import { findPerson } from './users.sql.ts';

/** What of the model's rules and masks applies to a person, without running a query. */
export class RowRuleService {
  readonly #database: Database;
  readonly #queries: QueryService;

  constructor({ database, queries }: { database: Database; queries: QueryService }) {
    this.#database = database;
    this.#queries = queries;
  }

  async preview(actor: TenantActor, id: string): Promise<RowRules> {
    const person = await this.#database.withGlobal(SYSTEM, (tx) => findPerson(tx, actor.tenantId, id), 'reads');
    if (!person) throw notFound();
    const { roles, groups, attributes } = person.effective;
    const reader = readerOf({ roles, groups, attributes, accountId: id });
    const datasets = await this.#queries.rights(actor, reader);
    return {
      reader: { account: id, roles, groups, attributes },
      datasets: datasets.filter(({ rules, masks }) => rules.length + masks.length > 0),
      open: datasets.filter(({ rules, masks }) => rules.length + masks.length === 0).map(({ title }) => title),
    };
  }
}
