import type { Language, QueryCheck, SqlParameters } from '@rise/contract';
import { QueryError, QueryTimeout, type Engine } from '@rise/engine';
import type { TenantActor } from '../kernel/actor.ts';
import { audit } from '../kernel/audit.ts';
import type { Database } from '../kernel/database/database.ts';
import { notFound } from '../kernel/errors/user-error.ts';
import { scopeOf } from '../query/query.service.ts';
import { personNow } from '../sessions/person-now.service.ts';
import { withTenantSettings } from '../tenant-settings/tenant-settings.service.ts';
import type { WarehouseService } from '../warehouse/warehouse.service.ts';
import type { CopyRow } from './copies.sql.ts';
import { CopyFailure } from './copy-failures.rules.ts';
import { unconfirmed, type CopiedQuery } from './query-copies.rules.ts';
import { writeParts } from './table-file.ts';

export interface QueryCopyOptions {
  readonly database: Database;
  readonly engine: Engine;
  readonly warehouses: WarehouseService;
}

interface Statement {
  readonly sql: string;
  readonly parameters: SqlParameters;
}

interface Call {
  readonly language: Language;
  readonly signal?: AbortSignal;
}

const LOST_RIGHTS =
  'may no longer run SQL and bring data here. A person who may do so opens the copy and saves it, and it runs with their rights.';

/** Rows of saved queries, read with the rights of a person. */
export class QueryCopyService {
  readonly #options: QueryCopyOptions;

  constructor(options: QueryCopyOptions) {
    this.#options = options;
  }

  /** What a statement returns and reads. Throws NOT_FOUND without the right to run SQL, and what running it throws. */
  async check(actor: TenantActor, statement: Statement, call: Call): Promise<QueryCheck> {
    if (!actor.permissions.has('query.sql')) throw notFound();
    const { adHocSql } = this.#options.engine;
    const question = await this.#question(actor, statement, call);
    const { tables, guarded } = await adHocSql.reads(question);
    const { body } = await adHocSql.run({ ...question, limit: 1 });
    const { columns } = JSON.parse(`{${body.toString()}}`) as Pick<QueryCheck, 'columns'>;
    return { columns: columns.map(({ name, type }) => ({ name, type })), reads: tables, guarded };
  }

  /** Writes the rows of a copy's statement into a Parquet file; returns how many. Throws `CopyFailure`. */
  async write(
    system: TenantActor,
    copy: CopyRow,
    content: CopiedQuery,
    { path, signal, onBytes }: { path: string; signal: AbortSignal; onBytes: (bytes: number) => void },
  ): Promise<number> {
    const { database, engine } = this.#options;
    const actor = await this.#ownerOf(system, copy);
    const { sql, parameters, target } = content;
    try {
      const question = await this.#question(actor, content, { language: 'en', signal });
      const { guarded } = await engine.adHocSql.reads(question);
      const closed = unconfirmed(content, guarded).map(({ table }) => table);
      if (closed.length > 0)
        throw new CopyFailure('stopped', {
          code: 'rights',
          message: `Since the copy was saved, ${closed.join(', ')} got row rules or masks, which do not restrict the rows of ${target}. Open the copy, decide, and save it.`,
        });
      const { parts } = await engine.adHocSql.stream(question, { kind: 'parquet' });
      const tooLarge = `The rows of the query take up more than 2 GB. Let it return fewer rows or columns.`;
      const { rowCount, truncated } = await writeParts(parts, { path, onBytes, tooLarge });
      if (truncated)
        throw new CopyFailure('failed', {
          code: 'statement',
          message: `The query returns more than ${rowCount} rows, which is the limit. Let it group them, or return fewer.`,
        });
      const details = { sql, parameters, copy: copy.id, target, rowCount, dataVersion: question.version.number };
      await audit(database, actor, { action: 'query.sql-copy', outcome: 'done', details });
      return rowCount;
    } catch (error) {
      if (error instanceof QueryError || error instanceof QueryTimeout) throw statementFailure(error);
      throw error;
    }
  }

  /** The person whose rights a copy has, with those of now. */
  async #ownerOf({ tenantId }: TenantActor, { runsAs }: CopyRow): Promise<TenantActor> {
    const person = runsAs && (await personNow(this.#options.database, tenantId, runsAs.account));
    const may = person?.permissions.has('query.sql') && person.permissions.has('data.manage');
    if (person && may) return person;
    throw new CopyFailure('stopped', { code: 'rights', message: `${runsAs?.email ?? 'Its author'} ${LOST_RIGHTS}` });
  }

  async #question(actor: TenantActor, { sql, parameters }: Statement, { language, signal }: Call) {
    const { model, version, tenantSettings } = await this.#options.warehouses.current(actor);
    const scope = withTenantSettings(scopeOf(actor), tenantSettings);
    return { model, version, scope, sql, parameters, language, ...(signal && { signal }) };
  }
}

function statementFailure(error: QueryError | QueryTimeout): CopyFailure {
  const message =
    error instanceof QueryTimeout
      ? 'The query took too long. Let it read fewer rows, or choose another time.'
      : `The query cannot run any more: ${error.message} Correct it in SQL, and take its text over.`;
  return new CopyFailure('failed', { code: 'statement', message });
}
