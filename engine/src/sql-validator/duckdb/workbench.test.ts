import type { SqlParameters } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attackStatements, CANARY, DUCKDB_ATTACKS } from '../../../tests/corpus/attacks.ts';
import { CASES, RULED } from '../../../tests/support/row-rule-cases.ts';
import { ROWS_WITH_CANARY, runAttacks } from '../../../tests/support/run-attacks.ts';
import { openTiny } from '../../../tests/support/tiny-warehouse.ts';
import type { TinyWarehouse } from '../../../tests/support/tiny-warehouse.ts';
import { QueryError, QueryTimeout } from '../../errors.ts';

const clerk = { tenant: 'alder', reader: CASES['clerk']!.reader };
const auditor = { tenant: 'alder', reader: CASES['auditor']!.reader };

let tiny: TinyWarehouse;
beforeAll(async () => {
  tiny = await openTiny(ROWS_WITH_CANARY, { sqlMemoryMb: 256 }, RULED);
});
afterAll(() => tiny.close());

const requestOf = (sql: string, parameters: SqlParameters = {}, scope = auditor) => {
  const { model, version } = tiny;
  return { model, version, scope, sql, parameters, limit: 1000 };
};
async function rowsOf(sql: string, parameters: SqlParameters = {}, scope = auditor): Promise<unknown[][]> {
  const { body } = await tiny.engine.adHocSql.run(requestOf(sql, parameters, scope));
  return (JSON.parse(`{${body}}`) as { rows: unknown[][] }).rows;
}
const CSV = { kind: 'csv', delimiter: ',', decimalComma: false, bom: false, cutNote: null } as const;
async function csvOf(sql: string, parameters: SqlParameters = {}, scope = auditor): Promise<string> {
  const { parts } = await tiny.engine.adHocSql.stream(requestOf(sql, parameters, scope), CSV);
  const chunks: Uint8Array[] = [];
  for await (const part of parts) chunks.push(part);
  return Buffer.concat(chunks).toString();
}
const explain = (sql: string, parameters: SqlParameters = {}, scope = auditor) =>
  tiny.engine.adHocSql.explain(requestOf(sql, parameters, scope));
const issueOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(QueryError);
  return (error as QueryError).details[0]!;
};

describe('parameters', () => {
  it('are bound with their types, exactly', async () => {
    const sql = `SELECT {{word}}, typeof({{ word }}), {{amount}} + 0, typeof({{day}}), {{on}}, 'b' IN {{codes}}, 2 IN {{some}}
      FROM range({{n}}) ORDER BY 1 LIMIT {{n}}`;
    const parameters: SqlParameters = {
      word: { type: 'text', value: "it's -- {{n}} $n; DROP" },
      amount: { type: 'number', value: '12345678901234567.0000000001' },
      day: { type: 'date', value: '2025-12-31' },
      on: { type: 'switch', value: true },
      codes: { type: 'list', values: ['a', 'b'] },
      some: { type: 'numbers', values: ['1.5', '2'] },
      n: { type: 'number', value: '2' },
    };
    const row = ["it's -- {{n}} $n; DROP", 'VARCHAR', '12345678901234567.0000000001', 'DATE', true, true, true];
    expect(await rowsOf(sql, parameters)).toEqual([row, row]);
  });

  it('never become part of the statement', async () => {
    const injections = ["' OR 1=1 --", "'); DROP TABLE branch; --", '$other', '{{other}}', '1 UNION SELECT 2'];
    for (const value of injections) {
      const parameters: SqlParameters = { x: { type: 'text', value }, other: { type: 'text', value: CANARY } };
      expect(await rowsOf('SELECT branch_id FROM branch WHERE name = {{x}}', parameters)).toEqual([]);
      expect(await rowsOf('SELECT {{x}}', parameters)).toEqual([[value]]);
    }
  });

  it('are none in texts, quoted names and comments', async () => {
    const x: SqlParameters = { x: { type: 'number', value: '1' } };
    expect(await rowsOf(`SELECT '{{x}}' AS "{{x}}", $$a{{x}}$$, {{x}} -- {{y}}\n /* {{z}} */`, x)).toEqual([
      ['{{x}}', 'a{{x}}', 1],
    ]);
  });

  it('without a value are refused at their place, as the engine’s own placeholders are', async () => {
    const parameters: SqlParameters = { days: { type: 'number', value: '1' } };
    expect(await issueOf(rowsOf('SELECT\n  {{dayz}}', parameters))).toEqual({
      field: 'sql',
      message: "Line 2, column 3: The parameter 'dayz' has no value. Did you mean 'days'?",
      line: 2,
      column: 3,
    });
    for (const sql of ['SELECT $1', 'SELECT ?', 'SELECT $other', 'SELECT {{days}}, $1'])
      await issueOf(rowsOf(sql, parameters));
  });

  it('do not make a function or a length that is refused usable', async () => {
    const parameters: SqlParameters = {
      n: { type: 'number', value: '100000000' },
      file: { type: 'text', value: '/etc/passwd' },
    };
    for (const sql of [
      "SELECT lpad('a', {{n}}, 'b')",
      'SELECT * FROM read_text({{file}})',
      'SELECT * FROM query({{file}})',
      'SELECT getenv({{file}})',
      'FROM {{file}}',
    ])
      expect((await issueOf(rowsOf(sql, parameters))).field, sql).toBe('sql');
  });

  it('show an error at its place in the author’s text', async () => {
    const parameters: SqlParameters = { a: { type: 'number', value: '1' } };
    expect(await issueOf(rowsOf('SELECT {{ a }}, nothing FROM branch', parameters))).toMatchObject({
      line: 1,
      column: 17,
    });
  });

  it('are parts of a result’s key', async () => {
    const of = async (value: string) => rowsOf('SELECT {{x}}', { x: { type: 'text', value } });
    expect([await of('a'), await of('b')]).toEqual([[['a']], [['b']]]);
  });
});

describe('the export', () => {
  it('has all rows, with formulas as texts and numbers as numbers', async () => {
    const csv = await csvOf(
      `SELECT n, CASE n % 2 WHEN 0 THEN '=1+1' ELSE '@x' END AS "=head", -n AS negative FROM range(150000) r(n)`,
    );
    const lines = csv.split('\r\n');
    expect(lines.length).toBe(150_002);
    expect(lines.slice(0, 3)).toEqual(["n,'=head,negative", "0,'=1+1,0", "1,'@x,-1"]);
    expect(new Set(lines.slice(1, -1).map((line) => line.split(',')[1]))).toEqual(new Set(["'=1+1", "'@x"]));
  });

  it('has the same rows as the result for each reader', async () => {
    for (const { reader } of Object.values(CASES)) {
      const scope = { tenant: 'alder', reader };
      const sql = "SELECT branch_id || ':' || coalesce(length(name), 0) AS line FROM branch ORDER BY 1";
      const csv = await csvOf(sql, {}, scope);
      expect(csv.split('\r\n').slice(1, -1)).toEqual((await rowsOf(sql, {}, scope)).map(([line]) => line));
    }
  });

  it('reports an error before the first row with its place', async () => {
    expect(await issueOf(csvOf('SELECT\n nothing FROM branch'))).toMatchObject({ line: 2, column: 2 });
  });

  it('ends when its reader leaves', async () => {
    const { parts } = await tiny.engine.adHocSql.stream(requestOf('SELECT n FROM range(1000000000) r(n)'), CSV);
    await parts.next();
    await parts.return({ rowCount: 0, truncated: false });
    expect(await csvOf('SELECT 1 AS one')).toBe('one\r\n1\r\n');
  });
});

describe('the plan', () => {
  it('is a text with tables and conditions, without names that only we know', async () => {
    const plan = await explain('SELECT grade, count(*) FROM branch WHERE grade > {{least}} GROUP BY 1', {
      least: { type: 'number', value: '1' },
    });
    expect(plan).toMatch(/branch/);
    expect(plan).not.toMatch(/w[0-9a-f]{32}/);
  });

  it('is refused where row rules hide rows', async () => {
    for (const sql of ['SELECT * FROM branch WHERE grade > 1000', 'WITH b AS (FROM branch) SELECT 1 FROM b, range(2)'])
      expect((await issueOf(explain(sql, {}, clerk))).message).toContain('hidden from you');
  });

  it('does not run the statement', async () => {
    expect(await explain('SELECT sum(n) FROM range(1000000000000000) r(n)')).toMatch(/RANGE/);
  });
});

it.each([
  ['exports', csvOf],
  ['plans', explain],
])('%s refuse what results refuse, and show nothing of others', async (_, run) => {
  expect(attackStatements(DUCKDB_ATTACKS).length).toBeGreaterThan(250);
  expect(await runAttacks(DUCKDB_ATTACKS, (sql) => run(sql, {}, clerk))).toBeGreaterThan(250);
});

it('an endless export ends at the deadline', async () => {
  const short = await openTiny(ROWS_WITH_CANARY, { deadlineMs: 1000, sqlMemoryMb: 256 }, RULED);
  try {
    const { model, version } = short;
    const sql = 'SELECT sum(a.n * b.n) FROM range(10000000) a(n), range(10000000) b(n)';
    await expect(short.engine.adHocSql.stream({ model, version, scope: auditor, sql }, CSV)).rejects.toThrow(
      QueryTimeout,
    );
  } finally {
    await short.close();
  }
});
