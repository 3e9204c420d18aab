import { quoteIdentifier, quoteText } from '../../expression/quote.ts';
import type { SettingsIssue } from '../servers/server-driver.ts';
import type { TrinoSettings } from '../servers/server-settings.ts';
import { TrinoClient, TrinoError } from '../servers/trino/trino-client.ts';
import { connectionIssue } from '../servers/trino/trino-server.ts';
import { columnDefinitions, tableIssues } from './parameter-table.ts';
import type { ColumnTypes, ParameterWrite, ParameterWriter, SetUp } from './parameter-table.ts';
import { insertStatements } from './standard-insert.ts';

type Write = ParameterWrite<TrinoSettings>;

const TYPES: ColumnTypes = { string: 'VARCHAR', decimal: 'DECIMAL(38, 10)', date: 'DATE', boolean: 'BOOLEAN' };

const quotedTable = ({ schema, table }: Write) => `${quoteIdentifier(schema)}.${quoteIdentifier(table)}`;

function setUp(write: Write): SetUp {
  const catalog = quoteIdentifier(write.server.catalog);
  const table = `${catalog}.${quotedTable(write)}`;
  return {
    create: [
      `CREATE SCHEMA IF NOT EXISTS ${catalog}.${quoteIdentifier(write.schema)}`,
      `CREATE TABLE ${table} (${columnDefinitions(TYPES, (name, type) => `${quoteIdentifier(name)} ${type}`)})`,
    ],
    grant: [`GRANT SELECT, INSERT, DELETE ON ${table} TO ${quoteIdentifier(write.server.user)}`],
  };
}

function issueOf(error: unknown, write: Write): SettingsIssue {
  if (!(error instanceof TrinoError)) return connectionIssue(error, write.server);
  switch (error.code) {
    case 'TABLE_NOT_FOUND':
    case 'SCHEMA_NOT_FOUND':
      return tableIssues.missing(write, setUp(write));
    case 'PERMISSION_DENIED':
      return tableIssues.denied(write, setUp(write));
    case 'COLUMN_NOT_FOUND':
    case 'TYPE_MISMATCH':
    case 'MISMATCHED_COLUMN_ALIASES':
      return tableIssues.differs(write, setUp(write), error.message);
    default:
      return tableIssues.refused(write, error.message);
  }
}

/**
 * Two statements, each complete or without effect: few connectors can write in a transaction. In between, readers see no
 * rows of the tenant. A dry run only plans them, for which Trino checks table, columns and rights.
 */
export const writeTrino: ParameterWriter<TrinoSettings> = async (write, options) => {
  const { server, tenant, dryRun } = write;
  const maxRunMs = Math.min(server.deadlineMs, options.deadlineMs);
  const client = new TrinoClient(server, { ...options, deadlineMs: maxRunMs });
  const table = quotedTable(write);
  const statements = [
    `DELETE FROM ${table} WHERE ${quoteIdentifier('tenant_id')} = ${quoteText(tenant)}`,
    ...insertStatements(write, { table, quote: quoteIdentifier, types: TYPES, textOf: quoteText }),
  ];
  try {
    for (const statement of statements) {
      const bounds = { signal: AbortSignal.timeout(maxRunMs), maxRunMs, tag: `tenant=${tenant}` };
      const pages = client.pages(dryRun ? `EXPLAIN ${statement}` : statement, bounds);
      while (!(await pages.next()).done);
    }
    return null;
  } catch (error) {
    return issueOf(error, write);
  } finally {
    await client.close();
  }
};
