import { sql } from 'kysely';
import type { Dialect, Sql } from '../dialects/dialect.ts';
import type { Catalogue } from '../model/catalogue.ts';
import type { CompiledFact, CompiledModel } from '../model/compile-model.ts';
import { bindScope, columnsIn } from '../plan/bound.ts';
import { planFilter } from '../plan/plan-filter.ts';
import { joinsOf, joinsTo, tablesOf } from '../plan/plan-source.ts';
import { maskedColumns, planRules, readersOf, rulesAbout } from '../plan/rights.ts';
import type { PlanPredicate } from '../plan/plan.ts';
import type { Scope } from '../plan/scope.ts';
import { predicateSql } from '../sql/predicate.ts';
import { ofTenant } from '../sql/source.ts';

/** A table as one reader finds it: the columns that the model names, the rows and values that they may see. */
export interface SecuredTable {
  /** As the warehouse writes it, and so the columns. */
  name: string;
  columns: string[];
  /** Names of the model's rules that hold back rows of it. */
  rules: string[];
  /** Columns that are empty for this reader. */
  masked: string[];
  /** Its rows, as one SELECT. */
  select(ground: Ground): Sql;
}

/** Where the tables really are. */
export interface Ground {
  dialect: Dialect;
  /** A table of the warehouse. */
  table(name: string): Sql;
  /**
   * What ends a SELECT so that nothing of a query around it is computed of rows that it leaves out: a value that cannot
   * be converted would tell of them. `ruled`: whether it leaves out other rows than those of other tenants.
   */
  fence(ruled: boolean): Sql;
  /** A column as a query around finds it, where it must not be known as the table's own. */
  shown?(column: Sql, ruled: boolean): Sql;
}

/** A dataset and what of it concerns the reader. */
interface Concern {
  from: CompiledFact;
  rules: PlanPredicate[];
  ruleNames: string[];
  masked: ReadonlySet<string>;
}

function concernOf(model: CompiledModel, from: CompiledFact, scope: Scope, asOf: string | null): Concern {
  const bound = bindScope(model, from, scope, asOf);
  const asked = scope.predicates
    .filter((rule) => rule.dataset === from.dataset.name)
    .map((rule) => planFilter(bound, rule.filter, 'scope.predicates', []));
  return {
    from,
    rules: [...planRules(bound, scope), ...asked],
    ruleNames: readersOf(scope).flatMap((reader) => rulesAbout(from, reader).map(({ name }) => name)),
    masked: maskedColumns(from, scope),
  };
}

/** Columns that a dataset publishes: of its dimensions and measures, its day, and the keys of its joins. */
function publishedBy({ dataset, expressions }: CompiledFact): { table: string; column: string }[] {
  const { values, conditions } = expressions;
  const derived = new Set(dataset.measures.filter(({ kind }) => kind === 'derived').map(({ name }) => name));
  return [
    ...(dataset.asOf ? [dataset.asOf] : []),
    ...joinsOf(dataset).flatMap(({ table, to, on }) =>
      on.flatMap(({ column, key }) => [
        { table, column: key },
        { table: to, column },
      ]),
    ),
    ...[...values].filter(([name]) => !derived.has(name)).flatMap(([, value]) => columnsIn(value)),
    ...[...conditions.values()].flatMap(columnsIn),
  ];
}

/** FROM and WHERE of a dataset's facts with its rules, and with the joins to one more table; `facts` is where they are. */
function ruled(
  { from, rules }: Concern,
  { tenant }: Scope,
  { facts, reaching, ground }: { facts: Sql; reaching: string; ground: Ground },
): Sql {
  const { dataset } = from;
  const { dialect } = ground;
  const joined = joinsTo(dataset, new Set([...rules.flatMap(tablesOf), reaching])).map(({ table, to, on }) => {
    const keys = on.map(({ column, key }) => sql` AND ${sql.id(table, key)} = ${sql.id(to, column)}`);
    return sql` LEFT JOIN ${ground.table(table)} AS ${sql.id(table)} ON ${ofTenant(table, tenant, dialect)}${sql.join(keys, sql.raw(''))}`;
  });
  const conditions = [ofTenant(dataset.table, tenant, dialect), ...rules.map((rule) => predicateSql(rule, dialect))];
  return sql`FROM ${facts} AS ${sql.id(dataset.table)}${sql.join(joined, sql.raw(''))} WHERE ${sql.join(conditions, sql.raw(' AND '))}`;
}

/**
 * The tables of a model for one reader. A table carries the rules and masks of every dataset that reads it: one that
 * holds a dataset's facts shows those that pass, one that is joined shows what belongs to such facts. So SQL shows
 * nothing that any dataset keeps from the reader; where datasets differ, it shows less than the freest of them.
 */
export function securedTables(options: {
  model: CompiledModel;
  scope: Scope;
  asOf: string | null;
  catalogue: Catalogue;
  tenantColumn: string | null;
  /** A name as the engine compares it with others. */
  folded(name: string): string;
}): SecuredTable[] {
  const { model, scope, asOf, catalogue, tenantColumn, folded } = options;
  // A dataset that combines others has no rows of its own.
  const concerns = model.model.datasets
    .flatMap(({ name }) => model.datasets.get(name)!.facts)
    .map((from) => concernOf(model, from, scope, asOf));
  const { accounts } = model.model;
  const published = [
    ...concerns.flatMap(({ from }) => publishedBy(from)),
    ...(accounts
      ? [accounts.account, accounts.title, accounts.description].map((column) => ({ table: accounts.table, column }))
      : []),
  ];
  const columnsOf = new Map<string, Set<string>>();
  for (const { table, column } of published) {
    const columns = columnsOf.get(folded(table)) ?? new Set();
    columnsOf.set(folded(table), columns.add(folded(column)));
  }
  return Object.entries(catalogue).flatMap(([name, present]) => {
    const columns = Object.keys(present).filter(
      (column) => column !== tenantColumn && columnsOf.get(folded(name))?.has(folded(column)),
    );
    return columns.length === 0 ? [] : [securedTable({ name, columns, concerns, scope, folded })];
  });
}

function securedTable({
  name,
  columns,
  concerns,
  scope,
  folded,
}: {
  name: string;
  columns: string[];
  concerns: readonly Concern[];
  scope: Scope;
  folded(name: string): string;
}): SecuredTable {
  const is = (table: string) => folded(table) === folded(name);
  const reading = concerns.filter(({ from }) =>
    [from.dataset.table, ...from.dataset.joins.map(({ table }) => table)].some(is),
  );
  const ruling = reading.filter(({ rules }) => rules.length > 0);
  const masked = columns.filter((column) =>
    reading.some((concern) => concern.masked.has(`${name}.${column}`.toLowerCase())),
  );
  return {
    name,
    columns,
    rules: [...new Set(ruling.flatMap(({ ruleNames }) => ruleNames))],
    masked,
    select(ground) {
      let rows = ground.table(name);
      const conditions: Sql[] = [ofTenant(name, scope.tenant, ground.dialect)];
      for (const concern of ruling) {
        const { dataset } = concern.from;
        const { table } = dataset;
        if (is(table))
          rows = sql`(SELECT ${sql.id(table)}.* ${ruled(concern, scope, { facts: rows, reaching: table, ground })})`;
        for (const { to, on } of joinsOf(dataset).filter((join) => is(join.table))) {
          const own = sql.join(on.map(({ key }) => sql.id(name, key)));
          const theirs = sql.join(on.map(({ column }) => sql.id(to, column)));
          const facts = ruled(concern, scope, { facts: ground.table(table), reaching: to, ground });
          conditions.push(sql`(${own}) IN (SELECT ${theirs} ${facts})`);
        }
      }
      const shown = columns.map((column) => {
        const value = sql.id(name, column);
        if (masked.includes(column)) return sql`CASE WHEN FALSE THEN ${value} END AS ${sql.id(column)}`;
        return ground.shown ? sql`${ground.shown(value, ruling.length > 0)} AS ${sql.id(column)}` : value;
      });
      return sql`SELECT ${sql.join(shown)} FROM ${rows} AS ${sql.id(name)} WHERE ${sql.join(conditions, sql.raw(' AND '))}${ground.fence(ruling.length > 0)}`;
    },
  };
}
