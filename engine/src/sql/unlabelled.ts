import { sql } from 'kysely';
import type { Dialect, Sql } from '../dialects/dialect.ts';
import type { UnlabelledPlan } from '../plan/plan.ts';
import { measureSql } from './measure.ts';
import { predicateSql } from './predicate.ts';
import { aggregateOf, fromSql, inputOf } from './source.ts';
import type { Statement } from './statement.ts';

const slot = (atom: string, place: number) => `${atom} in ${place}`;

/** Each atom of the figures over all rows, in place 0, and over those that pass each predicate. */
function atomsSql({ facts, figures, unlabelled }: UnlabelledPlan, dialect: Dialect): Sql[] {
  const needed = new Set(figures.flatMap(({ terms }) => terms.map(({ atom }) => atom)));
  const atoms = (facts[0]?.atoms ?? []).filter(({ name }) => needed.has(name));
  const rows = [null, ...(unlabelled[0] ?? [])];
  return atoms.flatMap((atom) =>
    rows.map((predicate, place) => {
      const value = inputOf(atom, dialect);
      const taken = predicate ? sql`CASE WHEN ${predicateSql(predicate, dialect)} THEN ${value} END` : value;
      return sql`${aggregateOf(atom, taken, dialect)} AS ${sql.id(slot(atom.name, place))}`;
    }),
  );
}

function figuresSql({ figures, unlabelled }: UnlabelledPlan, dialect: Dialect): Sql[] {
  return figures.flatMap((measure) =>
    [null, ...(unlabelled[0] ?? [])].map((_, place) => {
      const terms = measure.terms.map((term) => ({ ...term, atom: slot(term.atom, place) }));
      const value = dialect.toDouble(measureSql({ ...measure, terms }, 'counted', dialect));
      return sql`${value} AS ${sql.id(slot(`figure ${measure.name}`, place))}`;
    }),
  );
}

/** One row: how many rows there are, then how many of them pass each predicate; over all facts. Then each figure likewise. */
export function unlabelledSql(plan: UnlabelledPlan, dialect: Dialect): Statement {
  const names = ['rows', ...(plan.unlabelled[0] ?? []).map((_, index) => `of ${index}`)];
  const facts = plan.facts.map((fact, place) => {
    const counts = plan.unlabelled[place]!.map(
      (each) => sql`COUNT(CASE WHEN ${predicateSql(each, dialect)} THEN 1 END)`,
    );
    const named = [sql.raw('COUNT(*)'), ...counts].map((value, index) => sql`${value} AS ${sql.id(names[index]!)}`);
    return sql`SELECT ${sql.join([...named, ...atomsSql(plan, dialect)])}\n${fromSql(fact.source, [fact.filter], dialect)}`;
  });
  if (facts.length === 1) {
    const shown = [...names.map((name) => sql.id('counted', name)), ...figuresSql(plan, dialect)];
    return dialect.compile(sql`SELECT ${sql.join(shown)}\nFROM (${facts[0]!}) AS "counted"`);
  }
  const sums = names.map((name) => sql`${dialect.cast(sql`SUM(${sql.id(name)})`, 'integer')} AS ${sql.id(name)}`);
  return dialect.compile(sql`SELECT ${sql.join(sums)}\nFROM (${sql.join(facts, sql.raw('\nUNION ALL\n'))}) AS "facts"`);
}
