import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DIALECT_CASES } from '../support/dialect-cases/cases.ts';
import { EXPRESSION_CASES, EXPRESSION_ROW } from '../support/expression-cases.ts';
import { randomCases } from '../support/random-cases.ts';
import { compareRandomQueries, openTranslatedWarehouses } from '../support/translated-warehouses.ts';
import type { TranslatedWarehouses } from '../support/translated-warehouses.ts';
import { grammarError } from '../support/transpile-to-duckdb.ts';
import { parseExpression } from '../../src/expression/parse.ts';
import { expressionSql } from '../../src/sql/fragments/expression.ts';
import type { Statement } from '../../src/dialects/statement.ts';
import type { Dialect } from '../../src/dialects/dialect.ts';
import { snowflake } from '../../src/dialects/snowflake.ts';
import { trino } from '../../src/dialects/trino.ts';

let warehouses: TranslatedWarehouses;
beforeAll(async () => {
  warehouses = await openTranslatedWarehouses();
});
afterAll(() => warehouses.close());

/** Every function that a statement may call; each is in the vendor's documentation. */
const SHARED =
  'ABS AVG CAST CEIL COALESCE COUNT EXP EXTRACT FLOOR GREATEST GROUPING LEAD LEAST LENGTH LN LOWER MAX MIN NULLIF POSITION POWER RANK REPLACE REVERSE ROUND ROW_NUMBER SIGN SQRT STDDEV_POP STDDEV_SAMP SUBSTRING SUM TRIM TRY_CAST UPPER DECIMAL';
const FUNCTIONS: Record<string, Set<string>> = {
  snowflake: new Set(
    `${SHARED} COLLATE CONTAINS CONVERT_TIMEZONE DATEADD DATEDIFF DATE_TRUNC LEFT LOG PERCENTILE_CONT STARTSWITH TRANSLATE TRUNC TRY_TO_DATE`.split(
      ' ',
    ),
  ),
  trino: new Set(
    `${SHARED} ARRAY_AGG AT_TIMEZONE CARDINALITY DATE_ADD DATE_DIFF DATE_TRUNC ELEMENT_AT LOG10 NORMALIZE REGEXP_REPLACE STARTS_WITH STRPOS TIMESTAMP TO_UNIXTIME TRANSFORM TRUNCATE TRY_CAST WITH_TIMEZONE`.split(
      ' ',
    ),
  ),
};
/** Keywords before a parenthesis, which are not functions. */
const SYNTAX = new Set(
  'AND AS ANY BETWEEN BY CASE DISTINCT ELSE EXISTS FILTER FROM GROUP IN IS JOIN NOT ON OR OVER SELECT SETS THEN VALUES WHEN WHERE WITH'.split(
    ' ',
  ),
);

/** Syntax errors, and functions that the vendor does not have. */
function errorsOf(statement: string, dialect: Dialect): string[] {
  const bare = statement.replaceAll(/--.*$/gm, '').replaceAll(/"[^"]*"|'[^']*'/g, '""');
  const called = [...bare.matchAll(/\b([A-Za-z_]+) ?\(/g)].map(([, word]) => word!.toUpperCase());
  const unknown = called.filter((word) => !SYNTAX.has(word) && !FUNCTIONS[dialect.name]!.has(word));
  const grammar = grammarError(statement, dialect);
  return [...(grammar === null ? [] : [grammar]), ...unknown];
}

const row = Object.entries(EXPRESSION_ROW).map(([name, value]) => `${value} AS "${name}"`);
const expressionIn = (text: string, dialect: Dialect) =>
  dialect.compile(
    sql`SELECT ${expressionSql(parseExpression(text), dialect)} AS "value" FROM (SELECT ${sql.raw(row.join(', '))}) AS "t"`,
  );
const statementText = ({ sql: text, parameters }: Statement) =>
  parameters.length === 0 ? `${text};` : `${text};\n-- ${JSON.stringify(parameters)}`;

const sectionsOf = new Map<Dialect, string[]>();
/** The SQL of all cases, as readable text. */
function goldenSections(dialect: Dialect): string[] {
  const sections = sectionsOf.get(dialect) ?? writeSections(dialect);
  sectionsOf.set(dialect, sections);
  return sections;
}
function writeSections(dialect: Dialect): string[] {
  const cases = DIALECT_CASES.map(
    ({ name, statements }) => `-- ${name}\n${statements(dialect).map(statementText).join('\n')}`,
  );
  const expressions = EXPRESSION_CASES.map(([text]) => {
    const { sql: statement, parameters } = expressionIn(text, dialect);
    return `-- ${text}\n${statementText({ sql: statement.replace(/ FROM \(SELECT .*$/, ' FROM "t"'), parameters })}`;
  });
  const catalog = `-- tables and columns\n${statementText(dialect.compile(dialect.catalog('reporting')))}`;
  return [...cases, catalog, ...expressions];
}
const goldenOf = (dialect: Dialect) => `${goldenSections(dialect).join('\n\n')}\n`;

/**
 * The lines in which `dialect` differs from `base`, by section: `@` and the line number in the section, `-` the base's
 * line, `+` the dialect's; after `@ all`, a section with another number of lines.
 */
function differencesFrom(base: Dialect, dialect: Dialect): string {
  const baseSections = goldenSections(base);
  const sections = goldenSections(dialect).flatMap((section, index) => {
    const lines = section.split('\n');
    const baseLines = baseSections[index]!.split('\n');
    if (lines.length !== baseLines.length) return [[lines[0], '@ all', ...lines.slice(1)].join('\n')];
    const changes = lines.flatMap((line, at) =>
      line === baseLines[at] ? [] : [`@ ${at + 1}\n- ${baseLines[at]}\n+ ${line}`],
    );
    return changes.length === 0 ? [] : [[lines[0], ...changes].join('\n')];
  });
  return `${sections.join('\n\n')}\n`;
}
const statementsIn = (golden: string) => golden.split(/;\n/).filter((statement) => statement.trim() !== '');

// Updated by: npx vitest run --project node engine/tests/conformance/translated-dialects.test.ts -u
describe('golden SQL', () => {
  it('is unchanged for Snowflake', async () => {
    await expect(goldenOf(snowflake)).toMatchFileSnapshot('../../golden/snowflake.sql');
  });

  it('differs for Trino in the reviewed lines only', async () => {
    await expect(differencesFrom(snowflake, trino)).toMatchFileSnapshot('../../golden/trino.diff');
  });
});

describe.each([snowflake, trino])('$name', { timeout: 120_000 }, (dialect) => {
  it('writes valid SQL that calls only functions of the vendor', () => {
    const errors = statementsIn(goldenOf(dialect)).flatMap((statement) => errorsOf(statement, dialect));
    expect(errors).toEqual([]);
  });

  it('evaluates each construct of the expression language', async () => {
    for (const [expression, value] of EXPRESSION_CASES) {
      const type = typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'string';
      const statement = { ...expressionIn(expression, dialect), types: [type as 'string'], limit: null };
      const [rows] = await warehouses.branches.run(statement, dialect);
      const [[cell]] = JSON.parse(rows!) as [[unknown]];
      expect(typeof value === 'number' ? Number(Number(cell).toFixed(9)) : cell, expression).toBe(value);
    }
  });

  it('returns the same results as DuckDB for each kind of query', async () => {
    for (const { name, of, statements } of DIALECT_CASES) {
      const { actual, expected } = await warehouses.compare(statements, dialect, of);
      expect(actual, name).toEqual(expected);
      expect(expected[0]!.length, name).toBeGreaterThan(0);
    }
  });

  it('returns the same results as DuckDB for random queries', async () => {
    const turns = randomCases(60).length;
    expect(await compareRandomQueries(warehouses, dialect, { turns, seed: 2026 })).toBeGreaterThan(turns);
  });
});

describe('the check of the SQL', () => {
  it('rejects the SQL of another engine', () => {
    // Every fourth statement: those next to each other are alike.
    const some = (of: Dialect) => statementsIn(goldenOf(of)).filter((_, place) => place % 4 === 0);
    const rejected = (of: Dialect, by: Dialect) =>
      some(of).filter((statement) => errorsOf(statement, by).length > 0).length;
    expect(rejected(snowflake, trino)).toBeGreaterThan(5);
    expect(rejected(trino, snowflake)).toBeGreaterThan(5);
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
  ])('rejects for %o: %s', (dialect, statement) => {
    expect(errorsOf(statement, dialect)).not.toEqual([]);
  });
});
