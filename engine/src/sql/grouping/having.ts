import { sql } from 'kysely';
import type { Dialect, Sql } from '../../dialects/dialect.ts';
import type { AggregatePlan } from '../../plan/plan.ts';
import type { PlanGroupCondition } from '../../plan/measures.ts';
import { aggregatesOfCondition } from '../../plan/references.ts';
import { shownMeasureSql } from '../fragments/measure.ts';
import { boundValue, oneOfSql, OPERATORS } from '../fragments/value-test.ts';
import { PASSING } from './passing-groups.ts';
import { partsSql } from './parts.ts';

type Comparison = Extract<PlanGroupCondition, { kind: 'compare' }>;

/** A bind parameter in the measure's type; a decimal has just the digits of the value. */
function valueSql(value: string, type: Comparison['type'], dialect: Dialect): Sql {
  return type === 'number' ? dialect.toDouble(sql`${Number(value)}`) : boundValue(value, type, dialect);
}

/** Whether a row of `from`, which has the aggregates, passes. `not` includes what is null. */
function conditionSql(condition: PlanGroupCondition, from: string, dialect: Dialect): Sql {
  switch (condition.kind) {
    case 'all':
    case 'any': {
      const isAll = condition.kind === 'all';
      if (condition.of.length === 0) return sql.raw(isAll ? 'TRUE' : 'FALSE');
      const of = condition.of.map((item) => conditionSql(item, from, dialect));
      return sql`(${sql.join(of, sql.raw(isAll ? ' AND ' : ' OR '))})`;
    }
    case 'not':
      return sql`NOT COALESCE(${conditionSql(condition.of, from, dialect)}, FALSE)`;
    case 'null':
      return sql`(${shownMeasureSql(condition.measure, from, dialect, 'decimal')}) IS NULL`;
    case 'compare': {
      const { measure, type, op } = condition;
      const value = sql`(${shownMeasureSql(measure, from, dialect, type)})`;
      const values = condition.values.map((item) => valueSql(item, type, dialect));
      if (op === 'in') return oneOfSql(value, values, type);
      if (op === 'notIn') return sql`NOT (${oneOfSql(value, values, type)})`;
      return sql`${value} ${OPERATORS[op]} ${values[0]!}`;
    }
  }
}

/** The clause that keeps the rows of "parts" that pass; for a result without totals, which has one row per group. */
export const havingClause = ({ having }: AggregatePlan, dialect: Dialect): Sql =>
  having ? sql`\nWHERE ${conditionSql(having.condition, 'parts', dialect)}` : sql.raw('');

/**
 * The plan over the rows of the groups that pass, and the table of these groups, which precedes all others. For whatever
 * covers several groups: totals, subtotals, top members, rows behind a figure.
 */
export function withPassingGroups<T extends Pick<AggregatePlan, 'facts'>>(
  plan: T,
  { facts, fields, having }: AggregatePlan,
  dialect: Dialect,
): { tables: Sql[]; plan: T } {
  if (!having) return { tables: [], plan };
  const needed = new Set(aggregatesOfCondition(having.condition));
  const candidates = facts.map((fact) => ({
    ...fact,
    aggregates: fact.aggregates.filter(({ name }) => needed.has(name)),
  }));
  const keys = fields.filter(({ name }) => having.fields.includes(name));
  const table = sql`${sql.id(PASSING)} AS (
  SELECT ${sql.join(keys.map(({ name }) => sql`${sql.id('groups', name)} AS ${sql.id(name)}`))}
  FROM (
  ${partsSql(candidates, keys, 'filter', dialect)}
  ) AS "groups"
  WHERE ${conditionSql(having.condition, 'groups', dialect)}
)`;
  const restricted = plan.facts.map((fact) => ({ ...fact, passing: having.fields }));
  return { tables: [table], plan: { ...plan, facts: restricted } };
}
