import { DuckDBInstance } from '@duckdb/node-api';
import type { DuckDBConnection } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REJECTED } from '../../../tests/corpus/rejected-duckdb.ts';
import { ORDINARY } from '../../../tests/corpus/accepted-duckdb.ts';
import { dice } from '../../../tests/support/random-queries.ts';
import { randomCases } from '../../../tests/support/random-cases.ts';
import { someStatement } from '../../../tests/corpus/random-statements.ts';
import { CASES, ROWS, RULED } from '../../../tests/support/row-rule-cases.ts';
import { openTiny, tinyStatements } from '../../../tests/support/tiny-warehouse.ts';
import type { TinyWarehouse } from '../../../tests/support/tiny-warehouse.ts';
import { QueryError, QueryTimeout } from '../../errors.ts';
import type { ReaderOf } from '../../plan/scope.ts';
import { Readers } from '../../warehouses/embedded/readers.ts';
import { FUNCTIONS, TABLE_FUNCTIONS } from './functions.ts';

let tiny: TinyWarehouse;
beforeAll(async () => {
  tiny = await openTiny(ROWS, { sqlMemoryMb: 512 }, RULED);
});
afterAll(() => tiny.close());

interface Answer {
  columns: { name: string; type: string }[];
  rows: unknown[][];
  truncated: boolean;
}
const scopeOf = (reader: ReaderOf) => ({ tenant: 'alder', reader });
async function runSql(sql: string, reader: ReaderOf, on = tiny, limit = 100_000) {
  const answer = await on.engine.adHocSql.run({
    model: on.model,
    version: on.version,
    scope: scopeOf(reader),
    sql,
    limit,
  });
  const { columns, rows } = JSON.parse(`{${answer.body}}`) as Answer;
  return { ...answer, columns, rows };
}
const clerk = CASES['clerk']!.reader;
const auditor = CASES['auditor']!.reader;

/** A cell as plain text, regardless of its type in JSON. */
function plain(cell: unknown): string | null {
  if (cell === null) return null;
  const text = String(cell).replace('T', ' ');
  if (text !== '' && Number.isFinite(Number(text))) return Number(text).toPrecision(11);
  return text;
}
/** A separate DuckDB with only what this reader can see. */
async function openOnly(name: string): Promise<DuckDBConnection> {
  const { sees, shown } = CASES[name]!;
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const rows = ROWS.filter((row) => row.tenant === 'alder' && sees(row)).map(shown);
  for (const statement of tinyStatements(rows)) await connection.run(statement);
  await connection.run('ALTER TABLE branch DROP COLUMN tenant_id');
  await connection.run('ALTER TABLE balance DROP COLUMN tenant_id');
  await connection.run("SET TimeZone = 'UTC'");
  return connection;
}
const rowsOf = async (connection: DuckDBConnection, sql: string) =>
  (await connection.runAndReadAll(sql)).getRows().map((row) => row.map(plain));
async function rejection(sql: string, reader = clerk): Promise<QueryError> {
  const refused = await runSql(sql, reader).then(
    ({ rows }) => `answered ${JSON.stringify(rows)}`,
    (error: unknown) => error,
  );
  if (!(refused instanceof QueryError)) throw new Error(`${sql}: ${String(refused)}`);
  return refused;
}

describe('the SQL validator refuses', () => {
  it('at least 500 statements', () => {
    const all = Object.values(REJECTED).flatMap(({ statements }) => statements);
    expect(new Set(all).size).toBeGreaterThan(500);
  });

  it.each(Object.entries(REJECTED))('%s', async (_, { says, statements }) => {
    for (const sql of statements) {
      const { details } = await rejection(sql);
      expect(details, sql).toEqual([expect.objectContaining({ field: 'sql', message: expect.stringMatching(says) })]);
    }
    expect(tiny.engine.stats().sql.processes, 'nothing was run').toEqual([]);
  });

  it('every engine function that is not on the allowlist', async () => {
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const known = (
      await connection.runAndReadAll('SELECT DISTINCT function_name, function_type FROM duckdb_functions()')
    ).getRows() as [string, string][];
    const inFrom = known.filter(([name, kind]) => kind.startsWith('table') && !TABLE_FUNCTIONS.has(name));
    const others = known.filter(([name, kind]) => !kind.startsWith('table') && !FUNCTIONS.has(name.toLowerCase()));
    expect(inFrom.length).toBeGreaterThan(60);
    expect(others.length).toBeGreaterThan(200);
    for (const [name] of inFrom) await rejection(`SELECT * FROM "${name}"(1)`);
    for (const [name] of others) await rejection(`SELECT "${name}"(1)`);
    expect(tiny.engine.stats().sql.processes).toEqual([]);
    const names = new Set(known.map(([name]) => name.toLowerCase()));
    const written = new Set(['**', '&&', '!~~*', '->', 'coalesce', 'apply']);
    const missing = [...FUNCTIONS].filter((name) => !names.has(name) && !written.has(name));
    expect(missing, 'listed and not there').toEqual([]);
  });

  it('with position and remedy', async () => {
    const { details } = await rejection(
      'SELECT *\n  FROM branch b\n  JOIN "Çalışan" x USING (branch_id)\n  JOIN balanse m USING (branch_id)',
    );
    expect(details[0]!.message).toBe(
      "Line 3, column 8: There is no table 'Çalışan' here. You can use: balance, branch, rise_parameters.",
    );
    expect({ ...details[0] }).toMatchObject({ line: 3, column: 8 });
    const question = { model: tiny.model, version: tiny.version, scope: scopeOf(clerk), limit: 1 };
    await expect(
      tiny.engine.adHocSql.run({ ...question, sql: 'SELECT 1,\nsleep(1) FROM branch', language: 'tr' }),
    ).rejects.toThrow("Satır 2, sütun 1: 'sleep' işlevi burada kullanılamaz.");
    expect((await rejection("SELECT 'é', 1 FROM balanse")).details[0]!.message).toBe(
      "Line 1, column 20: There is no table 'balanse' here. Did you mean 'balance'? You can use: balance, branch, rise_parameters.",
    );
    expect((await rejection('SELECT grade,\n gradde FROM branch')).details[0]!.message).toMatch(
      /^Line 2, column 2: .*gradde.*not found/,
    );
  });

  it('statements that would expose data without the validator', async () => {
    const sandboxes = new Readers({ maxProcesses: 1, memoryMb: 256, deadlineMs: 20_000, threads: 1, sandbox: true });
    const run = (sql: string) =>
      sandboxes.query(tiny.version.file, [
        { sql, parameters: {}, attachAs: 'w0', views: [], keepsOrder: true, limit: 10 },
      ]);
    for (const sql of [
      'SELECT * FROM w0.main.branch',
      'SELECT database_name, path FROM duckdb_databases()',
      "SELECT * FROM query('SELECT * FROM w0.main.branch')",
    ])
      expect((await run(sql))[0]!.rowCount, sql).toBeGreaterThan(0);
    for (const sql of [
      "SELECT * FROM read_text('/etc/passwd')",
      "COPY (SELECT 1) TO '/tmp/rise-gate.csv'",
      "ATTACH '/tmp/rise-gate.duckdb'",
      'SET threads = 8',
      'INSERT INTO w0.main.branch SELECT * FROM w0.main.branch',
    ])
      await expect(run(sql), sql).rejects.toThrow(/disabled|locked|read-only|not allowed|Cannot/i);
    await sandboxes.close();
  });
});

describe('accepted statements', () => {
  it('are at least 100, of every kind', () => {
    expect(new Set(Object.values(ORDINARY).flat()).size).toBeGreaterThanOrEqual(100);
  });

  it.each(Object.entries(ORDINARY))(
    'return for %s the same results as from a warehouse with only the reader’s rows',
    async (_, statements) => {
      const theirs = await openOnly('clerk');
      for (const sql of statements) {
        const { rows } = await runSql(sql, clerk);
        expect(
          rows.map((row) => row.map(plain)),
          sql,
        ).toEqual(await rowsOf(theirs, sql));
      }
    },
  );

  it.each(Object.keys(CASES))('never return hidden rows in generated statements: %s', async (name) => {
    const theirs = await openOnly(name);
    const random = dice(name.length * 97);
    for (const turn of randomCases(50)) {
      const sql = someStatement(random);
      const [shown, expected] = await Promise.all([runSql(sql, CASES[name]!.reader), rowsOf(theirs, sql)]);
      const sorted = (rows: unknown[][]) => rows.map((row) => JSON.stringify(row)).toSorted();
      expect(sorted(shown.rows.map((row) => row.map(plain))), `${turn}: ${sql}`).toEqual(sorted(expected));
    }
  });

  it('do not expose hidden rows through errors: conditions are not evaluated on them', async () => {
    const onGradeFour =
      "SELECT count(*) FROM branch WHERE CAST(CASE grade WHEN 4 THEN 'secret' ELSE '1' END AS INTEGER) = 1";
    const seen = ROWS.filter((row) => row.tenant === 'alder' && CASES['manager']!.sees(row));
    expect((await runSql(onGradeFour, CASES['manager']!.reader)).rows).toEqual([[seen.length]]);
    await expect(runSql(onGradeFour, auditor)).rejects.toThrow(/Could not convert string 'secret'/);
  });

  it('report the rights that applied', async () => {
    expect((await runSql('SELECT 1 FROM branch, balance', clerk)).restricted).toEqual([
      { table: 'balance', rules: ['own_grades', 'not_rich'], masked: ['worth'] },
      { table: 'branch', rules: ['own_grades', 'not_rich'], masked: [] },
    ]);
    expect((await runSql('SELECT 1 FROM branch', auditor)).restricted).toEqual([]);
  });

  it('show only columns of the model, never the tenant column', async () => {
    const { columns } = await runSql('SELECT * FROM branch', auditor);
    expect(columns.map(({ name }) => name)).toEqual(['branch_id', 'name', 'grade', 'open', 'day']);
    expect((await rejection('SELECT tenant_id FROM branch', auditor)).message).toMatch(/tenant_id.*not found/);
  });

  it('that are large are one copy of bytes for all who read them', async () => {
    const sql = "SELECT rpad('', 1000, 'x') AS text FROM range(100)";
    const [first, second] = [await runSql(sql, auditor), await runSql(sql, auditor)];
    expect([first.body, second.cache]).toEqual([expect.any(Buffer), 'hit']);
    expect(second.body).toBe(first.body);
  });

  it('are truncated at the limit and reported so, with column types and exact large integers', async () => {
    const cut = await runSql('SELECT * FROM range(5)', auditor, tiny, 3);
    expect([cut.rows, cut.rowCount, cut.truncated]).toEqual([[[0], [1], [2]], 3, true]);
    expect((await runSql('SELECT * FROM range(3)', auditor, tiny, 3)).truncated).toBe(false);
    const { columns, rows } = await runSql(
      "SELECT 1 a, 1.50 b, 1e0 c, 'x' d, DATE '2025-01-02' e, TIMESTAMP '2025-01-02 03:04:05' f, TRUE g, 9007199254740993 h, [1] i, NULL j",
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
    expect(rows).toEqual([
      [1, '1.5', 1, 'x', '2025-01-02', '2025-01-02T03:04:05', true, '9007199254740993', '[1]', null],
    ]);
  });

  it('are cached only for readers with equal rights, and not if they depend on the time', async () => {
    const sql = 'SELECT count(*) AS kept FROM branch';
    expect((await runSql(sql, clerk)).cache).toBe('miss');
    expect((await runSql(sql, clerk)).cache).toBe('hit');
    expect(await runSql(sql, auditor)).toMatchObject({ cache: 'miss', rows: [[60]] });
    await runSql('SELECT now()', clerk);
    expect((await runSql('SELECT now()', clerk)).cache).toBe('miss');
  });

  it('leave nothing behind for the next statement', async () => {
    const before = tiny.engine.stats().sql.processes[0]!.pid;
    await rejection('SELECT CAST(branch_id AS INTEGER) FROM branch', auditor);
    expect((await runSql('SELECT count(*) FROM branch AS again', auditor)).rows).toEqual([[60]]);
    expect(tiny.engine.stats().sql.processes[0]!.pid).toBe(before);
  });
});

describe('excessive statements', () => {
  it('end at the deadline', async () => {
    // Long enough to count rows on a busy machine, which the last statement has to.
    const hasty = await openTiny(ROWS, { deadlineMs: 3000, sqlMemoryMb: 512 }, RULED);
    const excessive = [
      'SELECT count(*) FROM range(10000000) a, range(10000000) b WHERE a.range + b.range = 7',
      'SELECT count(*) FROM branch a, branch b, branch c, branch d, branch e, branch f WHERE hash(a, b, c, d, e, f) = 7',
      'WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n FROM r) SELECT count(*) FROM r',
      'SELECT sum(n) FROM range(1000000000000) r(n)',
    ];
    // Two at a time, one in each connection of the process, so that both use the processors until the same deadline.
    for (const pair of [excessive.slice(0, 2), excessive.slice(2)])
      await Promise.all(
        pair.map((sql) => expect(runSql(sql, auditor, hasty), sql).rejects.toBeInstanceOf(QueryTimeout)),
      );
    expect((await runSql('SELECT count(*) FROM branch', auditor, hasty)).rows).toEqual([[60]]);
    await hasty.close();
  });

  it.each([
    'SELECT count(DISTINCT (n, n + 1)) FROM range(100000000) r(n)',
    'SELECT list(n) FROM range(1000000000) r(n)',
    "WITH RECURSIVE r(t, n) AS (SELECT 'xxxxxxxxxxxxxxxx', 1 UNION ALL SELECT t || t, n + 1 FROM r WHERE n < 40) SELECT max(length(t)) FROM r",
    "SELECT string_agg(a.range::VARCHAR || 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx', '') FROM range(30000) a, range(30000) b",
  ])('stay within the memory limit: %s', async (sql) => {
    await expect(runSql(sql, auditor)).rejects.toThrow(/more memory than|The reader ended|larger than/);
    expect((await runSql('SELECT count(*) FROM balance', auditor)).rows).toEqual([[60]]);
  });
});
