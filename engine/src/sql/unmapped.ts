import { sql } from 'kysely';
import type { Dialect, Sql } from '../dialects/dialect.ts';
import type { UnmappedPlan } from '../plan/plan.ts';
import type { BaseAggregate } from '../plan/measures.ts';
import { measureSql } from './fragments/measure.ts';
import { predicateSql } from './fragments/predicate.ts';
import { computedJoins } from './grouping/passing-groups.ts';
import { withPassingGroups } from './grouping/having.ts';
import { aggregateOf, fromSql, inputOf } from './fragments/source.ts';
import type { Statement } from '../dialects/statement.ts';

const slot = (aggregate: string, place: number) => `${aggregate} in ${place}`;

/** The aggregates of the figures, which are of the only fact. */
function figureAggregates({ facts, figures }: UnmappedPlan): BaseAggregate[] {
  const needed = new Set(figures.flatMap(({ terms }) => terms.map(({ aggregate }) => aggregate)));
  return (facts[0]?.aggregates ?? []).filter(({ name }) => needed.has(name));
}

/** Each aggregate over all rows (index 0), and over the rows that match each predicate. */
function aggregatesSql(plan: UnmappedPlan, dialect: Dialect): Sql[] {
  const rows = [null, ...(plan.unmapped[0] ?? [])];
  return figureAggregates(plan).flatMap((aggregate) =>
    rows.map((predicate, place) => {
      const value = inputOf(aggregate, dialect);
      const taken = predicate ? sql`CASE WHEN ${predicateSql(predicate, dialect)} THEN ${value} END` : value;
      return sql`${aggregateOf(aggregate, taken, dialect)} AS ${sql.id(slot(aggregate.name, place))}`;
    }),
  );
}

function figuresSql({ figures, unmapped }: UnmappedPlan, dialect: Dialect): Sql[] {
  return figures.flatMap((measure) =>
    [null, ...(unmapped[0] ?? [])].map((_, place) => {
      const terms = measure.terms.map((term) => ({ ...term, aggregate: slot(term.aggregate, place) }));
      const value = dialect.toDouble(measureSql({ ...measure, terms }, 'counted', dialect));
      return sql`${value} AS ${sql.id(slot(`figure ${measure.name}`, place))}`;
    }),
  );
}

/** One row over all facts: the number of rows, then the number that match each predicate; then each figure likewise. */
export function unmappedSql(of: UnmappedPlan, dialect: Dialect): Statement {
  const { tables, plan } = of.of ? withPassingGroups(of, of.of, dialect) : { tables: [], plan: of };
  const passing = tables.length > 0 ? sql`WITH ${sql.join(tables)}\n` : sql.raw('');
  const names = ['rows', ...(plan.unmapped[0] ?? []).map((_, index) => `of ${index}`)];
  const facts = plan.facts.map((fact, place) => {
    const counts = plan.unmapped[place]!.map((item) => sql`COUNT(CASE WHEN ${predicateSql(item, dialect)} THEN 1 END)`);
    const named = [sql.raw('COUNT(*)'), ...counts].map((value, index) => sql`${value} AS ${sql.id(names[index]!)}`);
    return sql`SELECT ${sql.join([...named, ...aggregatesSql(plan, dialect)])}\n${fromSql(fact.source, [fact.filter], dialect, computedJoins(fact, figureAggregates(plan), new Set(), 'filter', dialect))}`;
  });
  if (facts.length === 1) {
    const shown = [...names.map((name) => sql.id('counted', name)), ...figuresSql(plan, dialect)];
    return dialect.compile(sql`${passing}SELECT ${sql.join(shown)}\nFROM (${facts[0]!}) AS "counted"`);
  }
  const sums = names.map((name) => sql`${dialect.cast(sql`SUM(${sql.id(name)})`, 'integer')} AS ${sql.id(name)}`);
  return dialect.compile(
    sql`${passing}SELECT ${sql.join(sums)}\nFROM (${sql.join(facts, sql.raw('\nUNION ALL\n'))}) AS "facts"`,
  );
}
