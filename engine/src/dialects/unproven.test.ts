import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DIALECT_CASES } from '../../support/dialect-cases.ts';
import { EXPRESSION_CASES, EXPRESSION_ROW } from '../../support/expression-cases.ts';
import { askBoth, openUnproven } from '../../support/unproven.ts';
import type { Unproven } from '../../support/unproven.ts';
import { faultIn } from '../../support/transpiled.ts';
import { parseExpression } from '../expression/parse.ts';
import { expressionSql } from '../sql/expression.ts';
import type { Statement } from '../sql/statement.ts';
import type { Dialect } from './dialect.ts';
import { snowflake } from './snowflake.ts';
import { trino } from './trino.ts';

let warehouses: Unproven;
beforeAll(async () => {
  warehouses = await openUnproven();
});
afterAll(() => warehouses.close());

/** Every function that a statement may call; each was looked up in the vendor's documentation. */
const SHARED = 'ABS CAST CEIL COALESCE COUNT EXTRACT FLOOR GREATEST GROUPING LEAST LENGTH LOWER MAX MIN NULLIF POSITION RANK REPLACE ROUND ROW_NUMBER SIGN SUBSTRING SUM TRIM TRY_CAST UPPER DECIMAL'; // prettier-ignore
const FUNCTIONS: Record<string, Set<string>> = {
  snowflake: new Set(`${SHARED} COLLATE CONTAINS CONVERT_TIMEZONE DATEADD DATEDIFF DATE_TRUNC LEFT PERCENTILE_CONT STARTSWITH TRUNC TRY_TO_DATE`.split(' ')), // prettier-ignore
  trino: new Set(`${SHARED} ARRAY_AGG AT_TIMEZONE CARDINALITY DATE_ADD DATE_DIFF DATE_TRUNC ELEMENT_AT NORMALIZE REGEXP_REPLACE STARTS_WITH STRPOS TIMESTAMP TRANSFORM TRUNCATE TRY_CAST WITH_TIMEZONE`.split(' ')), // prettier-ignore
};
/** Words before a bracket that call nothing. */
const SYNTAX = new Set('AND AS ANY BETWEEN BY CASE DISTINCT ELSE EXISTS FILTER FROM GROUP IN IS JOIN NOT ON OR OVER SELECT SETS THEN VALUES WHEN WHERE WITH'.split(' ')); // prettier-ignore

/** What the grammar finds, and functions that the vendor does not have. */
function faultsOf(statement: string, dialect: Dialect): string[] {
  const bare = statement.replaceAll(/--.*$/gm, '').replaceAll(/"[^"]*"|'[^']*'/g, '""');
  const called = [...bare.matchAll(/\b([A-Za-z_]+) ?\(/g)].map(([, word]) => word!.toUpperCase());
  const unknown = called.filter((word) => !SYNTAX.has(word) && !FUNCTIONS[dialect.name]!.has(word));
  const grammar = faultIn(statement, dialect);
  return [...(grammar === null ? [] : [grammar]), ...unknown];
}

const row = Object.entries(EXPRESSION_ROW).map(([name, value]) => `${value} AS "${name}"`);
const expressionIn = (text: string, dialect: Dialect) =>
  dialect.compile(sql`SELECT ${expressionSql(parseExpression(text), dialect)} AS "value" FROM (SELECT ${sql.raw(row.join(', '))}) AS "t"`); // prettier-ignore
const shown = ({ sql: text, parameters }: Statement) =>
  parameters.length === 0 ? `${text};` : `${text};\n-- ${JSON.stringify(parameters)}`;

/** All that an engine is asked, as a text to read. */
function goldenOf(dialect: Dialect): string {
  const cases = DIALECT_CASES.map(({ name, statements }) => `-- ${name}\n${statements(dialect).map(shown).join('\n')}`);
  const expressions = EXPRESSION_CASES.map(([text]) => {
    const { sql: whole, parameters } = expressionIn(text, dialect);
    return `-- ${text}\n${shown({ sql: whole.replace(/ FROM \(SELECT .*$/, ' FROM "t"'), parameters })}`;
  });
  const catalogue = `-- tables and columns\n${shown(dialect.compile(dialect.catalogue('reporting')))}`;
  return `${[...cases, catalogue, ...expressions].join('\n\n')}\n`;
}
const statementsIn = (golden: string) => golden.split(/;\n/).filter((each) => each.trim() !== '');

describe.each([snowflake, trino])('$name', { timeout: 120_000 }, (dialect) => {
  // Renewed by: npx vitest run --project node engine/src/dialects/unproven.test.ts -u
  it('has the SQL that was read, in its grammar and its functions', async () => {
    const golden = goldenOf(dialect);
    await expect(golden).toMatchFileSnapshot(`../../golden/${dialect.name}.sql`);
    const faults = statementsIn(golden).flatMap((statement) => faultsOf(statement, dialect));
    expect(faults).toEqual([]);
  });

  it('gives each construct of the model’s language its value', async () => {
    for (const [expression, value] of EXPRESSION_CASES) {
      const type = typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'string';
      const statement = { ...expressionIn(expression, dialect), types: [type as 'string'], limit: null };
      const [rows] = await warehouses.branches.run(statement, dialect);
      const [[cell]] = JSON.parse(rows!) as [[unknown]];
      expect(typeof value === 'number' ? Number(Number(cell).toFixed(9)) : cell, expression).toBe(value);
    }
  });

  it('answers each kind of question as DuckDB does', async () => {
    for (const { name, of, statements } of DIALECT_CASES) {
      const { told, expected } = await warehouses.compare(statements, dialect, of);
      expect(told, name).toEqual(expected);
      expect(expected[0]!.length, name).toBeGreaterThan(0);
    }
  });

  it('answers made-up questions as DuckDB does', async () => {
    expect(await askBoth(warehouses, dialect, { turns: 40, seed: 2026 })).toBeGreaterThan(150);
  });
});

describe('the check of the SQL', () => {
  it('finds fault with what another engine would be asked', () => {
    const wrong = (asked: Dialect, by: Dialect) =>
      statementsIn(goldenOf(asked)).filter((statement) => faultsOf(statement, by).length > 0).length;
    expect(wrong(snowflake, trino)).toBeGreaterThan(20);
    expect(wrong(trino, snowflake)).toBeGreaterThan(20);
  });

  it.each([
    [trino, 'SELECT a FROM t QUALIFY ROW_NUMBER() OVER (ORDER BY a) = 1'],
    [trino, 'SELECT a // b FROM t'],
    [trino, 'SELECT DATEADD(month, 1, a) FROM t'],
    [trino, 'SELECT a FROM t WHERE b = {p1:String}'],
    [snowflake, 'SELECT a FROM t LIMIT 5 BY a'],
    [snowflake, 'SELECT APPROX_PERCENTILE(a, 0.5), STRPOS(a, b) FROM t'],
    [snowflake, 'SELECT a FROM t FORMAT JSON'],
    [snowflake, 'SELECT a FROM FROM t'],
  ])('finds fault, for %o, with %s', (dialect, statement) => {
    expect(faultsOf(statement, dialect)).not.toEqual([]);
  });
});
