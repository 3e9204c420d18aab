import type { Readable } from 'node:stream';
import type { Connection, RowStatement, SnowflakeError } from 'snowflake-sdk';
import { QueryTimeout, WarehouseUnavailable } from '../errors.ts';
import { serverText } from '../stream/column-texts.ts';
import { encodeParts } from '../stream/encoder.ts';
import type { TextBatch } from '../stream/encoder.ts';
import { networkProblem } from './connection-problem.ts';
import { encodeTextAnswers } from './encode-text.ts';
import type { RowsText, StatementRequest } from './messages.ts';
import type { ServerDriver, SettingsProblem } from './server-driver.ts';
import type { DriverOptions, SnowflakeSettings } from './server-settings.ts';
import { createSnowflakeSessions, unlessAborted } from './snowflake-sessions.ts';
import { withinDeadline, withinDeadlines } from './within-deadline.ts';

type Row = (string | null)[];

/** SQLSTATE of a statement that was cancelled, by its timeout or by us. */
const CANCELLED = '57014';
const BATCH_ROWS = 2000;

const textOf = (cell: unknown): string | null => (cell === null || cell === undefined ? null : String(cell).replace(/^(TRUE|FALSE)$/, (word) => word.toLowerCase())); // prettier-ignore

/** What Snowflake itself says against the settings; null where it is nothing of them. */
function refusalOf({ code, message }: { code?: unknown; message?: string }, settings: SnowflakeSettings): SettingsProblem | null {
  const { user, account, password, token } = settings;
  const secret = password !== null ? 'password' : token !== null ? 'token' : 'privateKey';
  switch (String(code).padStart(6, '0')) {
    case '390100':
    case '390101':
    case '390102':
    case '394400':
    case '395092':
      return { field: secret, message: `The warehouse does not take this user and ${secret} of '${user}'. Check both.` };
    case '390144':
      return { field: 'privateKey', message: `The warehouse does not take this key of '${user}'. Set its public half with ALTER USER … SET RSA_PUBLIC_KEY, and check account and user.` };
    case '390189':
      return { field: 'role', message: `'${user}' has no role '${settings.role}'. Grant it, or name another.` };
    case '390420':
    case '390422':
      return { field: 'host', message: `A network policy of the account '${account}' does not let this server in. Add its address there.` };
    case '390114':
    case '390186':
    case '390400':
      return { field: 'account', message: `Snowflake does not let '${user}' in: ${message}` };
    default:
      return null;
  }
} // prettier-ignore

/** Sessions that are kept, statements one at a time with the deadline as their bound on the server itself. */
export function createSnowflakeServer(settings: SnowflakeSettings, options: DriverOptions): ServerDriver {
  const { host, port, user, warehouse, database, schema, role } = settings;
  const { deadlineMs } = options;
  const sessions = createSnowflakeSessions(settings, options);

  interface Asking {
    signal: AbortSignal;
    tag: string | undefined;
    /** Whether the server gives up at the deadline; a stream's parts are bounded here. */
    whole: boolean;
  }

  /** Issues a statement; when the signal comes before its answer does, it is cancelled on the server. */
  const issue = async (session: Connection, statement: Pick<StatementRequest, 'sql' | 'parameters'>, { signal, tag, whole }: Asking): Promise<RowStatement> => {
    let issued: RowStatement | null = null;
    const answer = new Promise<RowStatement>((resolve, reject) => {
      issued = session.execute({
        sqlText: statement.sql,
        binds: statement.parameters,
        streamResult: true,
        parameters: {
          MULTI_STATEMENT_COUNT: 1,
          QUERY_TAG: `rise ${tag ?? ''}`.trim().slice(0, 200),
          ...(whole && { STATEMENT_TIMEOUT_IN_SECONDS: Math.ceil(deadlineMs / 1000) }),
        },
        complete: (error, done) => (error ? reject(error as Error) : resolve(done as RowStatement)),
      }) as RowStatement;
    });
    try {
      return await unlessAborted(answer, signal);
    } catch (error) {
      answer.catch(() => undefined);
      if (signal.aborted) issued!.cancel(() => undefined);
      throw error;
    }
  }; // prettier-ignore

  /** The rows of a statement, some at a time. The session is given back at the end, and not kept where that came early. */
  async function* batchesOf(statement: Pick<StatementRequest, 'sql' | 'parameters'>, asking: Asking): AsyncGenerator<Row[]> {
    const session = await sessions.take(asking.signal);
    let whole = false;
    let rows: Readable | null = null;
    try {
      const answered = await issue(session, statement, asking);
      rows = answered.streamRows();
      let batch: Row[] = [];
      for await (const row of rows) {
        asking.signal.throwIfAborted();
        batch.push((row as unknown[]).map(textOf));
        if (batch.length < BATCH_ROWS) continue;
        yield batch;
        batch = [];
      }
      whole = true;
      if (batch.length > 0) yield batch;
    } finally {
      if (!whole) rows?.destroy();
      sessions.giveBack(session, !whole);
    }
  } // prettier-ignore

  const failureOf = (error: unknown): Error => {
    const { sqlState, code } = error as Partial<SnowflakeError>;
    if (sqlState === CANCELLED) return new QueryTimeout(deadlineMs);
    // A statement that the server read and refused has a state; what never got there has none.
    const refused = typeof sqlState === 'string' && !sqlState.startsWith('08') && code !== undefined;
    const message = refused ? 'The warehouse refused the query.' : 'The warehouse cannot be reached.';
    return new WarehouseUnavailable(message, { cause: error });
  };

  const run = async (statement: StatementRequest, signal: AbortSignal, tag?: string): Promise<RowsText[]> => {
    const { limit, cuts } = statement;
    const rows: Row[] = [];
    // Where several answers are cut out of the rows, each has its own limit and the statement holds to it.
    const enough = ({ length }: typeof rows) => !cuts && limit !== null && length > limit;
    for await (const batch of batchesOf(statement, { signal, tag, whole: true })) {
      rows.push(...batch);
      if (enough(rows)) break;
    }
    return encodeTextAnswers(rows, statement);
  };

  const ask = async (sql: string, parameters: string[], signal: AbortSignal) => {
    const [found] = await run({ sql, parameters, types: ['string', 'string', 'string', 'string'], limit: 1 }, signal);
    return (JSON.parse(found!.rows) as (string | null)[][])[0] ?? null;
  };

  /** What a session is in, and what its role could change there. */
  const examineSession = async (signal: AbortSignal): Promise<SettingsProblem[]> => {
    const found = await ask('SELECT CURRENT_WAREHOUSE(), CURRENT_DATABASE(), CURRENT_SCHEMA(), CURRENT_ROLE()', [], signal); // prettier-ignore
    const missing = (['warehouse', 'database', 'schema'] as const).find((_, place) => !found?.[place]);
    if (missing)
      return [{ field: missing, message: `'${user}' has no ${missing} '${{ warehouse, database, schema }[missing]}'. Check its name, and grant USAGE on it to the role.` }]; // prettier-ignore
    const writable = await ask(
      "SELECT table_name, privilege_type FROM information_schema.table_privileges WHERE UPPER(table_schema) = UPPER(?) AND privilege_type IN ('INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'OWNERSHIP') AND IS_ROLE_IN_SESSION(grantee)",
      [schema],
      signal,
    );
    if (writable === null) return [];
    const message = `The role '${role ?? found?.[3]}' may change the table '${writable[0]}'. Use a role that has USAGE and SELECT only.`;
    return [{ field: 'role', message }];
  };

  return {
    query: (statements, signal, tag) =>
      withinDeadline({ deadlineMs, signal, failureOf }, async (stop) => {
        const results: RowsText[] = [];
        for (const statement of statements) results.push(...(await run(statement, stop, tag)));
        return results;
      }),
    stream: (request, signal, tag) =>
      withinDeadlines({ deadlineMs, signal, failureOf }, (stop, arrived) => {
        const batches = async function* (): AsyncGenerator<TextBatch> {
          for await (const rows of batchesOf(request, { signal: stop, tag, whole: false })) {
            arrived();
            const columns = request.types.map((type, index) =>
              rows.map((row) => (row[index] === null ? null : serverText(row[index]!, type))),
            );
            yield { columns, count: rows.length };
            arrived();
          }
        };
        return encodeParts(request, batches());
      }),
    async examine() {
      try {
        return await examineSession(AbortSignal.timeout(deadlineMs));
      } catch (error) {
        const problem = networkProblem(error, settings) ?? refusalOf(error as Error, settings);
        if (problem) return [problem];
        return [
          { field: 'host', message: `No Snowflake answers at ${host}, port ${port}: ${(error as Error).message}` },
        ];
      }
    },
    close: () => sessions.close(),
  };
}
