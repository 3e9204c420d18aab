import { Socket } from 'node:net';
import type { LookupFunction } from 'node:net';
import { Client, escapeIdentifier, Pool } from 'pg';
import type { ClientConfig, PoolClient } from 'pg';
import { QueryTimeout, StatementFailed, WarehouseUnavailable } from '../errors.ts';
import { networkProblem } from './connection-problem.ts';
import { serverText } from '../stream/column-texts.ts';
import { encodeParts } from '../stream/encoder.ts';
import type { TextBatch } from '../stream/encoder.ts';
import type { StreamRequest } from '../stream/stream-request.ts';
import { encodeTextAnswers } from './encode-text.ts';
import type { RowsText, StatementRequest } from './messages.ts';
import { handSettings, runByHand } from './postgres-by-hand.ts';
import type { ServerDriver, SettingsProblem } from './server-driver.ts';
import type { DriverOptions, PostgresSettings } from './server-settings.ts';

/** SQLSTATE of a statement that was cancelled, by its timeout or by us. */
const CANCELLED = '57014';
/** Cells come as the server writes them; `encodeTextAnswers` knows their types. */
const AS_TEXT = { getTypeParser: () => (text: string) => text };

/** A socket that resolves names by a look-up of ours, which may refuse them. */
class GuardedSocket extends Socket {
  readonly #lookup: LookupFunction;
  constructor(lookup: LookupFunction) {
    super();
    this.#lookup = lookup;
  }
  override connect(...place: unknown[]): this {
    const [port, host] = place as [number, string];
    return super.connect({ port, host, lookup: this.#lookup });
  }
}

function clientConfig(settings: PostgresSettings, { lookup, deadlineMs }: DriverOptions): ClientConfig {
  const { host, port, database, user, password, tls } = settings;
  return {
    host,
    port,
    database,
    user,
    password,
    ssl: tls !== null && { rejectUnauthorized: true, ...(tls.ca !== null && { ca: tls.ca }) },
    connectionTimeoutMillis: deadlineMs,
    application_name: 'rise',
    ...(lookup && { stream: () => new GuardedSocket(lookup) }),
  };
}

/** What PostgreSQL itself says against the settings; null where it is nothing of them. */
function refusalOf({ code }: { code?: string }, settings: PostgresSettings): SettingsProblem | null {
  const { user, database } = settings;
  switch (code) {
    case '28P01':
      return { field: 'password', message: `The warehouse does not take this password of '${user}'. Set it anew.` };
    case '28000':
      return {
        field: 'user',
        message: `The warehouse does not let '${user}' in from here. Check the name, its right to log in, and pg_hba.conf.`,
      };
    case '3D000':
      return { field: 'database', message: `The warehouse has no database '${database}'. Check its name.` };
    case '42501':
      return {
        field: 'user',
        message: `'${user}' has no rights in the database '${database}'. Grant CONNECT, USAGE and SELECT.`,
      };
    default:
      return null;
  }
}

/** What the user may do in the schema: one row, null in `usage` where there is no such schema. */
const RIGHTS = `
  SELECT has_schema_privilege(n.oid, 'USAGE') AS usage, has_schema_privilege(n.oid, 'CREATE') AS "create",
         (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS super,
         (SELECT relname FROM pg_class c WHERE relnamespace = n.oid AND relkind IN ('r', 'p', 'v', 'm', 'f')
             AND has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE') ORDER BY relname LIMIT 1) AS writable,
         (SELECT relname FROM pg_class c WHERE relnamespace = n.oid AND relkind IN ('r', 'p', 'v', 'm', 'f')
             AND NOT has_table_privilege(c.oid, 'SELECT') ORDER BY relname LIMIT 1) AS unreadable
    FROM pg_namespace n WHERE nspname = $1`;

interface Rights {
  usage: boolean;
  create: boolean;
  super: boolean;
  writable: string | null;
  unreadable: string | null;
}

function rightsProblems(rights: Rights | undefined, { user, schema, database }: PostgresSettings): SettingsProblem[] {
  if (!rights)
    return [{ field: 'schema', message: `The database '${database}' has no schema '${schema}'. Check its name.` }];
  const remedy = 'Use a role that has CONNECT, USAGE and SELECT only.';
  if (rights.super) return [{ field: 'user', message: `'${user}' is a superuser and could change data. ${remedy}` }];
  if (!rights.usage)
    return [{ field: 'user', message: `'${user}' may not use the schema '${schema}'. Grant USAGE on it.` }];
  if (rights.create)
    return [{ field: 'user', message: `'${user}' may create tables in the schema '${schema}'. ${remedy}` }];
  if (rights.writable !== null)
    return [{ field: 'user', message: `'${user}' may change the table '${rights.writable}'. ${remedy}` }];
  if (rights.unreadable !== null)
    return [{ field: 'user', message: `'${user}' may not read the table '${rights.unreadable}'. Grant SELECT on it.` }];
  return [];
}

const BATCH_ROWS = 2000;

/** A cursor's rows, some at a time; the deadline is for each time. */
async function* batchesOf(client: PoolClient, { sql, parameters, types }: StreamRequest): AsyncGenerator<TextBatch> {
  await client.query(`DECLARE stream NO SCROLL CURSOR FOR ${sql}`, parameters);
  for (;;) {
    const fetched = { text: `FETCH ${BATCH_ROWS} FROM stream`, rowMode: 'array' as const, types: AS_TEXT };
    const { rows } = await client.query<(string | null)[]>(fetched);
    if (rows.length === 0) return;
    const columns = types.map((type, index) =>
      rows.map((row) => (row[index] === null ? null : serverText(row[index]!, type))),
    );
    yield { columns, count: rows.length };
  }
}

/** A pool of read-only connections, bounded, each query with the deadline as its timeout on the server itself. */
export function createPostgresServer(settings: PostgresSettings, options: DriverOptions): ServerDriver {
  const { deadlineMs } = options;
  const config = clientConfig(settings, options);
  const pool = new Pool({ ...config, max: settings.connections, idleTimeoutMillis: 60_000, allowExitOnIdle: true });
  // A connection that breaks while nobody uses it is replaced with the next query.
  pool.on('error', () => undefined);
  // One that breaks in use says so here too; its query hears of it, and unheard it would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const begin = `BEGIN READ ONLY; SET LOCAL TimeZone = 'UTC'; SET LOCAL statement_timeout = ${deadlineMs}; SET LOCAL search_path = ${escapeIdentifier(settings.schema)}`;

  const beginByHand = `BEGIN READ ONLY; SET LOCAL TimeZone = 'UTC'; SET LOCAL statement_timeout = ${deadlineMs}${handSettings(deadlineMs)}`;

  /** Ends what a connection runs, from another one. */
  const cancel = async (pid: number) => {
    const other = new Client({ ...config, connectionTimeoutMillis: 5000 });
    try {
      await other.connect();
      await other.query('SELECT pg_cancel_backend($1)', [pid]);
    } finally {
      await other.end();
    }
  };

  /** A connection in a transaction of its own; what is told of its errors, and how it is given back. */
  const begun = async (signal?: AbortSignal, start = begin) => {
    signal?.throwIfAborted();
    let client: PoolClient;
    try {
      client = await pool.connect();
    } catch (cause) {
      throw new WarehouseUnavailable('The warehouse cannot be reached.', { cause });
    }
    const { processID } = client as PoolClient & { processID: number };
    let cancelling: Promise<void> = Promise.resolve();
    const abort = () => {
      cancelling = cancel(processID).catch(() => undefined);
    };
    signal?.addEventListener('abort', abort);
    const failureOf = (error: unknown): Error => {
      if (signal?.aborted) return signal.reason as Error;
      if ((error as { code?: string }).code === CANCELLED) return new QueryTimeout(deadlineMs);
      return new WarehouseUnavailable('The warehouse refused the query.', { cause: error });
    };
    const end = async () => {
      signal?.removeEventListener('abort', abort);
      let broken = false;
      // A cancel under way must not meet the connection's next query.
      await cancelling;
      await client.query('ROLLBACK').catch(() => (broken = true));
      client.release(broken);
    };
    try {
      signal?.throwIfAborted();
      await client.query(start);
    } catch (error) {
      await end();
      throw failureOf(error);
    }
    return { client, failureOf, end };
  };

  const run = async (client: PoolClient, statement: StatementRequest): Promise<RowsText[]> => {
    const answer = await client.query<(string | null)[]>({
      text: statement.sql,
      values: statement.parameters,
      rowMode: 'array',
      types: AS_TEXT,
    });
    return encodeTextAnswers(answer.rows, statement);
  };

  return {
    async query(statements, signal) {
      const { client, failureOf, end } = await begun(signal);
      try {
        const results: RowsText[] = [];
        for (const statement of statements) results.push(...(await run(client, statement)));
        return results;
      } catch (error) {
        throw failureOf(error);
      } finally {
        await end();
      }
    },
    async *stream(request, signal) {
      const { client, failureOf, end } = await begun(signal);
      try {
        return yield* encodeParts(request, batchesOf(client, request));
      } catch (error) {
        throw failureOf(error);
      } finally {
        await end();
      }
    },
    async byHand(statement, signal) {
      const { client, failureOf, end } = await begun(signal, beginByHand);
      try {
        return await runByHand(client, statement, { deadlineMs, signal });
      } catch (error) {
        throw error instanceof StatementFailed || error instanceof QueryTimeout ? error : failureOf(error);
      } finally {
        await end();
      }
    },
    async examine() {
      const client = new Client(config);
      // A server that ends the connection says so here too; unheard, it would end the process.
      client.on('error', () => undefined);
      try {
        await client.connect();
        const { rows } = await client.query<Rights>(RIGHTS, [settings.schema]);
        return rightsProblems(rows[0], settings);
      } catch (error) {
        const problem = networkProblem(error, settings) ?? refusalOf(error as { code?: string }, settings);
        if (problem) return [problem];
        // What remains is the driver's own: no TLS on the other side, a timeout, something that is no PostgreSQL.
        const { message } = error as Error;
        const field = /SSL|TLS/i.test(message) ? 'tls' : 'host';
        return [{ field, message: `No PostgreSQL answers at ${settings.host}, port ${settings.port}: ${message}` }];
      } finally {
        await client.end().catch(() => undefined);
      }
    },
    close: () => pool.end(),
  };
}
