import { sql } from 'kysely';
import type { Dialect } from '../dialects/dialect.ts';
import type { UnlabelledPlan } from '../plan/plan.ts';
import { predicateSql } from './predicate.ts';
import { fromSql } from './source.ts';
import type { Statement } from './statement.ts';

/** One row: how many rows there are, then how many of them pass each predicate. */
export function unlabelledSql(plan: UnlabelledPlan, dialect: Dialect): Statement {
  const counts = plan.unlabelled.map(
    (each, index) => sql`, COUNT(CASE WHEN ${predicateSql(each, dialect)} THEN 1 END) AS ${sql.id(`of ${index}`)}`,
  );
  return dialect.compile(
    sql`SELECT COUNT(*) AS "rows"${sql.join(counts, sql.raw(''))}\n${fromSql(plan.source, [plan.filter], dialect)}`,
  );
}
