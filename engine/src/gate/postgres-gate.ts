import { StatementFailed, WarehouseUnavailable } from '../errors.ts';
import type { Readers } from '../warehouses/readers.ts';
import type { PostgresSettings } from '../warehouses/server-settings.ts';
import type { Warehouse } from '../warehouses/warehouses.ts';
import { checkPostgres } from './check-postgres.ts';
import { composed, groundOf, holds } from './compose-postgres.ts';
import type { Tree } from './compose-postgres.ts';
import { PARSER_FILE } from './parse-duckdb.ts';
import { engineFault } from './refusals.ts';
import type { SqlGate } from './sql-gate.ts';

/** Every function that an unqualified name finds; the statement's search path has this schema alone. */
const FUNCTIONS = "SELECT DISTINCT proname::text FROM pg_catalog.pg_proc WHERE pronamespace = 'pg_catalog'::pg_catalog.regnamespace"; // prettier-ignore

/** A name that PostgreSQL reads as it stands. */
const PLAIN = /^[a-z_][a-z0-9_$]*$/;

/** A PostgreSQL: its own parser looks at a statement, the server runs it with nothing in reach but the reader's tables. */
export function createPostgresGate(options: {
  version: { server: PostgresSettings };
  /** The server, asked on behalf of the tenant. */
  warehouse: Warehouse;
  parser: Readers;
  /** The server's functions where they are known. */
  functions: { get(): ReadonlySet<string> | undefined; set(names: ReadonlySet<string>): void };
}): SqlGate {
  const { version, warehouse, parser, functions } = options;
  const { dialect } = warehouse;
  const ground = groundOf(version.server.schema, dialect);

  const parsed = async (text: string, signal?: AbortSignal): Promise<Tree> => {
    const [answer] = await parser.query(PARSER_FILE, [{ parse: text }], signal);
    return JSON.parse(answer!.rows) as Tree;
  };
  const read = async (sql: string, signal?: AbortSignal): Promise<Tree> => {
    try {
      return await parsed(sql, signal);
    } catch (error) {
      throw error instanceof StatementFailed ? engineFault(error, error.at) : error;
    }
  };
  const known = async (): Promise<ReadonlySet<string>> => {
    const kept = functions.get();
    if (kept) return kept;
    const [answer] = await warehouse.query([{ sql: FUNCTIONS, parameters: [], types: ['string'], limit: null }]);
    const names = new Set((JSON.parse(answer!.rows) as [string][]).map(([name]) => name));
    functions.set(names);
    return names;
  };

  return {
    dialect,
    ground,
    folded: (name) => name,
    written: (name) => (PLAIN.test(name) ? name : `"${name.replaceAll('"', '""')}"`),
    check: async (sql, nameable, signal) => checkPostgres(await read(sql, signal), nameable, await known()),
    async run({ sql, used, limit }, signal) {
      const tree = await read(sql, signal);
      const { stmt_location: start = 0, stmt_len: length } = tree.stmts![0]!;
      const bytes = Buffer.from(sql);
      const written = bytes.subarray(start, length === undefined ? bytes.length : start + length).toString();
      const { before, ...statement } = composed(ground, used, written);
      if (!holds(await parsed(statement.sql, signal), used.length, tree))
        throw new WarehouseUnavailable('What would run is not what was checked.');
      try {
        return await warehouse.byHand!({ ...statement, limit }, signal);
      } catch (error) {
        if (!(error instanceof StatementFailed)) throw error;
        const at = error.at === null ? null : error.at - Buffer.byteLength(before);
        // Nothing of what stands before is the asker's: the model's tables or columns are not there any more.
        if (at !== null && at < 0) throw new WarehouseUnavailable('The warehouse refused the query.', { cause: error });
        throw engineFault(error, at === null || at > Buffer.byteLength(written) ? null : at + start);
      }
    },
  };
}
