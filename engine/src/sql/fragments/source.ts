import { sql } from 'kysely';
import type { Dialect, Sql } from '../../dialects/dialect.ts';
import type { TableJoin } from '../../model/joins.ts';
import { KNOWN_FROM, KNOWN_NEXT, KNOWN_UNTIL } from '../../plan/known-values.ts';
import type { AggregatePlan, KnownValues, PlanSource } from '../../plan/plan.ts';
import type { BaseAggregate, OuterAggregate } from '../../plan/measures.ts';
import type { PlanPredicate } from '../../plan/predicates.ts';
import type { PerKey } from '../../expression/tree.ts';
import { conjunctsOf } from '../../plan/predicates.ts';
import { columnsOf, expressionsOf } from '../../plan/references.ts';
import { hasPerKey } from '../../expression/tree.ts';
import { expressionSql, perKeyColumn, perKeyTable } from './expression.ts';
import { ofTenant } from './of-tenant.ts';
import { columnSql, predicateSql } from './predicate.ts';
import { validOn, validRows, validRowsOn } from './valid-row.ts';
import type { JoinOptions, NamedTable } from './valid-row.ts';

/**
 * FROM and WHERE of every query: the tenant's rows of each table, the reader's row rules, then the query's filters. No
 * other code adds tables to a statement. `beside` has joins to tables computed from such rows.
 */
export function fromSql(
  source: PlanSource,
  filters: readonly (PlanPredicate | null)[],
  dialect: Dialect,
  beside: readonly Sql[] = [],
): Sql {
  const own = ownConditions(source, filters).map((item) => predicateSql(item, dialect));
  const joins = source.joins.map((join) => {
    const read = join.to === source.table ? own : [];
    return sql`\n  ${joinSql(join, { named: tableNamed, tenant: source.tenant, dialect, read })}`;
  });
  const conditions = [
    // The rows of another plan are of its tenant.
    source.rows ? sql.raw('TRUE') : ofTenant(source.table, source.tenant, dialect),
    ...[source.rules, ...filters].filter((item) => item !== null).map((item) => predicateSql(item, dialect)),
  ];
  const perKey = (source.perKey ?? []).map((values) => perKeyJoin(values, dialect));
  return sql`FROM ${rowsSql(source, dialect)}${sql.join([...joins, ...perKey, ...beside], sql.raw(''))}
  WHERE ${sql.join(conditions, sql.raw('\n    AND '))}`;
}

const tableNamed: NamedTable = (table, name) =>
  name === table ? sql.id(table) : sql`${sql.id(table)} AS ${sql.id(name)}`;

/** Conditions on the columns of the table itself: no other of its rows is read, whatever is joined to them. */
function ownConditions({ table, known, rules }: PlanSource, filters: readonly (PlanPredicate | null)[]) {
  if (known) return [];
  return [rules, ...filters]
    .flatMap(conjunctsOf)
    .filter(
      (item) => columnsOf(item).every((column) => column.table === table) && !expressionsOf(item).some(hasPerKey),
    );
}

/** The fact's rows, under the name of its table. */
function rowsSql(source: PlanSource, dialect: Dialect): Sql {
  const { table, known, rows, beside } = source;
  if (known) return sql`(${knownValuesSql(source, known, dialect)}) AS ${sql.id(table)}`;
  if (rows) return sql`(\n${groupsIn(rows, dialect)}\n  ) AS ${sql.id(table)}`;
  return beside === undefined ? sql.id(table) : sql.id(beside, 'main', table);
}

function groupsIn(plan: AggregatePlan, { groups }: Dialect): Sql {
  if (!groups) throw new TypeError(`The groups of '${plan.dataset}' are read in a statement that cannot nest them`);
  return groups(plan);
}

/** The join of a tenant's rows of a table; `named` is where they are, under the join's name. */
export function joinSql(join: TableJoin, reading: JoinOptions): Sql {
  const { name, table, to, on, where, validity } = join;
  const { named, tenant, dialect } = reading;
  const valid = validity && { ...join, validity };
  if (valid && !(validity.until && dialect.comparesInJoins))
    return sql`LEFT JOIN ${validRows(valid, reading)} AS ${sql.id(name)} ON ${validRowsOn(valid, dialect)}`;
  const keys = on.map(({ column, key }) => sql` AND ${sql.id(name, key)} = ${sql.id(to, column)}`);
  const isValid = valid ? sql` AND ${validOn(valid, dialect)}` : sql.raw('');
  const condition = where ? sql` AND ${expressionSql(where, dialect)}` : sql.raw('');
  return sql`LEFT JOIN ${named(table, name)} ON ${ofTenant(name, tenant, dialect)}${sql.join(keys, sql.raw(''))}${isValid}${condition}`;
}

const OF_ROWS = { min: 'min', max: 'max', sum: 'sum', count: 'filled', any: 'max' } as const;

/** What is computed of the rows with a key. */
function perKeyValue({ take, value, where }: PerKey, dialect: Dialect): Sql {
  const counted = value ? expressionSql(value, dialect) : sql.raw('1');
  const otherwise = take === 'any' ? sql.raw(' ELSE 0') : sql.raw('');
  const input = where ? sql`CASE WHEN ${expressionSql(where, dialect)} THEN ${counted}${otherwise} END` : counted;
  const figure =
    take === 'count_distinct' ? sql`COUNT(DISTINCT ${input})` : aggregateOf({ kind: OF_ROWS[take] }, input, dialect);
  return take === 'any' ? sql`${figure} = 1` : figure;
}

/** Joins values per key, of a dimension or of the prior year-end: at most one row for each row. */
function perKeyJoin({ of, source }: NonNullable<PlanSource['perKey']>[number], dialect: Dialect): Sql {
  // All have the same key.
  const { key, prior } = of[0]!;
  const table = perKeyTable(of[0]!);
  const keys = key.map((item, place) => ({ name: `key ${place}`, value: expressionSql(item, dialect) }));
  const columns = [
    ...keys.map(({ name, value }) => sql`${value} AS ${sql.id(name)}`),
    ...of.map((item) => sql`${perKeyValue(item, dialect)} AS ${sql.id(perKeyColumn(item))}`),
  ];
  const present = keys.map(({ value }) => sql`\n    AND ${value} IS NOT NULL`);
  const on = keys.map(({ name, value }, place) => {
    const other = prior?.key[place];
    return sql`${sql.id(table, name)} = ${other ? expressionSql(other, dialect) : value}`;
  });
  return sql`
  LEFT JOIN (SELECT ${sql.join(columns)}
  ${fromSql(source, [], dialect)}${sql.join(present, sql.raw(''))}
  GROUP BY ${sql.join(keys.map((_, place) => sql.raw(String(place + 1))))}
  ) AS ${sql.id(table)} ON ${sql.join(on, sql.raw(' AND '))}`;
}

/** A table's rows with the time for which their values are known: see `KnownValues`. */
function knownValuesSql({ table, tenant }: PlanSource, known: KnownValues, dialect: Dialect): Sql {
  const { stored, carryDays } = known;
  const from = stored ? sql.id(table, KNOWN_FROM) : expressionSql(known.day, dialect);
  const next = stored ? sql.id(table, KNOWN_NEXT) : nextDaySql(known, dialect);
  const end = carryDays === null ? null : dialect.addTime(from, sql.raw(String(carryDays + 1)), 'day');
  const until = end ? dialect.call('least', [sql`COALESCE(${next}, ${end})`, end]) : next;
  if (stored) {
    const { beside, table: name } = stored;
    return sql`
    SELECT ${sql.id(table)}.*, ${until} AS ${sql.id(KNOWN_UNTIL)}
    FROM ${beside === undefined ? sql.id(name) : sql.id(beside, 'main', name)} AS ${sql.id(table)}
  `;
  }
  return sql`
    SELECT ${sql.id(table)}.*, ${from} AS ${sql.id(KNOWN_FROM)}, ${until} AS ${sql.id(KNOWN_UNTIL)}
    FROM ${sql.id(table)}
    WHERE ${keyedRows({ table, tenant }, known, dialect)}
  `;
}

function nextDaySql({ key, day, order }: KnownValues, dialect: Dialect): Sql {
  const [keys, places] = [key, order].map((list) => sql.join(list.map((item) => expressionSql(item, dialect))));
  return dialect.next(expressionSql(day, dialect), sql`PARTITION BY ${keys} ORDER BY ${places}`);
}

/** The rows that follow each other: those of the tenant with a key and a day. */
function keyedRows({ table, tenant }: Pick<PlanSource, 'table' | 'tenant'>, known: KnownValues, dialect: Dialect): Sql {
  const conditions = [
    ofTenant(table, tenant, dialect),
    ...[known.day, ...known.key].map((value) => sql`${expressionSql(value, dialect)} IS NOT NULL`),
    ...known.rules.map((rule) => predicateSql(rule, dialect)),
  ];
  return sql.join(conditions, sql.raw(' AND '));
}

/** The rows to store with a version: a row that another one follows on the same day is never the last known. */
export function storedValuesSql(
  source: Pick<PlanSource, 'table' | 'tenant'>,
  known: KnownValues,
  dialect: Dialect,
): Sql {
  const day = expressionSql(known.day, dialect);
  const [from, next] = [sql.id(KNOWN_FROM), sql.id(KNOWN_NEXT)];
  return sql`SELECT * FROM (
  SELECT ${sql.id(source.table)}.*, ${day} AS ${from}, ${nextDaySql(known, dialect)} AS ${next}
  FROM ${sql.id(source.table)}
  WHERE ${keyedRows(source, known, dialect)}
) AS "followed"
WHERE ${next} IS NULL OR ${next} > ${from}
ORDER BY ${from}`;
}

/** A base aggregate as a named column. */
export function baseAggregateSql(aggregate: BaseAggregate, dialect: Dialect): Sql {
  return sql`${aggregateOf(aggregate, inputOf(aggregate, dialect), dialect)} AS ${sql.id(aggregate.name)}`;
}

/** A row's input to an aggregate; null, which every aggregate ignores, for rows that do not count. */
export function inputOf(aggregate: BaseAggregate, dialect: Dialect): Sql {
  if (aggregate.kind === 'nested') throw new TypeError(`'${aggregate.name}' is aggregated in two steps`);
  if (aggregate.kind === 'any') return sql`CASE WHEN ${predicateSql(aggregate.of, dialect)} THEN 1 ELSE 0 END`;
  const value = valueOf(aggregate, dialect);
  return aggregate.where ? sql`CASE WHEN ${expressionSql(aggregate.where, dialect)} THEN ${value} END` : value;
}

function valueOf(aggregate: Exclude<BaseAggregate, { kind: 'nested' | 'any' }>, dialect: Dialect): Sql {
  if (aggregate.kind === 'months') return columnSql(aggregate.column);
  return aggregate.kind === 'count' ? sql.raw('1') : expressionSql(aggregate.value, dialect);
}

/** The aggregate of a group's inputs. */
export function aggregateOf(aggregate: BaseAggregate | OuterAggregate, value: Sql, dialect: Dialect): Sql {
  switch (aggregate.kind) {
    case 'nested':
      throw new TypeError(`'${aggregate.name}' is aggregated in two steps`);
    case 'weighted':
      throw new TypeError('Weights are cumulated before they are aggregated');
    case 'months':
      return sql`CASE WHEN MIN(${value}) = MAX(${value}) THEN MAX(${dialect.monthOf(value)}) END`;
    case 'sum':
      return dialect.sum(value);
    case 'count':
    case 'filled':
      return sql`COUNT(${value})`;
    case 'added':
      return dialect.cast(sql`COALESCE(SUM(${value}), 0)`, 'integer');
    case 'distinct':
      return sql`COUNT(DISTINCT ${value})`;
    case 'min':
      return sql`MIN(${value})`;
    case 'max':
    case 'any':
      return sql`MAX(${value})`;
    case 'spread':
      return dialect.spread(dialect.toDouble(value), aggregate);
    case 'quantile':
      // DuckDB would truncate interpolated decimals to the scale of the values.
      return dialect.quantile(dialect.toDouble(value), aggregate.share);
  }
}
