import { randomUUID } from 'node:crypto';
import { sql as fragment } from 'kysely';
import { duckdb } from '../../dialects/duckdb.ts';
import { QueryTimeout, StatementFailed } from '../../errors.ts';
import type { FairQueue } from '../../traffic/fair-queue.ts';
import type { RowsText } from '../../dialects/statement.ts';
import { guardStream } from '../../stream/guard-stream.ts';
import type { StreamParts, UntitledFormat } from '../../stream/stream-request.ts';
import type { SandboxRequest } from '../../warehouses/embedded/messages.ts';
import type { Readers } from '../../warehouses/embedded/readers.ts';
import { rowFilesOf } from '../../warehouses/warehouses.ts';
import { checkDuckdb, fold } from './check-statement.ts';
import { withLiterals } from '../literals.ts';
import { parseDuckdb } from './parse-statement.ts';
import { engineError } from '../messages.ts';
import type { PhysicalTables } from '../secured-tables.ts';
import type { AllowedNames, CheckedStatement, SqlValidator, ValidatedStatement } from '../sql-validator.ts';

/** A LIMIT larger than any table: it removes no rows, but keeps outer conditions from being evaluated below it. */
const FENCE = ' LIMIT 9223372036854775807';

function tablesAttachedAs(name: string): PhysicalTables {
  return {
    dialect: duckdb,
    table: (table) => fragment.id(name, 'main', table),
    // A version's file has one tenant's rows: without row rules there are no hidden rows to expose.
    fence: (ruled) => fragment.raw(ruled ? FENCE : ''),
  };
}

/** Processes for statements of one kind, and the queue before them. */
export interface Lane {
  queue: FairQueue;
  sandboxes: Readers;
}

interface DuckdbValidatorOptions {
  /**
   * Every statement begins in the short lane, whose time limit is short, so that its places become free soon. One that
   * needs longer starts again in the long lane: it has read, and changed nothing. Long statements thus never take all
   * places, without anybody knowing beforehand which ones they are.
   */
  short: Lane;
  long: Lane;
  /** For exports. */
  exports: Lane;
  /** Maximum time of a statement in each queue, in milliseconds. */
  patienceMs: number;
  /** Parses statements in a process without data. */
  parser: Readers;
}

/** Validates statements for version files; each runs in a sandbox. */
export class DuckdbValidator implements SqlValidator {
  readonly dialect = duckdb;
  readonly tables = tablesAttachedAs('warehouse');
  readonly #options: DuckdbValidatorOptions;

  constructor(options: DuckdbValidatorOptions) {
    this.#options = options;
  }

  fold(name: string): string {
    return fold(name);
  }

  quote(name: string): string {
    return name;
  }

  async validate(sql: string, names: AllowedNames, signal?: AbortSignal): Promise<CheckedStatement> {
    return checkDuckdb(await parseDuckdb(this.#options.parser, sql, signal), names);
  }

  async run(statement: ValidatedStatement, signal?: AbortSignal): Promise<RowsText> {
    return this.#runIn(statement, signal);
  }

  readonly more = {
    explain: async (statement: ValidatedStatement, signal?: AbortSignal): Promise<string> => {
      const { rows } = await this.#runIn(statement, signal, { explain: true });
      return (JSON.parse(rows) as [[string]])[0][0];
    },
    stream: (statement: ValidatedStatement, format: UntitledFormat, signal?: AbortSignal): StreamParts =>
      this.#stream(statement, format, signal),
  };

  async #runIn(
    statement: ValidatedStatement,
    signal: AbortSignal | undefined,
    more: Pick<SandboxRequest, 'explain'> = {},
  ): Promise<RowsText> {
    const { short, long } = this.#options;
    const { files, ticket, request } = this.#prepare(statement, signal);
    const runIn = async ({ queue, sandboxes }: Lane) => {
      const [rows] = await queue.run(ticket, () => sandboxes.query(files, [{ ...request, ...more }], signal));
      return rows!;
    };
    try {
      return await runIn(short).catch((error: unknown) => {
        if (error instanceof QueryTimeout) return runIn(long);
        throw error;
      });
    } catch (error) {
      throw toEngineError(error);
    }
  }

  /** In processes of its own: downloads, which last as long as their reader takes, take no statement's place. */
  async *#stream(statement: ValidatedStatement, format: UntitledFormat, outer?: AbortSignal): StreamParts {
    const { queue, sandboxes } = this.#options.exports;
    const { files, ticket, request } = this.#prepare(statement, outer);
    const release = await queue.enter(ticket);
    try {
      const start = (signal: AbortSignal) => sandboxes.stream(files, { ...request, format }, signal);
      return yield* guardStream(start, { signal: outer, release });
    } catch (error) {
      throw toEngineError(error);
    }
  }

  #prepare({ version, tenant, person, sql, parameters, used, limit }: ValidatedStatement, signal?: AbortSignal) {
    if (!('file' in version)) throw new TypeError('A server is not read by DuckDB.');
    const files = rowFilesOf(version);
    const attachAs = `w${randomUUID().replaceAll('-', '')}`;
    const tables = tablesAttachedAs(attachAs);
    const views = used.map((table) => ({ name: table.name, select: withLiterals(table.select(tables)) }));
    const keepsOrder = used.every(({ rules }) => rules.length === 0);
    const ticket = { tenant, person, place: files.file, patienceMs: this.#options.patienceMs, signal };
    return { files, ticket, request: { sql, parameters, attachAs, views, keepsOrder, limit } };
  }
}

const toEngineError = (error: unknown) => (error instanceof StatementFailed ? engineError(error, error.at) : error);
