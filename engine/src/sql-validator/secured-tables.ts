import { sql } from 'kysely';
import type { Dialect, Sql } from '../dialects/dialect.ts';
import type { Catalog } from '../model/catalog.ts';
import type { CompiledFact, CompiledModel } from '../model/compiled-model.ts';
import { bindScope } from '../planner/binding/bound.ts';
import { columnsIn } from '../expression/columns.ts';
import type { TableColumn } from '../expression/columns.ts';
import { planFilter } from '../planner/fields/filter.ts';
import {
  columnsOfJoin,
  conditionOn,
  joinsOf,
  joinsTo,
  rowKeyOf,
  tablesByName,
  validityColumns,
} from '../model/joins.ts';
import type { DeclaredJoin } from '../model/joins.ts';
import { tablesOf } from '../plan/references.ts';
import { hiddenColumns, readersOf, rulesAbout } from '../planner/binding/rights.ts';
import { planRules } from '../planner/sources/row-rules.ts';
import type { HiddenColumns } from '../planner/binding/rights.ts';
import type { PlanPredicate } from '../plan/predicates.ts';
import type { Scope } from '../plan/scope.ts';
import { predicateSql } from '../sql/fragments/predicate.ts';
import { expressionSql } from '../sql/fragments/expression.ts';
import { ofTenant } from '../sql/fragments/of-tenant.ts';
import { joinSql } from '../sql/fragments/source.ts';
import type { NamedTable } from '../sql/fragments/valid-row.ts';

/** A table as one reader sees it: the model's columns, and the rows and values they have access to. */
export interface SecuredTable {
  /** Table and columns are named as in the warehouse. */
  name: string;
  columns: string[];
  /** Names of the row rules that apply to it. */
  rules: string[];
  /** Columns that are null for this reader. */
  masked: string[];
  /** A SELECT of its rows; `beside` are columns of the ground's table that no model has, as those of rows' positions. */
  select(ground: PhysicalTables, beside?: readonly string[]): Sql;
}

/** The tables in the warehouse. */
export interface PhysicalTables {
  dialect: Dialect;
  /** A table of the warehouse. */
  table(name: string): Sql;
  /**
   * Ends a SELECT so that outer conditions are not evaluated on the rows that it filters out; conversion errors would
   * otherwise reveal them. `ruled`: whether row rules, not only the tenant, filter rows.
   */
  fence(ruled: boolean): Sql;
  /** Wraps a column so that an outer query cannot use the table's statistics for it. */
  shown?(column: Sql, ruled: boolean): Sql;
}

/** A dataset with the rules and masks that apply to the reader. */
interface Concern {
  from: CompiledFact;
  rules: PlanPredicate[];
  ruleNames: string[];
  hidden: HiddenColumns;
}

function concernOf(model: CompiledModel, from: CompiledFact, scope: Scope, asOf: string | null): Concern {
  const hidden = hiddenColumns(from, scope);
  // The rules of a derived dataset are about its own rows, which are no table.
  if (from.dataset.query) return { from, rules: [], ruleNames: [], hidden };
  const bound = bindScope(model, from, scope, asOf);
  const scopeRules = (scope.predicates ?? [])
    .filter((rule) => rule.dataset === from.dataset.name)
    .map((rule) => planFilter(bound, rule.filter, 'scope.predicates', []));
  return {
    from,
    rules: [...planRules(bound, scope), ...scopeRules],
    ruleNames: readersOf(scope).flatMap((reader) => rulesAbout(from, reader).map(({ name }) => name)),
    hidden,
  };
}

/** Columns that a dataset exposes: those of dimensions and measures, its as-of date, its join keys and conditions. */
function publishedBy({ dataset, expressions }: CompiledFact): TableColumn[] {
  const { values, conditions, joins } = expressions;
  const derived = new Set(dataset.measures.filter(({ kind }) => kind === 'derived').map(({ name }) => name));
  const tableOf = tablesByName(dataset);
  const named = [
    ...(dataset.asOf ? [dataset.asOf] : []),
    ...joinsOf(dataset).flatMap(columnsOfJoin),
    ...[...values].filter(([name]) => !derived.has(name)).flatMap(([, value]) => columnsIn(value)),
    ...[...conditions.values(), ...joins.values()].flatMap(columnsIn),
  ];
  return named.map(({ table, column }) => ({ table: tableOf(table), column }));
}

/**
 * FROM and WHERE of a dataset's facts with its rules, and with the joins to one more table; `facts` is where they are.
 */
function ruled(
  { from, rules }: Concern,
  { tenant }: Scope,
  { facts, reaching, ground }: { facts: Sql; reaching: string; ground: PhysicalTables },
): Sql {
  const { dataset } = from;
  const { dialect } = ground;
  const named: NamedTable = (table, name) => sql`${ground.table(table)} AS ${sql.id(name)}`;
  const joined = joinsTo(from, new Set([...rules.flatMap(tablesOf), reaching])).map(
    (join) => sql` ${joinSql(join, { named, tenant, dialect })}`,
  );
  const conditions = [ofTenant(dataset.table, tenant, dialect), ...rules.map((rule) => predicateSql(rule, dialect))];
  return sql`FROM ${facts} AS ${sql.id(dataset.table)}${sql.join(joined, sql.raw(''))} WHERE ${sql.join(conditions, sql.raw(' AND '))}`;
}

/**
 * The rows of a table that belong to a dataset's visible facts in one of its roles. A role whose condition uses a masked
 * column is none: the reader does not learn which rows it matches.
 */
function belonging(
  { name, is }: { name: string; is: (table: string) => boolean },
  concern: Concern,
  scope: Scope,
  ground: PhysicalTables,
): Sql {
  const { from, hidden } = concern;
  const facts = ground.table(from.dataset.table);
  const roles = joinsOf(from.dataset).filter((join) => is(join.table) && !hidden.join(join.name));
  const inRole = roles.map((join) => {
    if (join.validity) return validInRole(join, { name, concern, scope, ground });
    const { name: role, to, on } = join;
    const own = sql.join(on.map(({ key }) => sql.id(name, key)));
    const theirs = sql.join(on.map(({ column }) => sql.id(to, column)));
    const where = from.expressions.joins.get(role);
    const condition = where ? sql` AND ${expressionSql(conditionOn(where, name), ground.dialect)}` : sql.raw('');
    return sql`(${own}) IN (SELECT ${theirs} ${ruled(concern, scope, { facts, reaching: to, ground })})${condition}`;
  });
  if (inRole.length === 0) return sql.raw('FALSE');
  return inRole.length === 1
    ? inRole[0]!
    : sql`(${sql.join(
        inRole.map((item) => sql`(${item})`),
        sql.raw(' OR '),
      )})`;
}

/** The rows of a table that are valid for one of the dataset's visible facts. */
function validInRole(
  join: DeclaredJoin,
  { name, concern, scope, ground }: { name: string; concern: Concern; scope: Scope; ground: PhysicalTables },
): Sql {
  const { name: role, on, validity } = join;
  const keyIn = (table: string) => rowKeyOf({ ...join, name: table }).map((key) => expressionSql(key, ground.dialect));
  const facts = ground.table(concern.from.dataset.table);
  const ends = validityColumns(validity!).map((column) => sql`${sql.id(role, column)} IS NOT NULL`);
  // Facts without a valid row have no key of one, but an open end looks the same where there is no other key.
  const isThere = on.length > 0 ? sql.raw('') : sql` AND (${sql.join(ends, sql.raw(' OR '))})`;
  return sql`(${sql.join(keyIn(name))}) IN (SELECT ${sql.join(keyIn(role))} ${ruled(concern, scope, { facts, reaching: role, ground })}${isThere})`;
}

/**
 * The tables of a model for one reader. A table has the rules and masks of every dataset that reads it: a fact table
 * shows the rows that satisfy them, a joined table the rows that belong to such facts in any of its roles. SQL therefore shows nothing that
 * any dataset hides from the reader; where datasets differ, it shows less than the least restrictive one.
 */
export function securedTables(options: {
  /** Null: there is none, so that nothing but the tenant restricts. */
  model: CompiledModel | null;
  scope: Scope;
  asOf: string | null;
  catalog: Catalog;
  tenantColumn: string | null;
  /** Whether tables and columns are included that the model does not expose: for those who may change the model. */
  unexposed?: boolean;
  /** Folds a name as the engine does when comparing names. */
  fold(name: string): string;
}): SecuredTable[] {
  const { model, scope, asOf, catalog, tenantColumn, unexposed = false, fold } = options;
  // A combined dataset has no rows of its own.
  const concerns = model
    ? model.model.datasets
        .flatMap(({ name }) => model.datasets.get(name)!.facts)
        .map((from) => concernOf(model, from, scope, asOf))
    : [];
  const accounts = model?.model.accounts;
  const published = [
    ...concerns.flatMap(({ from }) => (from.dataset.query ? [] : publishedBy(from))),
    ...(accounts
      ? [accounts.account, accounts.title, accounts.description].map((column) => ({ table: accounts.table, column }))
      : []),
  ];
  const columnsOf = new Map<string, Set<string>>();
  for (const { table, column } of published) {
    const columns = columnsOf.get(fold(table)) ?? new Set();
    columnsOf.set(fold(table), columns.add(fold(column)));
  }
  return Object.entries(catalog).flatMap(([name, present]) => {
    const columns = Object.keys(present).filter(
      (column) => column !== tenantColumn && (unexposed || columnsOf.get(fold(name))?.has(fold(column))),
    );
    return columns.length === 0 ? [] : [securedTable({ name, columns, concerns, scope, fold })];
  });
}

function securedTable({
  name,
  columns,
  concerns,
  scope,
  fold,
}: {
  name: string;
  columns: string[];
  concerns: readonly Concern[];
  scope: Scope;
  fold(name: string): string;
}): SecuredTable {
  const is = (table: string) => fold(table) === fold(name);
  const reading = concerns.filter(({ from }) =>
    [...(from.dataset.query ? [] : [from.dataset.table]), ...from.dataset.joins.map(({ table }) => table)].some(is),
  );
  const ruling = reading.filter(({ rules }) => rules.length > 0);
  const masked = columns.filter((column) => reading.some(({ hidden }) => hidden.inTable(name, column)));
  return {
    name,
    columns,
    rules: [...new Set(ruling.flatMap(({ ruleNames }) => ruleNames))],
    masked,
    select(ground, beside = []) {
      let rows = ground.table(name);
      const conditions: Sql[] = [ofTenant(name, scope.tenant, ground.dialect)];
      for (const concern of ruling) {
        const { dataset } = concern.from;
        const { table } = dataset;
        if (is(table))
          rows = sql`(SELECT ${sql.id(table)}.* ${ruled(concern, scope, { facts: rows, reaching: table, ground })})`;
        // Its rows may belong to facts in a role, too; but only the rows that pass are shown whole.
        else conditions.push(belonging({ name, is }, concern, scope, ground));
      }
      const shown = columns.map((column) => {
        const value = sql.id(name, column);
        if (masked.includes(column)) return sql`CASE WHEN FALSE THEN ${value} END AS ${sql.id(column)}`;
        return ground.shown ? sql`${ground.shown(value, ruling.length > 0)} AS ${sql.id(column)}` : value;
      });
      return sql`SELECT ${sql.join([...shown, ...beside.map((column) => sql.id(name, column))])} FROM ${rows} AS ${sql.id(name)} WHERE ${sql.join(conditions, sql.raw(' AND '))}${ground.fence(ruling.length > 0)}`;
    },
  };
}
