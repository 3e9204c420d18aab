import { sql } from 'kysely';
import type { Dialect, Sql } from '../../dialects/dialect.ts';
import { parseDecimal } from '../../plan/exact-decimal.ts';
import type { PlanField, PlanPredicate, PlanValue } from '../../plan/plan.ts';
import type { TableColumn } from '../../expression/columns.ts';
import { expressionSql } from './expression.ts';
import { keySql, typedSql } from './field.ts';

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
  return type === 'decimal' ? exactValue(String(value)) : dialect.cast(sql`${value}`, type);
}

/** An exact number in as many places as it has, which every engine compares with a column of more or fewer. */
function exactValue(text: string): Sql {
  const { digits, scale } = parseDecimal(text);
  const places = Math.max(String(digits).replace('-', '').length, scale);
  return sql`CAST(${text} AS ${sql.raw(`DECIMAL(${places}, ${scale})`)})`;
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
      const target = typedSql(field, dialect);
      const bound = values.map((value) => boundValue(value, field.type, dialect));
      // Some engines convert the numbers of a list to the column's decimal places.
      if (field.type === 'decimal' && bound.length > 1)
        return sql`(${sql.join(
          bound.map((value) => sql`${target} = ${value}`),
          sql.raw(' OR '),
        )})`;
      return bound.length === 1 ? sql`${target} = ${bound[0]!}` : sql`${target} IN (${sql.join(bound)})`;
    }
    case 'compare': {
      const { field, op, value } = predicate;
      const target = typedSql(field, dialect);
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
