import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openClickhouse } from '../../../tests/support/test-clickhouse.ts';
import type { TestClickhouse } from '../../../tests/support/test-clickhouse.ts';
import { REJECTED_CLICKHOUSE, OUT_OF_REACH } from '../../../tests/corpus/rejected-clickhouse.ts';
import { ORDINARY_CLICKHOUSE } from '../../../tests/corpus/accepted-clickhouse.ts';
import { dice } from '../../../tests/support/random-queries.ts';
import { CLICKHOUSE, someStatement } from '../../../tests/corpus/random-statements.ts';
import { CASES, ROWS, RULED } from '../../../tests/support/row-rule-cases.ts';
import { openClickhouseWith } from '../../../tests/support/test-servers.ts';
import { openTiny, tinyStatements } from '../../../tests/support/tiny-warehouse.ts';
import type { TinyWarehouse } from '../../../tests/support/tiny-warehouse.ts';
import { QueryError, QueryTimeout } from '../../errors.ts';
import type { ReaderOf } from '../../plan/scope.ts';
import { createServerDriver } from '../../warehouses/servers/create-server-driver.ts';
import type { ServerDriver } from '../../warehouses/servers/server-driver.ts';
import { isAllowed, TABLE_FUNCTIONS } from './functions.ts';

let tiny: TinyWarehouse;
/** The warehouse, with rows of two tenants and a table that is not in the model. */
let server: TestClickhouse;
/** A warehouse with only what one reader can see, queried without the validator. */
let theirs: TestClickhouse;
let plain: ServerDriver;
beforeAll(async () => {
  tiny = await openTiny([], { deadlineMs: 60_000 }, RULED);
  server = (await openClickhouseWith([
    ...tinyStatements(ROWS),
    'CREATE TABLE secret (word VARCHAR)',
    "INSERT INTO secret VALUES ('hush')",
  ]))!;
  theirs = await openClickhouse();
  plain = createServerDriver(theirs.settings, { deadlineMs: 60_000, lookup: undefined });
});
afterAll(async () => {
  await plain?.close();
  await tiny?.close();
  await server?.close();
  await theirs?.close();
});

const WIDE = { limit: 100_000, memoryMb: 4000, parameters: [] };
async function runSql(
  sql: string,
  reader: ReaderOf,
  { limit = 100_000, on = tiny, language = 'en' as 'en' | 'tr' } = {},
) {
  const answer = await on.engine.adHocSql.run({
    model: on.model,
    version: { number: 1, moment: 0, asOf: '2025-12-31', server: server.settings },
    scope: { tenant: 'alder', reader },
    sql,
    limit,
    language,
  });
  return {
    ...answer,
    ...(JSON.parse(`{${answer.body}}`) as { columns: { name: string; type: string }[]; rows: unknown[][] }),
  };
}
const clerk = CASES['clerk']!.reader;
const auditor = CASES['auditor']!.reader;
async function rejection(sql: string, reader = clerk): Promise<QueryError> {
  const refused = await runSql(sql, reader).then(
    ({ rows }) => `answered ${JSON.stringify(rows)}`,
    (error: unknown) => error,
  );
  if (!(refused instanceof QueryError)) throw new Error(`${sql}: ${String(refused)}`, { cause: refused });
  return refused;
}
/** Fills `theirs` with the rows of one reader. */
async function become(name: string): Promise<void> {
  const { sees, shown } = CASES[name]!;
  const [makeBranch, makeBalance, ...fill] = tinyStatements(
    ROWS.filter((row) => row.tenant === 'alder' && sees(row)).map(shown),
  );
  for (const table of ['branch', 'balance']) await theirs.run(`DROP TABLE IF EXISTS ${table}`);
  await theirs.make([makeBranch!, makeBalance!, ...fill]);
  for (const table of ['branch', 'balance']) await theirs.run(`ALTER TABLE ${table} DROP COLUMN tenant_id`);
}
const rowsOf = async (sql: string) => JSON.parse((await plain.runAdHoc!({ ...WIDE, sql })).rows) as unknown[][];
const sorted = (rows: unknown[][]) => rows.map((row) => JSON.stringify(row)).toSorted();

describe('the SQL validator refuses', () => {
  it('at least 500 statements', () => {
    const all = Object.values(REJECTED_CLICKHOUSE).flatMap(({ statements }) => statements);
    expect(new Set(all).size).toBeGreaterThan(500);
  });

  it.each(Object.entries(REJECTED_CLICKHOUSE))('%s', async (_, { says, statements }) => {
    await runSql('SELECT 1', clerk);
    const ran = await server.ran();
    for (const sql of statements) {
      const { details } = await rejection(sql);
      expect(details, sql).toEqual([expect.objectContaining({ field: 'sql', message: expect.stringMatching(says) })]);
      expect(await server.ran(), sql).toBe(ran);
    }
    expect(await server.ran(), 'nothing but the parser was run').toBe(ran);
  });

  it('reading a table through the name of a WITH query that is out of scope', async () => {
    for (const sql of OUT_OF_REACH) {
      const leaked = await runSql(sql, clerk).then(
        ({ body }) => body,
        (error: unknown) => (error as QueryError).message,
      );
      expect(leaked, sql).toMatch(/read where it does not reach|cannot be read|cannot run|"rows":\[\[1/);
      expect(leaked).not.toMatch(/hush/);
    }
  });

  it('every engine function that is not on the allowlist', async () => {
    const names = async (what: string) => (await rowsOf(what)).map(([name]) => name as string);
    const functions = await names('SELECT name FROM system.functions');
    // VALUES in parentheses is parsed as this function, which is allowed with literal values.
    const known = new Set([...TABLE_FUNCTIONS, 'SQLStandardValues']);
    const inFrom = (await names('SELECT name FROM system.table_functions')).filter((name) => !known.has(name));
    const others = functions.filter((name) => !isAllowed(name.toLowerCase()));
    expect(inFrom.length).toBeGreaterThan(60);
    expect(others.length).toBeGreaterThan(700);
    const ran = await server.ran();
    for (const name of inFrom) await rejection(`SELECT * FROM ${name}(1)`);
    for (const name of others) await rejection(`SELECT ${name}(1)`);
    expect(await server.ran()).toBe(ran);
  });

  it('with position and remedy, in the reader’s language', async () => {
    const { details } = await rejection('SELECT *\n  FROM branch b\n  JOIN "Çalışan" x USING (branch_id)');
    expect(details[0]).toEqual({
      field: 'sql',
      message: "Line 3, column 8: There is no table 'Çalışan' here. You can use: balance, branch.",
      line: 3,
      column: 8,
    });
    const turkish = (sql: string) => runSql(sql, auditor, { language: 'tr' });
    await expect(turkish('SELECT grade,\n sleep(3) FROM branch')).rejects.toThrow(
      /^Satır 2, sütun 2: 'sleep' işlevi burada kullanılamaz/,
    );
    await expect(turkish('SELECT sum(intDiv(1, grade - 4)) FROM branch')).rejects.toThrow(/sıfıra bölünüyor/);
    expect((await rejection('SELECT grade,\n sleep(3) FROM branch')).message).toMatch(
      /^Line 2, column 2: The function 'sleep' cannot be used here/,
    );
    expect((await rejection("SELECT 'é', gradde FROM branch")).message).toMatch(
      /^Line 1, column 13: There is no column 'gradde' here/,
    );
    expect((await rejection('SELECT grade FROM branch\nWHERE GROUP BY grade')).message).toMatch(
      /^Line 2, column 13: The statement cannot be read from 'BY' on|^Line 2/,
    );
  });

  it('statements that would expose data without the validator', async () => {
    const bare = createServerDriver(server.settings, { deadlineMs: 60_000, lookup: undefined });
    for (const sql of [
      'SELECT * FROM secret',
      'SELECT tenant_id FROM branch',
      'SELECT name FROM system.tables',
      "SELECT 1 WHERE 'hush' IN secret",
    ])
      expect((await bare.runAdHoc!({ ...WIDE, sql })).rowCount, sql).toBeGreaterThan(0);
    await bare.close();
  });
});

describe('accepted statements', () => {
  it('are at least 100, of every kind', () => {
    expect(new Set(Object.values(ORDINARY_CLICKHOUSE).flat()).size).toBeGreaterThanOrEqual(100);
  });

  it('return the same results as from a warehouse with only the reader’s rows', async () => {
    await become('clerk');
    for (const sql of Object.values(ORDINARY_CLICKHOUSE).flat()) {
      const { rows } = await runSql(sql, clerk).catch((error: Error) => {
        throw new Error(`${sql}: ${error.message}`, { cause: error });
      });
      expect(rows, sql).toEqual(await rowsOf(sql.replace(/;$/, '')));
      expect(rows.length, sql).toBeGreaterThan(sql.includes('IS NULL ORDER') || sql.includes('ANTI') ? -1 : 0);
    }
  });

  it.each(Object.keys(CASES))('never return hidden rows in generated statements: %s', async (name) => {
    await become(name);
    const random = dice(name.length * 97);
    let answered = 0;
    for (let turn = 0; turn < 30; turn += 1) {
      const sql = someStatement(random, CLICKHOUSE);
      const expected = await rowsOf(sql).catch(() => null);
      if (expected === null) {
        await rejection(sql, CASES[name]!.reader);
        continue;
      }
      answered += 1;
      const { rows } = await runSql(sql, CASES[name]!.reader);
      expect(sorted(rows), `${name} ${turn}: ${sql}`).toEqual(sorted(expected));
    }
    expect(answered).toBeGreaterThanOrEqual(20);
  });

  it.each([
    "SELECT count() FROM branch WHERE toInt32(CASE grade WHEN 4 THEN 'secret' ELSE '1' END) = 1",
    'SELECT count() FROM branch WHERE intDiv(1, grade - 4) < 9',
    'SELECT sum(intDiv(1, grade - 4)) FROM branch',
    'SELECT count() FROM (SELECT grade FROM branch WHERE intDiv(1, grade - 4) < 9)',
    'SELECT count() FROM branch b JOIN balance m ON m.branch_id = b.branch_id AND intDiv(1, b.grade - 4) < 9',
    'SELECT count() FROM branch b JOIN balance m USING (branch_id) WHERE intDiv(1, b.grade - 4) < 9',
    'WITH x AS (SELECT * FROM branch) SELECT count() FROM x WHERE intDiv(1, grade - 4) < 9',
    'SELECT grade, count() FROM branch GROUP BY grade HAVING intDiv(1, grade - 4) < 9',
    'SELECT count() FROM branch WHERE grade IN (SELECT grade FROM branch WHERE intDiv(1, grade - 4) < 9)',
    'SELECT count() FROM (SELECT * FROM branch ORDER BY grade LIMIT 1000) WHERE intDiv(1, grade - 4) < 9',
  ])('do not expose hidden rows through errors: %s', async (sql) => {
    await expect(runSql(sql, CASES['manager']!.reader)).resolves.toMatchObject({ truncated: false });
    await expect(runSql(sql, auditor)).rejects.toThrow(/cannot be read as the type|divided by nothing/);
  });

  it('would be evaluated on hidden rows without the fence', async () => {
    const bare = createServerDriver(server.settings, { deadlineMs: 60_000, lookup: undefined });
    const triedWith = async (fence: string) => {
      const sql = `EXPLAIN actions = 1 SELECT count() FROM (SELECT branch.grade FROM branch AS branch WHERE branch.tenant_id = 'alder'${fence}) AS branch WHERE intDiv(1, grade - 4) < 9`;
      const { rows } = await bare.runAdHoc!({ sql, parameters: [], limit: 1000 });
      const lines = (JSON.parse(rows) as [string][]).map(([line]) => line);
      return lines.filter((line) => line.includes('tenant_id') && line.includes('DIV'));
    };
    expect(await triedWith('')).not.toEqual([]);
    expect(await triedWith(' LIMIT 9223372036854775807')).toEqual([]);
    await bare.close();
  });

  it.each([
    "SELECT (SELECT count() FROM branch AS x) FROM (SELECT 'birch' AS tenant_id, 1 AS grade) AS branch",
    "WITH 'birch' AS tenant_id, 1 AS grade SELECT count() FROM branch AS x",
    "SELECT max(n) FROM (WITH 'birch' AS tenant_id SELECT count() AS n FROM branch UNION ALL SELECT count() FROM branch)",
    "SELECT count() FROM (SELECT 'birch' AS tenant_id) AS balance, branch",
  ])('cannot shadow names that the row rules use: %s', async (sql) => {
    const seen = ROWS.filter((row) => row.tenant === 'alder' && CASES['manager']!.sees(row));
    expect((await runSql(sql, CASES['manager']!.reader)).rows).toEqual([[seen.length]]);
  });

  it('report the rights that applied, and show only columns of the model', async () => {
    expect((await runSql('SELECT 1 FROM branch, balance', clerk)).restricted).toEqual([
      { table: 'balance', rules: ['own_grades', 'not_rich'], masked: ['worth'] },
      { table: 'branch', rules: ['own_grades', 'not_rich'], masked: [] },
    ]);
    const { columns } = await runSql('SELECT * FROM branch', auditor);
    expect(columns.map(({ name }) => name)).toEqual(['branch_id', 'name', 'grade', 'open', 'day']);
    expect((await rejection('SELECT tenant_id FROM branch', auditor)).message).toMatch(
      /There is no column 'tenant_id'/,
    );
    expect((await runSql('SELECT count() AS n FROM branch', auditor)).rows).toEqual([[60]]);
  });

  it('are truncated at the limit and reported so, with column types and exact large integers', async () => {
    const cut = await runSql('SELECT number FROM numbers(5)', auditor, { limit: 3 });
    expect([cut.rows, cut.rowCount, cut.truncated]).toEqual([[[0], [1], [2]], 3, true]);
    expect((await runSql('SELECT number FROM numbers(3)', auditor, { limit: 3 })).truncated).toBe(false);
    const { columns, rows } = await runSql(
      "SELECT 1 a, toDecimal64('1.50', 2) b, 1e0 c, 'x' d, toDate('2025-01-02') e, toDateTime('2025-01-02 03:04:05', 'UTC') f, TRUE g, 9007199254740993 h, [1] i, 9007199254740993 - 9007199254740992 j",
      auditor,
    );
    expect(columns.map(({ type }) => type)).toEqual([
      'integer',
      'decimal',
      'number',
      'string',
      'date',
      'timestamp',
      'boolean',
      'decimal',
      'string',
      'integer',
    ]);
    expect(rows).toEqual([[1, '1.5', 1, 'x', '2025-01-02', '2025-01-02T03:04:05', true, '9007199254740993', '[1]', 1]]);
    expect((await runSql('SELECT 7, 7', auditor)).columns.map(({ name }) => name)).toEqual(['7', '7_1']);
  });

  it('are cached only for readers with equal rights, and not if they depend on the time', async () => {
    const sql = 'SELECT count() AS kept FROM branch';
    expect((await runSql(sql, clerk)).cache).toBe('miss');
    expect((await runSql(sql, clerk)).cache).toBe('hit');
    expect(await runSql(sql, auditor)).toMatchObject({ cache: 'miss', rows: [[60]] });
    for (const clock of ['SELECT now()', 'SELECT today() AS d', 'SELECT CURRENT_DATE()']) {
      await runSql(clock, clerk);
      expect((await runSql(clock, clerk)).cache, clock).toBe('miss');
    }
  });
});

describe('excessive statements', () => {
  it('end at the deadline', async () => {
    const hasty = await openTiny([], { deadlineMs: 2000 }, RULED);
    const sql = 'SELECT count() FROM numbers(10000000) a, numbers(10000000) b WHERE a.number + b.number = 7';
    await expect(runSql(sql, auditor, { on: hasty })).rejects.toBeInstanceOf(QueryTimeout);
    await hasty.close();
  });

  it.each([
    'SELECT length(groupArray(number)) FROM numbers(10000000)',
    "SELECT length(arrayStringConcat(groupArray(concat(toString(a.number), 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx')))) FROM numbers(10000) a, numbers(10000) b",
  ])('stay within the memory limit: %s', async (sql) => {
    const small = await openTiny([], { sqlMemoryMb: 50 }, RULED);
    await expect(runSql(sql, auditor, { on: small })).rejects.toThrow(/more memory than/);
    await small.close();
  });
});
