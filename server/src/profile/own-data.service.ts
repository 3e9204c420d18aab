import { accountOf, inTenant, type Actor } from '../kernel/actor.ts';
import type { RowStream } from '../kernel/api/api.ts';
import type { Database } from '../kernel/database/database.ts';
import { ACCOUNT_DATA, TENANT_DATA } from './own-data.sql.ts';

type Section = readonly [table: string, read: () => Promise<object[]>];

/** Everything stored about the person who asks: of the account, and of the tenant in which they are. */
export class OwnDataService {
  readonly #database: Database;

  constructor({ database }: { database: Database }) {
    this.#database = database;
  }

  /** A JSON file with a list of rows for each table, one table after the other, so that none waits in memory. */
  async export(actor: Actor): Promise<RowStream> {
    return {
      contentType: 'application/json; charset=utf-8',
      headers: { 'content-disposition': 'attachment; filename="rise-my-data.json"', 'cache-control': 'no-store' },
      parts: lines(this.#sections(actor)),
    };
  }

  #sections(actor: Actor): Section[] {
    const account = accountOf(actor);
    const own = Object.entries(ACCOUNT_DATA).map(([table, read]): Section => [
      table,
      () => this.#database.withGlobal(actor, (tx) => read(tx, account), 'reads'),
    ]);
    if (!inTenant(actor)) return own;
    const ofTenant = Object.entries(TENANT_DATA).map(([table, read]): Section => [
      table,
      () => this.#database.withTenant(actor, (tx) => read(tx, account), 'reads'),
    ]);
    return [...own, ...ofTenant];
  }
}

async function* lines(sections: readonly Section[]): RowStream['parts'] {
  let before = '{\n';
  for (const [table, read] of sections) {
    const rows = (await read()).map((entry) => JSON.stringify((entry as { row: unknown }).row));
    yield Buffer.from(`${before}${JSON.stringify(table)}: [${rows.length > 0 ? `\n  ${rows.join(',\n  ')}\n` : ''}]`);
    before = ',\n';
  }
  yield Buffer.from('\n}\n');
  return {};
}
