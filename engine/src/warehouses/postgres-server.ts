import { Client, escapeIdentifier, Pool } from 'pg';
import type { PoolClient } from 'pg';
import { QueryTimeout, WarehouseUnavailable } from '../errors.ts';
import { encodeTexts } from './encode-text.ts';
import type { RowsText, StatementRequest } from './messages.ts';

/** A warehouse in a PostgreSQL server: every table of the schema has the column `tenant_id`. */
export interface PostgresSettings {
  engine: 'postgres';
  /** 'postgresql://reader:secret@host:5432/warehouse'; the role needs no more than SELECT. */
  url: string;
  schema: string;
  /** Queries at the same time. */
  connections: number;
}

/** SQLSTATE of a statement that was cancelled, by its timeout or by us. */
const CANCELLED = '57014';
/** Cells come as the server writes them; `encodeTexts` knows their types. */
const AS_TEXT = { getTypeParser: () => (text: string) => text };

export interface PostgresServer {
  /** Runs statements on one connection, read-only. Throws `QueryTimeout`, `WarehouseUnavailable` or the signal's reason. */
  query(statements: StatementRequest[], signal?: AbortSignal): Promise<RowsText[]>;
  close(): Promise<void>;
}

/** A pool of read-only connections, bounded, each query with the deadline as its timeout on the server itself. */
export function createPostgresServer(settings: PostgresSettings, deadlineMs: number): PostgresServer {
  const pool = new Pool({
    connectionString: settings.url,
    max: settings.connections,
    connectionTimeoutMillis: deadlineMs,
    idleTimeoutMillis: 60_000,
    allowExitOnIdle: true,
    application_name: 'rise',
  });
  // A connection that breaks while nobody uses it is replaced with the next query.
  pool.on('error', () => undefined);
  const begin = `BEGIN READ ONLY; SET LOCAL TimeZone = 'UTC'; SET LOCAL statement_timeout = ${deadlineMs}; SET LOCAL search_path = ${escapeIdentifier(settings.schema)}`;

  /** Ends what a connection runs, from another one. */
  const cancel = async (pid: number) => {
    const other = new Client({ connectionString: settings.url, connectionTimeoutMillis: 5000 });
    try {
      await other.connect();
      await other.query('SELECT pg_cancel_backend($1)', [pid]);
    } finally {
      await other.end();
    }
  };

  const failureOf = (error: unknown, signal?: AbortSignal): Error => {
    if (signal?.aborted) return signal.reason as Error;
    if ((error as { code?: string }).code === CANCELLED) return new QueryTimeout(deadlineMs);
    return new WarehouseUnavailable('The warehouse refused the query.', { cause: error });
  };

  const run = async (client: PoolClient, { sql, parameters, types, limit }: StatementRequest): Promise<RowsText> => {
    const answer = await client.query<(string | null)[]>({
      text: sql,
      values: parameters,
      rowMode: 'array',
      types: AS_TEXT,
    });
    const count = answer.rows.length;
    return {
      rows: encodeTexts(answer.rows, types, limit),
      rowCount: limit === null ? count : Math.min(count, limit),
      truncated: limit !== null && count > limit,
    };
  };

  return {
    async query(statements, signal) {
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
      let broken = false;
      try {
        signal?.throwIfAborted();
        await client.query(begin);
        const results: RowsText[] = [];
        for (const statement of statements) results.push(await run(client, statement));
        return results;
      } catch (error) {
        throw failureOf(error, signal);
      } finally {
        signal?.removeEventListener('abort', abort);
        // A cancel under way must not meet the connection's next query.
        await cancelling;
        await client.query('ROLLBACK').catch(() => (broken = true));
        client.release(broken);
      }
    },
    close: () => pool.end(),
  };
}
