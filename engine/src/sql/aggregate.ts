import { sql } from 'kysely';
import type { Dialect, Sql } from '../dialects/dialect.ts';
import type { AggregatePlan, PlanField, PlanPredicate } from '../plan/plan.ts';
import { calculationSql, lookupJoins, lookupTables } from './calculation.ts';
import { keySql, shownSql } from './field.ts';
import { shownMeasureSql } from './measure.ts';
import { atomSql, fromSql } from './source.ts';
import type { Statement } from './statement.ts';

const comma = sql.raw(',\n    ');
const keyOf = (field: PlanField) => sql.id('parts', field.name);

function orderSql(plan: AggregatePlan): Sql {
  const named = new Map(plan.fields.map((field) => [field.name, field]));
  const asked = plan.order.map(({ field, direction }) => {
    const dimension = named.get(field);
    return sql`${dimension ? keyOf(dimension) : sql.id(field)} ${sql.raw(direction === 'desc' ? 'DESC' : 'ASC')} NULLS LAST`;
  });
  const settled = new Set(plan.order.map((order) => order.field));
  const ties = plan.fields
    .filter((field) => !settled.has(field.name))
    .map((field) => sql`${keyOf(field)} ASC NULLS LAST`);
  const all = [...asked, ...ties];
  return all.length === 0 ? sql.raw('') : sql`\nORDER BY ${sql.join(all)}`;
}

/** Rows grouped by fields, with every atom: what everything else is computed of. */
function partsSql(
  plan: AggregatePlan,
  fields: readonly PlanField[],
  filter: PlanPredicate | null,
  dialect: Dialect,
): Sql {
  const keys = fields.map((field) => sql`${keySql(field, dialect)} AS ${sql.id(field.name)}`);
  const atoms = plan.atoms.map((atom) => atomSql(atom, dialect));
  const groups = fields.map((_, index) => sql.raw(String(index + 1)));
  return sql`SELECT
    ${sql.join([...keys, ...atoms], comma)}
  ${fromSql(plan.source, [filter], dialect)}${groups.length === 0 ? sql.raw('') : sql`\n  GROUP BY ${sql.join(groups)}`}`;
}

/** Calculations compare rows with each other: over everything there is nothing to compare but the whole with itself. */
function calculationsSql(plan: AggregatePlan, fields: readonly PlanField[], dialect: Dialect): Sql[] {
  const typeOf = new Map(plan.columns.map((column) => [column.name, column.type]));
  return plan.calculations.map((each, index) => {
    const value =
      fields.length < plan.fields.length || fields.length === 0
        ? sql.raw('NULL')
        : calculationSql(each, index, dialect, typeOf.get(each.name)!);
    return sql`${value} AS ${sql.id(each.name)}`;
  });
}

function selectSql(plan: AggregatePlan, fields: readonly PlanField[], dialect: Dialect): Sql {
  const shown = plan.fields.map((field) => {
    const value = fields.includes(field) ? shownSql(field, keyOf(field), dialect) : sql.raw('NULL');
    return sql`${value} AS ${sql.id(field.name)}`;
  });
  const typeOf = new Map(plan.columns.map((column) => [column.name, column.type]));
  const measures = plan.measures.map(
    (each) => sql`${shownMeasureSql(each, 'parts', dialect, typeOf.get(each.name)!)} AS ${sql.id(each.name)}`,
  );
  const tables = [
    sql`"parts" AS (
  ${partsSql(plan, fields, plan.filter, dialect)}
)`,
  ];
  const looking = plan.around !== null && fields.length === plan.fields.length;
  if (looking) {
    tables.push(sql`"around" AS (
  ${partsSql(plan, fields, plan.around!.filter, dialect)}
)`);
    tables.push(...lookupTables(plan, dialect));
  }
  return sql`WITH ${sql.join(tables)}
SELECT
    ${sql.join([...shown, ...measures, ...calculationsSql(plan, fields, dialect)], comma)}
FROM "parts"${sql.join(looking ? lookupJoins(plan, dialect) : [], sql.raw(''))}`;
}

/** Rows by the dimensions: parts are added up once, ratios divided outside. Asks for one row more than `limit`. */
export function aggregateSql(plan: AggregatePlan, dialect: Dialect): Statement {
  const offset = plan.offset === 0 ? sql.raw('') : sql` OFFSET ${sql.raw(String(plan.offset))}`;
  return dialect.compile(
    sql`${selectSql(plan, plan.fields, dialect)}${orderSql(plan)}\nLIMIT ${sql.raw(String(plan.limit + 1))}${offset}`,
  );
}

/** The row over everything: the same parts without the dimensions, so a ratio's total comes from its parts. */
export function totalsSql(plan: AggregatePlan, dialect: Dialect): Statement | null {
  if (!plan.totals) return null;
  const atoms =
    plan.atoms.length > 0 ? plan : { ...plan, atoms: [{ name: 'rows read', kind: 'count' as const, where: null }] };
  return dialect.compile(selectSql(atoms, [], dialect));
}
