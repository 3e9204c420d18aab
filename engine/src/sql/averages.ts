import { sql } from 'kysely';
import type { Dialect } from '../dialects/dialect.ts';
import type { Statement } from '../dialects/statement.ts';
import type { AveragesPlan } from '../plan/plan.ts';
import { withPassingGroups } from './grouping/having.ts';
import { partsSql } from './grouping/parts.ts';

/** One row per period and combination of marks: of each average balance its date and the numbers of rows; see `AveragesPlan`. */
export function averagesSql(of: AveragesPlan, dialect: Dialect): Statement {
  const { tables, plan } =
    of.of && of.rows === 'filter' ? withPassingGroups(of, of.of, dialect) : { tables: [], plan: of };
  const passing = tables.length > 0 ? sql`WITH ${sql.join(tables)}\n` : sql.raw('');
  const columns = plan.columns.map(({ name }) => sql`${sql.id('counted', name)} AS ${sql.id(name)}`);
  return dialect.compile(sql`${passing}SELECT ${sql.join(columns)}
FROM (
  ${partsSql(plan.facts, [...plan.fields, ...plan.marks], plan.rows, dialect)}
) AS "counted"`);
}
