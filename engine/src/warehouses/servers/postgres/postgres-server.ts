import { Client, escapeIdentifier, Pool } from 'pg';
import type { ClientConfig, PoolClient } from 'pg';
import {
  FigureOverflow,
  QueryTimeout,
  ResultTooLarge,
  StatementFailed,
  UnfitText,
  WarehouseUnavailable,
} from '../../../errors.ts';
import { encodeParts } from '../../../stream/encoder.ts';
import type { TextBatch } from '../../../stream/encoder.ts';
import type { StreamParts, StreamRequest } from '../../../stream/stream-request.ts';
import { encodeTextSlices } from '../../../results/encode-text.ts';
import { MAX_RESULT_BYTES } from '../../../results/result-limit.ts';
import type { AdHocStatement } from '../../embedded/messages.ts';
import type { RowsText, StatementRequest } from '../../../dialects/statement.ts';
import { adHocSettings, runAdHocStatement } from './ad-hoc-statement.ts';
import type { ServerDriver, SettingsIssue } from '../server-driver.ts';
import type { DriverOptions, PostgresSettings } from '../server-settings.ts';
import { clientConfig, connectionIssue } from './client-config.ts';
import { limitReceived } from './limit-received.ts';
import { endInTime, Patience } from './patience.ts';
import { textBatch } from '../text-batch.ts';

/** SQLSTATE of a canceled statement: by its timeout or by us. */
const QUERY_CANCELED = '57014';
const OUT_OF_RANGE = '22003';
/** A text that is no number or truth value. */
const UNFIT_TEXT = '22P02';
/** Cells stay as the server's text; `encodeTextSlices` converts them by type. */
const AS_TEXT = { getTypeParser: () => (text: string) => text };

/** The user's privileges in the schema: one row; `usage` is null if there is no such schema. */
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

function rightsIssues(rights: Rights | undefined, { user, schema, database }: PostgresSettings): SettingsIssue[] {
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

/** Rows from a cursor, in batches; the deadline applies to each batch. */
async function* batchesOf(
  { client, patience }: Session,
  { sql, parameters, types }: StreamRequest,
): AsyncGenerator<TextBatch> {
  await patience.wait(client.query(`DECLARE stream NO SCROLL CURSOR FOR ${sql}`, parameters));
  for (;;) {
    const fetch = { text: `FETCH ${BATCH_ROWS} FROM stream`, rowMode: 'array' as const, types: AS_TEXT };
    const { rows } = await patience.wait(client.query<(string | null)[]>(fetch));
    if (rows.length === 0) return;
    yield textBatch(rows, types);
  }
}

async function runStatement(
  { client, patience }: Session,
  statement: StatementRequest,
  maxBytes: number,
): Promise<RowsText[]> {
  const { sql: text, parameters: values } = statement;
  const query = { text, values, rowMode: 'array' as const, types: AS_TEXT };
  const { rows } = await patience.wait(client.query<(string | null)[]>(query));
  return encodeTextSlices(rows, statement, maxBytes);
}

/** A connection with an open read-only transaction. */
interface Session {
  client: PoolClient;
  patience: Patience;
  /** Translates an error of the connection into the engine's. */
  toEngineError(error: unknown): Error;
  /** Rolls back and returns the connection to the pool. */
  end(): Promise<void>;
}

/**
 * A pool of read-only connections of limited size; each query has the deadline as its statement timeout on the server.
 */
export class PostgresServer implements ServerDriver {
  readonly #settings: PostgresSettings;
  readonly #deadlineMs: number;
  readonly #resultBytes: number;
  readonly #config: ClientConfig;
  readonly #pool: Pool;

  constructor(settings: PostgresSettings, options: DriverOptions) {
    this.#settings = settings;
    this.#deadlineMs = options.deadlineMs;
    this.#resultBytes = options.resultBytes ?? MAX_RESULT_BYTES;
    this.#config = clientConfig(settings, options);
    this.#pool = new Pool({
      ...this.#config,
      max: settings.connections,
      idleTimeoutMillis: 60_000,
      allowExitOnIdle: true,
    });
    // An idle connection that breaks is replaced with the next query.
    this.#pool.on('error', () => undefined);
    // A connection that breaks while in use emits an error here, too, besides failing its query; unhandled, it would
    // end the process.
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
  }

  query(statements: StatementRequest[], signal?: AbortSignal): Promise<RowsText[]> {
    const maxBytes = this.#resultBytes;
    return this.#inSession(this.#begin(), signal, async (session) => {
      const results: RowsText[] = [];
      const received = limitReceived(session.client, maxBytes, () => new ResultTooLarge(maxBytes));
      try {
        for (const statement of statements) {
          received.restart();
          results.push(...(await runStatement(session, statement, maxBytes)));
        }
        return results;
      } catch (error) {
        throw received.exceeded() ?? error;
      } finally {
        received.stop();
      }
    });
  }

  async *stream(request: StreamRequest, signal?: AbortSignal): StreamParts {
    const session = await this.#openSession(this.#begin(), signal);
    try {
      return yield* encodeParts(request, batchesOf(session, request));
    } catch (error) {
      throw session.toEngineError(error);
    } finally {
      await session.end();
    }
  }

  runAdHoc(statement: AdHocStatement, signal?: AbortSignal): Promise<RowsText> {
    const deadlineMs = this.#deadlineMs;
    const limits = { deadlineMs, maxBytes: this.#resultBytes, signal };
    const begin = `BEGIN READ ONLY; SET LOCAL TimeZone = 'UTC'; SET LOCAL statement_timeout = ${deadlineMs}${adHocSettings(deadlineMs)}`;
    return this.#inSession(begin, signal, ({ client }) => runAdHocStatement(client, statement, limits));
  }

  async examine(): Promise<SettingsIssue[]> {
    const { schema } = this.#settings;
    const client = new Client({ ...this.#config, query_timeout: this.#deadlineMs });
    // If the server closes the connection, it emits an error here, too; unhandled, it would end the process.
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<Rights>(RIGHTS, [schema]);
      return rightsIssues(rows[0], this.#settings);
    } catch (error) {
      return [connectionIssue(error, this.#settings)];
    } finally {
      await endInTime(client);
    }
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  #begin(): string {
    const searchPath = escapeIdentifier(this.#settings.schema);
    return `BEGIN READ ONLY; SET LOCAL TimeZone = 'UTC'; SET LOCAL statement_timeout = ${this.#deadlineMs}; SET LOCAL search_path = ${searchPath}`;
  }

  async #inSession<T>(
    begin: string,
    signal: AbortSignal | undefined,
    work: (session: Session) => Promise<T>,
  ): Promise<T> {
    const session = await this.#openSession(begin, signal);
    try {
      return await work(session);
    } catch (error) {
      throw error instanceof StatementFailed || error instanceof QueryTimeout || error instanceof ResultTooLarge
        ? error
        : session.toEngineError(error);
    } finally {
      await session.end();
    }
  }

  /** Begins a transaction; if the signal aborts, its statement is canceled through another connection. */
  async #openSession(begin: string, signal?: AbortSignal): Promise<Session> {
    signal?.throwIfAborted();
    const client = await this.#connect();
    const patience = new Patience(client, this.#deadlineMs);
    const { processID } = client as PoolClient & { processID: number };
    let cancelling: Promise<void> = Promise.resolve();
    const abort = () => {
      cancelling = this.#cancel(processID).catch(() => undefined);
    };
    signal?.addEventListener('abort', abort);
    const end = async () => {
      signal?.removeEventListener('abort', abort);
      let broken = false;
      // A late cancellation must not hit the connection's next query.
      await cancelling;
      await patience.waitForEnd(client.query('ROLLBACK')).catch(() => (broken = true));
      client.release(broken);
    };
    const toEngineError = (error: unknown) =>
      patience.isOver && !signal?.aborted ? new QueryTimeout(this.#deadlineMs) : this.#toEngineError(error, signal);
    try {
      signal?.throwIfAborted();
      await patience.wait(client.query(begin));
    } catch (error) {
      await end();
      throw toEngineError(error);
    }
    return { client, patience, toEngineError, end };
  }

  async #connect(): Promise<PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (cause) {
      throw new WarehouseUnavailable('The warehouse cannot be reached.', { cause });
    }
  }

  #toEngineError(error: unknown, signal: AbortSignal | undefined): Error {
    if (signal?.aborted) return signal.reason as Error;
    if ((error as { code?: string }).code === QUERY_CANCELED) return new QueryTimeout(this.#deadlineMs);
    if ((error as { code?: string }).code === OUT_OF_RANGE) return new FigureOverflow();
    if ((error as { code?: string }).code === UNFIT_TEXT) return new UnfitText();
    return new WarehouseUnavailable('The warehouse refused the query.', { cause: error });
  }

  /** Cancels a connection's statement through another connection. */
  async #cancel(pid: number): Promise<void> {
    const other = new Client({ ...this.#config, connectionTimeoutMillis: 5000, query_timeout: 5000 });
    other.on('error', () => undefined);
    try {
      await other.connect();
      await other.query('SELECT pg_cancel_backend($1)', [pid]);
    } finally {
      await endInTime(other);
    }
  }
}
