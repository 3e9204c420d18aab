import { Client, DatabaseError, escapeIdentifier } from 'pg';
import { connectionIssue, clientConfig } from '../servers/postgres/client-config.ts';
import { endInTime } from '../servers/postgres/patience.ts';
import type { SettingsIssue } from '../servers/server-driver.ts';
import type { PostgresSettings } from '../servers/server-settings.ts';
import { COLUMN_NAMES, columnDefinitions, rowsOfTable, TABLE_COLUMNS, tableIssues } from './parameter-table.ts';
import type { ColumnTypes, ParameterWrite, ParameterWriter, SetUp } from './parameter-table.ts';

type Write = ParameterWrite<PostgresSettings>;

const TYPES: ColumnTypes = { string: 'text', decimal: 'numeric(38, 10)', date: 'date', boolean: 'boolean' };

const quotedTable = ({ schema, table }: Write) => `${escapeIdentifier(schema)}.${escapeIdentifier(table)}`;

function setUp(write: Write): SetUp {
  const [schema, user] = [escapeIdentifier(write.schema), escapeIdentifier(write.server.user)];
  const columns = columnDefinitions(TYPES, (name, type, nullable) => `${name} ${type}${nullable ? '' : ' NOT NULL'}`);
  return {
    create: [`CREATE SCHEMA IF NOT EXISTS ${schema}`, `CREATE TABLE ${quotedTable(write)} (${columns})`],
    grant: [
      `GRANT USAGE ON SCHEMA ${schema} TO ${user}`,
      `GRANT SELECT, INSERT, DELETE ON ${quotedTable(write)} TO ${user}`,
    ],
  };
}

function issueOf(error: unknown, write: Write): SettingsIssue {
  const { code = '', message } = error as DatabaseError;
  if (!(error instanceof DatabaseError) || code.startsWith('28') || code === '3D000')
    return connectionIssue(error, write.server);
  switch (code) {
    case '42P01':
    case '3F000':
      return tableIssues.missing(write, setUp(write));
    case '42501':
      return tableIssues.denied(write, setUp(write));
    case '42703':
    case '42804':
    case '23502':
      return tableIssues.differs(write, setUp(write), message);
    default:
      return tableIssues.refused(write, message);
  }
}

/** In one transaction, which a dry run rolls back: readers see the earlier rows or the new ones. */
export const writePostgres: ParameterWriter<PostgresSettings> = async (write, options) => {
  const { server, tenant, dryRun } = write;
  const deadlineMs = Math.min(server.deadlineMs, options.deadlineMs);
  const client = new Client({ ...clientConfig(server, { ...options, deadlineMs }), query_timeout: deadlineMs + 1000 });
  // If the server closes the connection, it emits an error here, too; unhandled, it would end the process.
  client.on('error', () => undefined);
  const table = quotedTable(write);
  const columns = COLUMN_NAMES.join(', ');
  const typed = COLUMN_NAMES.map((name) => `${name} ${TYPES[TABLE_COLUMNS[name]]}`).join(', ');
  try {
    await client.connect();
    await client.query(`BEGIN READ WRITE; SET LOCAL statement_timeout = ${deadlineMs}`);
    // Two writers at a time would leave the rows of both.
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`rise ${table} ${tenant}`]);
    await client.query(`DELETE FROM ${table} WHERE tenant_id = $1`, [tenant]);
    await client.query(
      `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_to_recordset($1::jsonb) AS r (${typed})`,
      [JSON.stringify(rowsOfTable(write))],
    );
    await client.query(dryRun ? 'ROLLBACK' : 'COMMIT');
    return null;
  } catch (error) {
    return issueOf(error, write);
  } finally {
    await endInTime(client);
  }
};
