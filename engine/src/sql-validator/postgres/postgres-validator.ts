import type { Dialect } from '../../dialects/dialect.ts';
import { StatementFailed, WarehouseUnavailable } from '../../errors.ts';
import type { RowsText } from '../../dialects/statement.ts';
import type { Readers } from '../../warehouses/embedded/readers.ts';
import type { PostgresSettings } from '../../warehouses/servers/server-settings.ts';
import type { Warehouse } from '../../warehouses/warehouses.ts';
import { checkPostgres } from './check-statement.ts';
import { composeStatement, containsStatement, tablesInSchema } from './compose-statement.ts';
import type { ParseTree } from './compose-statement.ts';
import { PARSER_FILE } from '../duckdb/parse-statement.ts';
import { engineError } from '../messages.ts';
import type { PhysicalTables } from '../secured-tables.ts';
import type { AllowedNames, CheckedStatement, SqlValidator, ValidatedStatement } from '../sql-validator.ts';
import { quoteIdentifier } from '../../expression/quote.ts';

/**
 * All functions and types that an unqualified name can resolve to; this schema is the whole search path. A type's name
 * is a cast where a function's name is a call.
 */
const FUNCTIONS = `
  SELECT proname::text FROM pg_catalog.pg_proc WHERE pronamespace = 'pg_catalog'::pg_catalog.regnamespace
  UNION SELECT typname::text FROM pg_catalog.pg_type WHERE typnamespace = 'pg_catalog'::pg_catalog.regnamespace`;

/** A name that PostgreSQL reads without quotes. */
const PLAIN = /^[a-z_][a-z0-9_$]*$/;

interface PostgresValidatorOptions {
  version: { server: PostgresSettings };
  /** The server, queried on behalf of the tenant. */
  warehouse: Warehouse;
  parser: Readers;
  /** Cache of the names of the server's functions and types. */
  functions: { get(): ReadonlySet<string> | undefined; set(names: ReadonlySet<string>): void };
}

/**
 * Validates statements for PostgreSQL with its own parser; the server runs them with access to the reader's tables
 * only.
 */
export class PostgresValidator implements SqlValidator {
  readonly dialect: Dialect;
  readonly tables: PhysicalTables;
  readonly #options: PostgresValidatorOptions;

  constructor(options: PostgresValidatorOptions) {
    this.#options = options;
    this.dialect = options.warehouse.dialect;
    this.tables = tablesInSchema(options.version.server.schema, this.dialect);
  }

  fold(name: string): string {
    return name;
  }

  quote(name: string): string {
    return PLAIN.test(name) ? name : quoteIdentifier(name);
  }

  async validate(sql: string, names: AllowedNames, signal?: AbortSignal): Promise<CheckedStatement> {
    return checkPostgres(await this.#parseStatement(sql, signal), names, await this.#functionNames());
  }

  async run({ sql, used, limit }: ValidatedStatement, signal?: AbortSignal): Promise<RowsText> {
    const tree = await this.#parseStatement(sql, signal);
    const { stmt_location: start = 0, stmt_len: length } = tree.stmts![0]!;
    const bytes = Buffer.from(sql);
    const text = bytes.subarray(start, length === undefined ? bytes.length : start + length).toString();
    const { before, ...statement } = composeStatement(this.tables, used, text);
    if (!containsStatement(await this.#parse(statement.sql, signal), used.length, tree))
      throw new WarehouseUnavailable('The composed statement differs from the validated one.');
    try {
      return await this.#options.warehouse.runAdHoc!({ ...statement, limit }, signal);
    } catch (error) {
      if (!(error instanceof StatementFailed)) throw error;
      const at = error.at === null ? null : error.at - Buffer.byteLength(before);
      // The error is in text that the author did not write: tables or columns of the model no longer exist.
      if (at !== null && at < 0) throw new WarehouseUnavailable('The warehouse refused the query.', { cause: error });
      throw engineError(error, at === null || at > Buffer.byteLength(text) ? null : at + start);
    }
  }

  async #parse(text: string, signal?: AbortSignal): Promise<ParseTree> {
    const [result] = await this.#options.parser.query(PARSER_FILE, [{ parse: text }], signal);
    return JSON.parse(result!.rows) as ParseTree;
  }

  /** Parses the author's text. Throws `SqlValidationError` for a syntax error. */
  async #parseStatement(sql: string, signal?: AbortSignal): Promise<ParseTree> {
    try {
      return await this.#parse(sql, signal);
    } catch (error) {
      throw error instanceof StatementFailed ? engineError(error, error.at) : error;
    }
  }

  async #functionNames(): Promise<ReadonlySet<string>> {
    const { functions, warehouse } = this.#options;
    const cached = functions.get();
    if (cached) return cached;
    const [result] = await warehouse.query([{ sql: FUNCTIONS, parameters: [], types: ['string'], limit: null }]);
    const names = new Set((JSON.parse(result!.rows) as [string][]).map(([name]) => name));
    functions.set(names);
    return names;
  }
}
