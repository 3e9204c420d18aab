import { DuckDBInstance } from '@duckdb/node-api';
import type { DuckDBConnection } from '@duckdb/node-api';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { EXPRESSION_CASES, EXPRESSION_ROW } from '../../tests/support/expression-cases.ts';
import { FUNCTIONS } from '../expression/functions.ts';
import { parseExpression } from '../expression/parse.ts';
import { expressionSql } from '../sql/fragments/expression.ts';
import { duckdb } from './duckdb.ts';

let connection: DuckDBConnection;
beforeAll(async () => {
  connection = await (await DuckDBInstance.create(':memory:')).connect();
});

const row = Object.entries(EXPRESSION_ROW).map(([name, value]) => `${value} AS "${name}"`);

it.each(EXPRESSION_CASES)('%s gives %s', async (expression, value) => {
  const statement = duckdb.compile(
    sql`SELECT ${expressionSql(parseExpression(expression), duckdb)} FROM (SELECT ${sql.raw(row.join(', '))}) AS "t"`,
  );
  const answer = await connection.runAndReadAll(statement.sql, statement.parameters);
  const cell = answer.getRowsJson()[0]![0]!;
  expect(typeof value === 'number' ? Number(Number(cell).toFixed(9)) : cell).toBe(value);
});

it('every function of the language is among the cases', () => {
  const shown = EXPRESSION_CASES.map(([expression]) => expression.toLowerCase()).join(' ');
  // MAPPED depends on a tenant's mappings: mappings.test.ts has its cases.
  for (const name of Object.keys(FUNCTIONS).filter((item) => item !== 'mapped')) expect(shown).toContain(`${name}(`);
});
