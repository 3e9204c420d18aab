import type { Readable } from 'node:stream';
import type { Connection, RowStatement, SnowflakeError } from 'snowflake-sdk';
import { FigureOverflow, QueryTimeout, WarehouseUnavailable } from '../../../errors.ts';
import { encodeParts } from '../../../stream/encoder.ts';
import type { TextBatch } from '../../../stream/encoder.ts';
import type { StreamParts, StreamRequest } from '../../../stream/stream-request.ts';
import { networkIssue, noSuchServer } from '../connection-issue.ts';
import { encodeTextSlices } from '../../../results/encode-text.ts';
import { MAX_RESULT_BYTES } from '../../../results/result-limit.ts';
import type { RowsText, StatementRequest } from '../../../dialects/statement.ts';
import type { ServerDriver, SettingsIssue } from '../server-driver.ts';
import type { DriverOptions, SnowflakeSettings } from '../server-settings.ts';
import { SnowflakeSessions, unlessAborted } from './snowflake-sessions.ts';
import { textBatch } from '../text-batch.ts';
import { withinDeadline, withinDeadlines } from '../within-deadline.ts';

type Row = (string | null)[];

/** SQLSTATE of a canceled statement: by its timeout or by us. */
const QUERY_CANCELED = '57014';
const OUT_OF_RANGE = '22003';
const BATCH_ROWS = 2000;

const textOf = (cell: unknown): string | null =>
  cell === null || cell === undefined ? null : String(cell).replace(/^(TRUE|FALSE)$/, (word) => word.toLowerCase());

/** The setting that Snowflake objects to; null if the error has another cause. */
function settingsIssue({ code }: { code?: unknown }, settings: SnowflakeSettings): SettingsIssue | null {
  const { user, account, password, token } = settings;
  const secret = password !== null ? 'password' : token !== null ? 'token' : 'privateKey';
  switch (String(code).padStart(6, '0')) {
    case '390100':
    case '390101':
    case '390102':
    case '394400':
    case '395092':
      return {
        field: secret,
        message: `The warehouse does not take this user and ${secret} of '${user}'. Check both.`,
      };
    case '390144':
      return {
        field: 'privateKey',
        message: `The warehouse does not take this key of '${user}'. Set its public half with ALTER USER … SET RSA_PUBLIC_KEY, and check account and user.`,
      };
    case '390189':
      return { field: 'role', message: `'${user}' has no role '${settings.role}'. Grant it, or name another.` };
    case '390420':
    case '390422':
      return {
        field: 'host',
        message: `A network policy of the account '${account}' does not let this server in. Add its address there.`,
      };
    case '390114':
    case '390186':
    case '390400':
      return { field: 'account', message: `Snowflake does not let '${user}' in (code ${String(code)}).` };
    default:
      return null;
  }
}

/** The setting that kept a connection from being made. */
export function connectionIssue(error: unknown, settings: SnowflakeSettings): SettingsIssue {
  return (
    networkIssue(error, settings) ??
    settingsIssue(error as { code?: unknown }, settings) ??
    noSuchServer('Snowflake', settings)
  );
}

const WRITABLE_TABLE =
  "SELECT table_name, privilege_type FROM information_schema.table_privileges WHERE UPPER(table_schema) = UPPER(?) AND privilege_type IN ('INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'OWNERSHIP') AND IS_ROLE_IN_SESSION(grantee)";

type SqlStatement = Pick<StatementRequest, 'sql' | 'parameters'>;

interface RunOptions {
  signal: AbortSignal;
  tag: string | undefined;
  /** Whether the server enforces the deadline; for a stream we enforce it per chunk. */
  serverDeadline: boolean;
}

/** Reused sessions that run one statement at a time, with the deadline as its timeout on the server. */
export class SnowflakeServer implements ServerDriver {
  readonly #settings: SnowflakeSettings;
  readonly #deadlineMs: number;
  readonly #resultBytes: number;
  readonly #sessions: SnowflakeSessions;

  constructor(settings: SnowflakeSettings, options: DriverOptions) {
    this.#settings = settings;
    this.#deadlineMs = options.deadlineMs;
    this.#resultBytes = options.resultBytes ?? MAX_RESULT_BYTES;
    this.#sessions = new SnowflakeSessions(settings, options);
  }

  query(statements: StatementRequest[], signal?: AbortSignal, tag?: string): Promise<RowsText[]> {
    return withinDeadline(this.#bounds(signal), async (stop) => {
      const results: RowsText[] = [];
      for (const statement of statements) results.push(...(await this.#run(statement, stop, tag)));
      return results;
    });
  }

  stream(request: StreamRequest, signal?: AbortSignal, tag?: string): StreamParts {
    return withinDeadlines(this.#bounds(signal), (stop, arrived) =>
      encodeParts(request, this.#textBatches(request, { signal: stop, tag, serverDeadline: false }, arrived)),
    );
  }

  async examine(): Promise<SettingsIssue[]> {
    try {
      return await this.#examineSession(AbortSignal.timeout(this.#deadlineMs));
    } catch (error) {
      return [connectionIssue(error, this.#settings)];
    }
  }

  close(): Promise<void> {
    return this.#sessions.close();
  }

  #bounds(signal: AbortSignal | undefined) {
    return { deadlineMs: this.#deadlineMs, signal, toEngineError: (error: unknown) => this.#toEngineError(error) };
  }

  #toEngineError(error: unknown): Error {
    const { sqlState, code } = error as Partial<SnowflakeError>;
    if (sqlState === QUERY_CANCELED) return new QueryTimeout(this.#deadlineMs);
    if (sqlState === OUT_OF_RANGE) return new FigureOverflow();
    // A statement that the server parsed and rejected has a SQLSTATE; one that never arrived has none.
    const refused = typeof sqlState === 'string' && !sqlState.startsWith('08') && code !== undefined;
    const message = refused ? 'The warehouse refused the query.' : 'The warehouse cannot be reached.';
    return new WarehouseUnavailable(message, { cause: error });
  }

  async #run(statement: StatementRequest, signal: AbortSignal, tag?: string): Promise<RowsText[]> {
    const { limit, slices } = statement;
    const rows: Row[] = [];
    for await (const batch of this.#batches(statement, { signal, tag, serverDeadline: true })) {
      rows.push(...batch);
      // If the rows contain several results, each slice has its own limit and the statement restricts the rows.
      if (!slices && limit !== null && rows.length > limit) break;
    }
    return encodeTextSlices(rows, statement, this.#resultBytes);
  }

  async *#textBatches(request: StreamRequest, options: RunOptions, arrived: () => void): AsyncGenerator<TextBatch> {
    for await (const rows of this.#batches(request, options)) {
      arrived();
      yield textBatch(rows, request.types);
      arrived();
    }
  }

  /** Rows of a statement, in batches. The session is discarded if the consumer stops before the last row. */
  async *#batches(statement: SqlStatement, options: RunOptions): AsyncGenerator<Row[]> {
    const session = await this.#sessions.take(options.signal);
    let complete = false;
    let rows: Readable | null = null;
    try {
      const executed = await this.#execute(session, statement, options);
      rows = executed.streamRows();
      let batch: Row[] = [];
      for await (const row of rows) {
        options.signal.throwIfAborted();
        batch.push((row as unknown[]).map(textOf));
        if (batch.length < BATCH_ROWS) continue;
        yield batch;
        batch = [];
      }
      complete = true;
      if (batch.length > 0) yield batch;
    } finally {
      if (!complete) rows?.destroy();
      this.#sessions.giveBack(session, !complete);
    }
  }

  /** Runs a statement; if aborted before its result arrives, it is canceled on the server. */
  async #execute(
    session: Connection,
    statement: SqlStatement,
    { signal, tag, serverDeadline }: RunOptions,
  ): Promise<RowStatement> {
    let started: RowStatement | null = null;
    const executed = new Promise<RowStatement>((resolve, reject) => {
      started = session.execute({
        sqlText: statement.sql,
        binds: statement.parameters,
        streamResult: true,
        parameters: {
          MULTI_STATEMENT_COUNT: 1,
          QUERY_TAG: `rise ${tag ?? ''}`.trim().slice(0, 200),
          ...(serverDeadline && { STATEMENT_TIMEOUT_IN_SECONDS: Math.ceil(this.#deadlineMs / 1000) }),
        },
        complete: (error, done) => (error ? reject(error as Error) : resolve(done as RowStatement)),
      }) as RowStatement;
    });
    try {
      return await unlessAborted(executed, signal);
    } catch (error) {
      executed.catch(() => undefined);
      if (signal.aborted) started!.cancel(() => undefined);
      throw error;
    }
  }

  async #firstRow(sql: string, parameters: string[], signal: AbortSignal): Promise<(string | null)[] | null> {
    const [result] = await this.#run(
      { sql, parameters, types: ['string', 'string', 'string', 'string'], limit: 1 },
      signal,
    );
    return (JSON.parse(result!.rows) as (string | null)[][])[0] ?? null;
  }

  /** The session's database and schema, and the privileges of its role there. */
  async #examineSession(signal: AbortSignal): Promise<SettingsIssue[]> {
    const { user, warehouse, database, schema, role } = this.#settings;
    const current = 'SELECT CURRENT_WAREHOUSE(), CURRENT_DATABASE(), CURRENT_SCHEMA(), CURRENT_ROLE()';
    const session = await this.#firstRow(current, [], signal);
    const missing = (['warehouse', 'database', 'schema'] as const).find((_, index) => !session?.[index]);
    if (missing) {
      const name = { warehouse, database, schema }[missing];
      const message = `'${user}' has no ${missing} '${name}'. Check its name, and grant USAGE on it to the role.`;
      return [{ field: missing, message }];
    }
    const writable = await this.#firstRow(WRITABLE_TABLE, [schema], signal);
    if (writable === null) return [];
    const message = `The role '${role ?? session?.[3]}' may change the table '${writable[0]}'. Use a role that has USAGE and SELECT only.`;
    return [{ field: 'role', message }];
  }
}
