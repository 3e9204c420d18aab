import { sql } from 'kysely';
import type { Dialect, Sql } from '../../dialects/dialect.ts';
import type { PlanPredicate } from '../../plan/predicates.ts';
import type { TableColumn } from '../../expression/columns.ts';
import { expressionSql } from './expression.ts';
import { keySql } from './field.ts';
import { comparedSql, valueTestSql } from './value-test.ts';

export const columnSql = ({ table, column }: TableColumn): Sql => sql.id(table, column);

function joined(of: PlanPredicate[], word: 'AND' | 'OR', dialect: Dialect): Sql {
  if (of.length === 0) return sql.raw(word === 'AND' ? 'TRUE' : 'FALSE');
  return sql`(${sql.join(
    of.map((item) => predicateSql(item, dialect)),
    sql.raw(` ${word} `),
  )})`;
}

/** A predicate as SQL; every value is a bind parameter. `not` includes rows for which the inner predicate is null. */
export function predicateSql(predicate: PlanPredicate, dialect: Dialect): Sql {
  switch (predicate.kind) {
    case 'all':
      return joined(predicate.of, 'AND', dialect);
    case 'any':
      return joined(predicate.of, 'OR', dialect);
    case 'not':
      return sql`NOT COALESCE(${predicateSql(predicate.of, dialect)}, FALSE)`;
    case 'in':
    case 'compare':
    case 'text':
      return valueTestSql(predicate, expressionSql(predicate.field.value, dialect), predicate.field.type, dialect);
    case 'range':
      return valueTestSql(predicate, expressionSql(predicate.value, dialect), 'integer', dialect);
    case 'fields': {
      const { field, op, other } = predicate;
      const [left, right] = [expressionSql(field.value, dialect), expressionSql(other.value, dialect)];
      return comparedSql(left, op, right, { type: field.type, dialect });
    }
    case 'holds':
      return expressionSql(predicate.condition, dialect);
    case 'null':
      return sql`${keySql(predicate.field, dialect)} IS NULL`;
  }
}
