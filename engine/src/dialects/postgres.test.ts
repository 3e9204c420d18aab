import { sql } from 'kysely';
import { types } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EXPRESSION_CASES, EXPRESSION_ROW } from '../../tests/support/expression-cases.ts';
import { openDatabase } from '../../tests/support/test-postgres.ts';
import type { TestDatabase } from '../../tests/support/test-postgres.ts';
import { parseExpression } from '../expression/parse.ts';
import { expressionSql } from '../sql/fragments/expression.ts';
import { postgres } from './postgres.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.close());

const row = Object.entries(EXPRESSION_ROW).map(([name, value]) => `${value} AS "${name}"`);

it.each(EXPRESSION_CASES)('%s gives %s', async (expression, value) => {
  const statement = postgres.compile(
    sql`SELECT ${expressionSql(parseExpression(expression), postgres)} AS "value" FROM (SELECT ${sql.raw(row.join(', '))}) AS "t"`,
  );
  const answer = await database.client.query<{ value: unknown }>({
    text: statement.sql,
    values: statement.parameters,
    types: {
      getTypeParser: (oid) => (oid === types.builtins.DATE ? (text: string) => text : types.getTypeParser(oid)),
    },
  });
  const cell = answer.rows[0]!.value;
  expect(typeof value === 'number' ? Number(Number(cell).toFixed(9)) : cell).toBe(value);
});
