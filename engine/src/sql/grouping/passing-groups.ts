import { sql } from 'kysely';
import type { Dialect, Sql } from '../../dialects/dialect.ts';
import type { BaseAggregate, PlanFact } from '../../plan/plan.ts';
import { keySql } from '../fragments/field.ts';
import { ratesJoinsOf } from '../fragments/rates.ts';
import { snapshotDatesJoins } from '../fragments/snapshot-dates.ts';
import { sameKey } from './levels.ts';

/** The keys of the groups that pass a condition on measures. Contains a space, so it cannot clash with a table. */
export const PASSING = 'passing groups';

/** Restricts a fact's rows to those of the groups that pass; other periods are not restricted. */
function passingJoins({ fields, passing }: PlanFact, rows: 'filter' | 'around', dialect: Dialect): Sql[] {
  if (!passing || rows === 'around') return [];
  const on = fields
    .filter(({ name }) => passing.includes(name))
    .map((field) => sameKey(field, keySql(field, dialect), sql.id(PASSING, field.name)));
  return [sql`\n  JOIN ${sql.id(PASSING)} ON ${sql.join(on, sql.raw(' AND '))}`];
}

/**
 * The computed tables that a fact's rows are joined to: snapshot dates and exchange rates for these aggregates, and
 * groups that pass.
 */
export const computedJoins = (
  fact: PlanFact,
  aggregates: readonly BaseAggregate[],
  grouped: ReadonlySet<string>,
  rows: 'filter' | 'around',
  dialect: Dialect,
): Sql[] => [
  ...snapshotDatesJoins(fact, aggregates, grouped, rows, dialect),
  ...ratesJoinsOf(aggregates, fact, dialect),
  ...passingJoins(fact, rows, dialect),
];
