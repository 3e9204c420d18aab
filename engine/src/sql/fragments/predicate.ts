import { sql } from 'kysely';
import type { Dialect, Sql } from '../../dialects/dialect.ts';
import type { PlanField, PlanPredicate, PlanValue } from '../../plan/plan.ts';
import type { TableColumn } from '../../expression/columns.ts';
import { expressionSql } from './expression.ts';
import { keySql } from './field.ts';

export const columnSql = ({ table, column }: TableColumn): Sql => sql.id(table, column);

const OPERATORS = { gt: sql.raw('>'), gte: sql.raw('>='), lt: sql.raw('<'), lte: sql.raw('<=') };

function joined(of: PlanPredicate[], word: 'AND' | 'OR', dialect: Dialect): Sql {
  if (of.length === 0) return sql.raw(word === 'AND' ? 'TRUE' : 'FALSE');
  return sql`(${sql.join(
    of.map((item) => predicateSql(item, dialect)),
    sql.raw(` ${word} `),
  )})`;
}

export function boundValue(value: PlanValue, type: PlanField['type'], dialect: Dialect): Sql {
  return dialect.cast(sql`${value}`, type);
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
    case 'in': {
      const { field, values } = predicate;
      const target = dialect.cast(expressionSql(field.value, dialect), field.type);
      const bound = values.map((value) => boundValue(value, field.type, dialect));
      return bound.length === 1 ? sql`${target} = ${bound[0]!}` : sql`${target} IN (${sql.join(bound)})`;
    }
    case 'compare': {
      const { field, op, value } = predicate;
      const target = dialect.cast(expressionSql(field.value, dialect), field.type);
      return sql`${target} ${OPERATORS[op]} ${boundValue(value, field.type, dialect)}`;
    }
    case 'text': {
      const target = dialect.cast(expressionSql(predicate.field.value, dialect), 'string');
      const part = sql`${predicate.value}`;
      if (predicate.op === 'contains') return dialect.contains(target, part);
      if (predicate.op === 'startsWith') return dialect.startsWith(target, part);
      const reversed = (text: Sql) => dialect.call('reverse', [dialect.cast(text, 'string')]);
      return dialect.startsWith(reversed(target), reversed(part));
    }
    case 'range': {
      const target = expressionSql(predicate.value, dialect);
      const sides: Sql[] = [sql`${target} IS NOT NULL`];
      if (predicate.from !== null) sides.push(sql`${target} >= ${dialect.toDouble(sql`${predicate.from}`)}`);
      if (predicate.to !== null) sides.push(sql`${target} < ${dialect.toDouble(sql`${predicate.to}`)}`);
      return sql`(${sql.join(sides, sql.raw(' AND '))})`;
    }
    case 'holds':
      return expressionSql(predicate.condition, dialect);
    case 'null':
      return sql`${keySql(predicate.field, dialect)} IS NULL`;
  }
}
