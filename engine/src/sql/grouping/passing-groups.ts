import { sql } from 'kysely';
import type { Dialect, Sql } from '../../dialects/dialect.ts';
import type { PlanFact } from '../../plan/plan.ts';
import type { BaseAggregate } from '../../plan/measures.ts';
import type { PlanField } from '../../plan/predicates.ts';
import { expressionSql } from '../fragments/expression.ts';
import { keySql } from '../fragments/field.ts';
import { ratesJoinsOf } from '../fragments/rates.ts';
import { snapshotDatesJoins } from '../fragments/snapshot-dates.ts';
import { sameKey } from './levels.ts';

/** The keys of the groups that pass a condition on measures. Contains a space, so it cannot clash with a table. */
export const PASSING = 'passing groups';

/** A field of other periods' rows: the period of the group that passes. Contains a space, as `PASSING` does. */
export const OWN_PERIOD: PlanField = {
  name: 'own period',
  type: 'date',
  value: { kind: 'absent', table: PASSING, name: 'own period', type: 'date', at: 0 },
  bands: null,
};

/** The same in a fact, whose rows are joined to the groups. */
export const ownPeriodIn = (time: string): PlanField => ({
  ...OWN_PERIOD,
  value: { kind: 'name', table: PASSING, name: time, at: 0 },
});

/** Restricts a fact's rows to those of the groups that pass; of other periods, to those that are looked up for a group. */
function passingJoins({ fields, passing, lookedUp }: PlanFact, rows: 'filter' | 'around', dialect: Dialect): Sql[] {
  if (!passing || (rows === 'around' && !lookedUp)) return [];
  const on = fields
    .filter(({ name }) => passing.includes(name) && name !== lookedUp?.time)
    .map((field) => sameKey(field, keySql(field, dialect), sql.id(PASSING, field.name)));
  if (lookedUp) on.push(isLookedUp(fields, lookedUp, dialect));
  return [sql`\n  JOIN ${sql.id(PASSING)} ON ${sql.join(on, sql.raw(' AND '))}`];
}

function isLookedUp(
  fields: readonly PlanField[],
  { time, first, toOwn }: NonNullable<PlanFact['lookedUp']>,
  dialect: Dialect,
): Sql {
  const period = keySql(
    fields.find(({ name }) => name === time)!,
    dialect,
  );
  const own = sql.id(PASSING, time);
  const start = expressionSql(first, dialect, () => own);
  return toOwn ? sql`${period} BETWEEN ${start} AND ${own}` : sql`${period} = ${start}`;
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
