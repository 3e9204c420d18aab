import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { ClickHouseError } from '@clickhouse/client';
import type { ClickHouseClient } from '@clickhouse/client';
import { connectClickhouse, identifier } from '../servers/clickhouse/clickhouse-client.ts';
import { connectionIssue } from '../servers/clickhouse/clickhouse-server.ts';
import type { SettingsIssue } from '../servers/server-driver.ts';
import type { ClickhouseSettings } from '../servers/server-settings.ts';
import { COLUMN_NAMES, columnDefinitions, rowsOfTable, tableIssues } from './parameter-table.ts';
import type { ColumnTypes, ParameterWrite, ParameterWriter, SetUp } from './parameter-table.ts';

type Write = ParameterWrite<ClickhouseSettings>;

const TYPES: ColumnTypes = { string: 'String', decimal: 'Decimal(38, 10)', date: 'Date32', boolean: 'Bool' };

/** Rows are collected in a second table of the same kind, and take their place at once. */
const NEXT = '_next';
const nextOf = (write: Write): Write => ({ ...write, table: `${write.table}${NEXT}` });

const quotedTable = ({ schema, table }: Write) => `${identifier(schema)}.${identifier(table)}`;
const literal = (value: string) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const RIGHTS = 'SELECT, INSERT, ALTER DELETE';

function setUp(write: Write): SetUp {
  const [table, next, user] = [quotedTable(write), quotedTable(nextOf(write)), identifier(write.server.user)];
  const columns = columnDefinitions(
    TYPES,
    (name, type, nullable) => `${identifier(name)} ${nullable ? `Nullable(${type})` : `${type} NOT NULL`}`,
  );
  return {
    create: [
      `CREATE DATABASE IF NOT EXISTS ${identifier(write.schema)}`,
      `CREATE TABLE ${table} (${columns}) ENGINE = MergeTree PARTITION BY tenant_id ORDER BY name`,
      `CREATE TABLE ${next} AS ${table}`,
    ],
    grant: [table, next].map((granted) => `GRANT ${RIGHTS} ON ${granted} TO ${user}`),
  };
}

/** ClickHouse's error codes. */
const UNKNOWN = new Set(['60', '81']);
const DENIED = '497';
const UNFIT_COLUMN = new Set(['10', '16', '27', '36', '47', '53', '117', '122', '248']);
const NOT_SIGNED_IN = new Set(['192', '516']);

function issueOf(error: unknown, write: Write): SettingsIssue {
  if (!(error instanceof ClickHouseError) || NOT_SIGNED_IN.has(error.code)) return connectionIssue(error, write.server);
  if (UNKNOWN.has(error.code)) return tableIssues.missing(write, setUp(write));
  if (error.code === DENIED) return tableIssues.denied(write, setUp(write));
  if (UNFIT_COLUMN.has(error.code)) return tableIssues.differs(write, setUp(write), error.message);
  return tableIssues.refused(write, error.message);
}

/** What a write needs, as the server describes it; ClickHouse has no transactions to try it in. */
async function examine(client: ClickHouseClient, write: Write): Promise<SettingsIssue | null> {
  for (const part of [write, nextOf(write)]) {
    const { schema, table } = part;
    const query =
      'SELECT c.name, t.partition_key FROM system.columns c JOIN system.tables t ON t.database = c.database AND t.name = c.table WHERE c.database = {schema:String} AND c.table = {table:String}';
    const result = await client.query({ query, query_params: { schema, table }, format: 'JSONCompactEachRow' });
    const columns = await result.json<[string, string]>();
    if (columns.length === 0) return tableIssues.missing(part, setUp(write));
    const missing = COLUMN_NAMES.filter((name) => !columns.some(([known]) => known === name));
    if (missing.length > 0) return tableIssues.differs(part, setUp(write), `no ${missing.join(', ')}`);
    if (columns[0]![1] !== 'tenant_id') return tableIssues.differs(part, setUp(write), 'not partitioned by tenant_id');
    // CHECK GRANT does not accept FORMAT.
    const { stream } = await client.exec({ query: `CHECK GRANT ${RIGHTS} ON ${quotedTable(part)}` });
    if ((await text(stream)).trim() !== '1') return tableIssues.denied(part, setUp(write));
  }
  return null;
}

async function replaceRows(client: ClickHouseClient, write: Write): Promise<void> {
  const [table, next] = [quotedTable(write), quotedTable(nextOf(write))];
  const partition = `PARTITION ${literal(write.tenant)}`;
  const run = (query: string) => client.command({ query, query_id: randomUUID() });
  if (write.rows.length === 0) {
    await run(`ALTER TABLE ${table} DROP ${partition}`);
    return;
  }
  // Also of an attempt that was cut off.
  await run(`ALTER TABLE ${next} DROP ${partition}`);
  const lines = rowsOfTable(write).map((row) => JSON.stringify(row));
  await run(`INSERT INTO ${next} (${COLUMN_NAMES.map(identifier).join(', ')}) FORMAT JSONEachRow\n${lines.join('\n')}`);
  await run(`ALTER TABLE ${table} REPLACE ${partition} FROM ${next}`);
  await run(`ALTER TABLE ${next} DROP ${partition}`);
}

/** The tenant's rows are a partition, which is replaced as a whole: readers see the earlier rows or the new ones. */
export const writeClickhouse: ParameterWriter<ClickhouseSettings> = async (write, options) => {
  const { server } = write;
  const deadlineMs = Math.min(server.deadlineMs, options.deadlineMs);
  const client = connectClickhouse(
    server,
    { ...options, deadlineMs },
    {
      max_execution_time: Math.ceil(deadlineMs / 1000),
      // Rows are there once the statement has ended, and the same ones may be written again.
      async_insert: 0,
      insert_deduplicate: 0,
    },
  );
  try {
    if (write.dryRun) return await examine(client, write);
    await replaceRows(client, write);
    return null;
  } catch (error) {
    return issueOf(error, write);
  } finally {
    await client.close();
  }
};
