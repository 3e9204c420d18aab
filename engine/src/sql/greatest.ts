import { sql } from 'kysely';
import type { Dialect } from '../dialects/dialect.ts';
import type { StatementRequest } from '../dialects/statement.ts';
import { fromSql } from './fragments/source.ts';

export interface GreatestOf {
  table: string;
  column: string;
}

/** One row with the greatest value of each column in a tenant's rows, as text. */
export function greatestSql({ table, column }: GreatestOf, tenant: string, dialect: Dialect): StatementRequest {
  const greatest = dialect.cast(sql`MAX(${sql.id(table, column)})`, 'string');
  const source = { table, joins: [], tenant, rules: null };
  const statement = dialect.compile(sql`SELECT ${greatest} AS "greatest"\n${fromSql(source, [], dialect)}`);
  return { ...statement, types: ['string'], limit: null };
}
