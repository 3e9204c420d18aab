import type { Connection } from 'snowflake-sdk';
import { quoteIdentifier } from '../../expression/quote.ts';
import type { SettingsIssue } from '../servers/server-driver.ts';
import type { SnowflakeSettings } from '../servers/server-settings.ts';
import { SnowflakeSessions, unlessAborted } from '../servers/snowflake/snowflake-sessions.ts';
import { connectionIssue } from '../servers/snowflake/snowflake-server.ts';
import { columnDefinitions, tableIssues } from './parameter-table.ts';
import type { ColumnTypes, ParameterWrite, ParameterWriter, SetUp } from './parameter-table.ts';
import { insertStatements } from './standard-insert.ts';

type Write = ParameterWrite<SnowflakeSettings>;

const TYPES: ColumnTypes = { string: 'VARCHAR', decimal: 'DECIMAL(38, 10)', date: 'DATE', boolean: 'BOOLEAN' };

/** In capitals, as Snowflake stores a name that is not quoted: also right where a session distinguishes case. */
const quote = (name: string) => quoteIdentifier(name.toUpperCase());
const quotedTable = ({ schema, table }: Write) => `${quote(schema)}.${quote(table)}`;

function setUp(write: Write, role: string): SetUp {
  const database = quote(write.server.database);
  const schema = `${database}.${quote(write.schema)}`;
  const table = `${database}.${quotedTable(write)}`;
  const columns = columnDefinitions(
    TYPES,
    (name, type, nullable) => `${quote(name)} ${type}${nullable ? '' : ' NOT NULL'}`,
  );
  return {
    create: [`CREATE SCHEMA IF NOT EXISTS ${schema}`, `CREATE TABLE ${table} (${columns})`],
    grant: [
      `GRANT USAGE ON SCHEMA ${schema} TO ROLE ${quote(role)}`,
      `GRANT SELECT, INSERT, DELETE ON TABLE ${table} TO ROLE ${quote(role)}`,
    ],
  };
}

/** Snowflake's codes: no such object, or no right to see it; no right; an invalid name of a column; a null or value that does not fit. */
const UNKNOWN_OBJECT = new Set(['002003', '002043']);
const DENIED = '003001';
const UNFIT_COLUMN = new Set(['000904', '002023', '100072', '100132']);

function issueOf(error: unknown, write: Write, role: string): SettingsIssue {
  const { code = '', sqlState, message } = error as { code?: unknown; sqlState?: string; message: string };
  const number = String(code).padStart(6, '0');
  if (UNKNOWN_OBJECT.has(number)) return tableIssues.missing(write, setUp(write, role));
  if (number === DENIED) return tableIssues.denied(write, setUp(write, role));
  if (UNFIT_COLUMN.has(number)) return tableIssues.differs(write, setUp(write, role), message);
  // A statement that the server parsed and rejected has a SQLSTATE; one that never arrived has none.
  const rejected = typeof sqlState === 'string' && !sqlState.startsWith('08');
  return rejected ? tableIssues.refused(write, message) : connectionIssue(error, write.server);
}

type Run = (sql: string, binds?: readonly string[]) => Promise<unknown[][]>;

function runIn(session: Connection, deadlineMs: number): Run {
  const signal = AbortSignal.timeout(deadlineMs);
  return (sqlText, binds = []) =>
    unlessAborted(
      new Promise<unknown[][]>((resolve, reject) => {
        session.execute({
          sqlText,
          binds: [...binds],
          parameters: { MULTI_STATEMENT_COUNT: 1, STATEMENT_TIMEOUT_IN_SECONDS: Math.ceil(deadlineMs / 1000) },
          complete: (error, _, rows) => (error ? reject(error as Error) : resolve((rows ?? []) as unknown[][])),
        });
      }),
      signal,
    );
}

async function replaceRows(write: Write, run: Run): Promise<void> {
  const table = quotedTable(write);
  await run('BEGIN');
  await run(`DELETE FROM ${table} WHERE ${quote('tenant_id')} = ?`, [write.tenant]);
  const binds: string[] = [];
  const textOf = (text: string) => {
    binds.push(text);
    return '?';
  };
  for (const statement of insertStatements(write, { table, quote, types: TYPES, textOf }))
    await run(statement, binds.splice(0));
  await run(write.dryRun ? 'ROLLBACK' : 'COMMIT');
}

/** In one transaction, which a dry run rolls back; ending the session rolls back one that failed. */
export const writeSnowflake: ParameterWriter<SnowflakeSettings> = async (write, options) => {
  const { server } = write;
  const deadlineMs = Math.min(server.deadlineMs, options.deadlineMs);
  const sessions = new SnowflakeSessions(server, { ...options, deadlineMs });
  let role = server.role ?? 'PUBLIC';
  let session: Connection | null = null;
  try {
    session = await sessions.take(AbortSignal.timeout(deadlineMs));
    const run = runIn(session, deadlineMs);
    role = server.role ?? String((await run('SELECT CURRENT_ROLE()'))[0]?.[0] ?? role);
    await replaceRows(write, run);
    return null;
  } catch (error) {
    return issueOf(error, write, role);
  } finally {
    if (session) sessions.giveBack(session, true);
    await sessions.close();
  }
};
