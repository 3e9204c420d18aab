import { DuckDBInstance } from '@duckdb/node-api';
import type { DuckDBConnection } from '@duckdb/node-api';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FakeSnowflake } from '../../../tests/support/fake-snowflake.ts';
import { FakeTrino } from '../../../tests/support/fake-trino.ts';
import { grammarError } from '../../../tests/support/transpile-to-duckdb.ts';
import { snowflake } from '../../dialects/snowflake.ts';
import { trino } from '../../dialects/trino.ts';
import type { ParameterRow } from '../../plan/parameter-rows.ts';
import { ParameterTableService } from '../../services/parameter-table-service.ts';

/** What servers of both kinds run is standard SQL, which DuckDB runs as it stands. */
let duckdb: DuckDBConnection;
/** Statements in the order in which the server received them. */
let received: string[] = [];
let unreadable: string | null = null;

async function run({ sql, parameters }: { sql: string; parameters: readonly unknown[] }): Promise<void> {
  received.push(sql);
  if (unreadable !== null) throw new Error(unreadable);
  await duckdb.run(sql, parameters.length === 0 ? undefined : ([...parameters] as never));
}

const onSnowflake = new FakeSnowflake(async (statement) => {
  try {
    await run(statement);
    return { columns: [{ type: 'text' }], rows: [['done']] };
  } catch (error) {
    const { message } = error as Error;
    // The session is ended after an error, and its transaction with it.
    await duckdb.run('ROLLBACK').catch(() => undefined);
    const code = /does not exist/.test(message) ? '002003' : /denied/.test(message) ? '003001' : '001003';
    return { error: { code, sqlState: '42000', message } };
  }
});
const onTrino = new FakeTrino(async (statement) => {
  try {
    await run(statement);
    return { pages: [['["done"]']] };
  } catch (error) {
    const { message } = error as Error;
    const errorName = /does not exist/.test(message) ? 'TABLE_NOT_FOUND' : /denied/.test(message) ? 'PERMISSION_DENIED' : 'NOT_SUPPORTED'; // prettier-ignore
    return { error: { message, errorName, errorType: 'USER_ERROR' } };
  }
});

const service = new ParameterTableService({ deadlineMs: 20_000, lookup: undefined });
beforeAll(async () => {
  duckdb = await (await DuckDBInstance.create()).connect();
  await Promise.all([onSnowflake.listen(), onTrino.listen()]);
});
afterAll(async () => {
  await Promise.all([onSnowflake.close(), onTrino.close()]);
  duckdb.closeSync();
});
beforeEach(async () => {
  await duckdb.run(
    'DROP SCHEMA IF EXISTS rise CASCADE; CREATE SCHEMA rise; CREATE TABLE rise.parameters (tenant_id VARCHAR, name VARCHAR, "type" VARCHAR, "value" VARCHAR, number DECIMAL(38, 10), "day" DATE, valid_from DATE, valid_until DATE, is_current BOOLEAN)',
  );
  received = [];
  unreadable = null;
});

const row = (name: string, value: string, more: Partial<ParameterRow> = {}): ParameterRow => ({
  name,
  type: 'string',
  value,
  number: null,
  day: null,
  valid_from: null,
  valid_until: null,
  is_current: true,
  ...more,
});
const HARD = `O'Hare "X" \\ ? '; --\nŞ`;
const ROWS = [
  row('note', HARD),
  row('rate', '0.025', { type: 'percent', number: '0.025', valid_until: '2025-12-31', is_current: false }),
  row('rate', '0.03', { type: 'percent', number: '0.03', valid_from: '2026-01-01' }),
  row('start', '2026-02-01', { type: 'date', day: '2026-02-01' }),
];
const stored = async () =>
  (
    await duckdb.runAndReadAll('SELECT * FROM rise.parameters ORDER BY tenant_id, name, valid_from NULLS FIRST')
  ).getRowsJson();

describe.each([
  ['Snowflake', () => onSnowflake.settings, snowflake],
  ['Trino', () => onTrino.settings, trino],
] as const)('parameters in a table of %s', (_, settings, dialect) => {
  const target = (tenant: string) => ({ server: settings(), schema: 'rise', table: 'parameters', tenant });

  it('replace the earlier ones of the tenant, and no others', async () => {
    expect(await service.write(target('birch'), [row('note', 'theirs')])).toBeNull();
    expect(await service.write(target("al'der"), [row('gone', 'x')])).toBeNull();
    expect(await service.write(target("al'der"), ROWS)).toBeNull();
    expect(await stored()).toEqual([
      ["al'der", 'note', 'string', HARD, null, null, null, null, true],
      ["al'der", 'rate', 'percent', '0.025', '0.0250000000', null, null, '2025-12-31', false],
      ["al'der", 'rate', 'percent', '0.03', '0.0300000000', null, '2026-01-01', null, true],
      ["al'der", 'start', 'date', '2026-02-01', null, '2026-02-01', null, null, true],
      ['birch', 'note', 'string', 'theirs', null, null, null, null, true],
    ]);
    expect(received.map((sql) => grammarError(sql, dialect)).filter((issue) => issue !== null)).toEqual([]);
    expect(await service.write(target("al'der"), [])).toBeNull();
    expect(await stored()).toHaveLength(1);
  });

  it('may be many', async () => {
    const many = Array.from({ length: 450 }, (__, index) => row(`p${index}`, String(index)));
    expect(await service.write(target('alder'), many)).toBeNull();
    expect(await stored()).toHaveLength(450);
  });

  it('change nothing in a test', async () => {
    await service.write(target('alder'), ROWS);
    expect(await service.examine(target('alder'))).toBeNull();
    expect(await stored()).toHaveLength(ROWS.length);
  });

  it('need a table, for which the refusal has the statements', async () => {
    const issue = await service.examine({ ...target('alder'), table: 'nothing' });
    expect(issue?.field).toBe('parameterTable');
    const script = issue!.message.slice(issue!.message.indexOf('CREATE SCHEMA'));
    const statements = script.split(/;\s*/).filter((statement) => statement !== '');
    expect(statements.map((statement) => grammarError(statement, dialect))).toEqual(statements.map(() => null));
    expect(script).toMatch(/CREATE TABLE .*tenant_id.*is_current.*GRANT SELECT, INSERT, DELETE ON/is);
  });

  it('need the right to write it, for which the refusal has the statement', async () => {
    unreadable = 'Access denied';
    const issue = await service.write(target('alder'), ROWS);
    expect(issue?.message).toMatch(
      /'reader' may not write the table 'rise\.parameters'.*GRANT SELECT, INSERT, DELETE ON/s,
    );
    unreadable = 'This connector does not support modifying table rows';
    expect((await service.examine(target('alder')))?.message).toContain('does not support modifying table rows');
  });

  it('say of a wrong password whose it is', async () => {
    const server = { ...settings(), password: 'wrong' };
    expect(await service.examine({ ...target('alder'), server })).toEqual({
      field: 'password',
      message: expect.stringMatching(/'reader'/),
    });
  });
});

it('a failed write to Snowflake leaves the earlier rows', async () => {
  const target = { server: onSnowflake.settings, schema: 'rise', table: 'parameters', tenant: 'alder' };
  await service.write(target, ROWS);
  const unfit = [row('a', '1'), row('b', 'x', { number: 'x' })];
  expect((await service.write(target, unfit))?.field).toBe('parameterTable');
  expect(await stored()).toHaveLength(ROWS.length);
});
