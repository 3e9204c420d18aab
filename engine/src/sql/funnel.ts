import { sql } from 'kysely';
import type { Dialect, Sql } from '../dialects/dialect.ts';
import type { Statement } from '../dialects/statement.ts';
import type { FunnelPlan } from '../plan/plan.ts';
import type { PlanField } from '../plan/predicates.ts';
import { keySql, shownSql } from './fragments/field.ts';
import { predicateSql } from './fragments/predicate.ts';
import { fromSql } from './fragments/source.ts';

const comma = sql.raw(',\n    ');
// Names with a space cannot clash with names in a model.
const KEY = 'funnel key';
const TIME = 'row time';
const MEMBER = 'funnel member';
const ATTEMPT = 'attempt of key';
const FIRST_START = 'first start';
const LAST_SECOND = 'last second step';
const isStep = (place: number) => `is step ${place}`;
const timeOf = (place: number) => `time of step ${place}`;
const reached = (place: number) => `reached step ${place}`;
const median = (place: number) => `median to step ${place}`;

const placesOf = ({ steps }: FunnelPlan) => steps.map((_, place) => place);
const memberOf = ({ by }: FunnelPlan) => (by ? [MEMBER] : []);
const named = (value: Sql, name: string): Sql => sql`${value} AS ${sql.id(name)}`;
const columnsSql = (table: string, names: readonly string[]): Sql[] =>
  names.map((name) => named(sql.id(table, name), name));

function selectSql(columns: readonly Sql[], rows: Sql, table: string): Sql {
  return sql`SELECT
    ${sql.join(columns, comma)}
  FROM (
  ${rows}
  ) AS ${sql.id(table)}`;
}

/** A member as it can be compared: not every engine has a least boolean. */
function comparableMember(by: PlanField, dialect: Dialect): Sql {
  const key = keySql(by, dialect);
  return by.type === 'boolean' ? sql`CASE WHEN ${key} THEN 1 WHEN NOT ${key} THEN 0 END` : key;
}

function shownMember(by: PlanField, dialect: Dialect): Sql {
  const member = sql.id('steps', MEMBER);
  return by.type === 'boolean' ? dialect.cast(sql`${member} = 1`, 'boolean') : shownSql(by, member, dialect);
}

/** The rows of any step, each with the steps that it is. */
function rowsSql({ facts, key, time, by, steps }: FunnelPlan, dialect: Dialect): Sql {
  const fact = facts[0]!;
  const satisfies = steps.map(({ when }) => (when ? predicateSql(when, dialect) : sql.raw('TRUE')));
  const columns = [
    named(keySql(key, dialect), KEY),
    named(keySql(time, dialect), TIME),
    ...satisfies.map((is, place) => named(sql`CASE WHEN ${is} THEN 1 ELSE 0 END`, isStep(place))),
    ...(by ? [named(sql`CASE WHEN ${satisfies[0]!} THEN ${comparableMember(by, dialect)} END`, MEMBER)] : []),
  ];
  return sql`SELECT
    ${sql.join(columns, comma)}
  ${fromSql(fact.source, [fact.filter], dialect)}`;
}

/** When each key starts for the first time, and takes the second step for the last time. */
function keysSql(plan: FunnelPlan, dialect: Dialect): Sql {
  const time = (place: number) => sql`CASE WHEN ${sql.id('rows', isStep(place))} = 1 THEN ${sql.id('rows', TIME)} END`;
  const columns = [
    ...columnsSql('rows', [KEY]),
    named(sql`MIN(${time(0)})`, FIRST_START),
    named(sql`MAX(${time(1)})`, LAST_SECOND),
  ];
  return sql`${selectSql(columns, rowsSql(plan, dialect), 'rows')}
  GROUP BY 1`;
}

/**
 * One row for each key and time, with the steps that any of its rows is: a key has at most one row at a time. Most rows
 * lead nowhere and are not sorted: those before the first start, all but the first start of a key that does not take the
 * second step after it, and without a window all other starts, which lead no further.
 */
function momentsSql(plan: FunnelPlan, dialect: Dialect): Sql {
  const [at, first] = [sql.id('rows', TIME), sql.id('keys', FIRST_START)];
  const isFirst = sql`${at} = ${first}`;
  const goesOn = sql`${sql.id('keys', LAST_SECOND)} ${sql.raw(plan.sameTime ? '>=' : '>')} ${first}`;
  const [, ...further] = placesOf(plan).map((place) => sql.id('rows', isStep(place)));
  const isFurther = further.map((is) => sql`${is} = 1`);
  const isStart = sql.id('rows', isStep(0));
  const [start, leads] =
    plan.within === null
      ? [
          sql`CASE WHEN ${isFirst} THEN ${isStart} ELSE 0 END`,
          sql`${goesOn} AND (${sql.join(isFurther, sql.raw(' OR '))})`,
        ]
      : [isStart, goesOn];
  const columns = [
    ...columnsSql('rows', [KEY, TIME]),
    ...[start, ...further].map((is, place) => named(sql`MAX(${is})`, isStep(place))),
    ...memberOf(plan).map((member) => named(sql`MIN(${sql.id('rows', member)})`, member)),
  ];
  // The rows are read twice: storing them in between would take more memory than all that follows.
  return sql`${selectSql(columns, rowsSql(plan, dialect), 'rows')}
  INNER JOIN (
  ${keysSql(plan, dialect)}
  ) AS "keys" ON ${sql.id('keys', KEY)} = ${sql.id('rows', KEY)}
  WHERE ${at} >= ${first}
    AND (${isFirst} OR (${leads}))
  GROUP BY 1, 2`;
}

/**
 * Adds to each row the times at which its key then takes the steps from `place` on, each at the first row that there is.
 * Those of the steps after `place` are known for every row. The earlier a row is, the earlier they are: the least ones
 * are those of the next row of `place`.
 */
function withStepsFrom(plan: FunnelPlan, place: number, rows: Sql): Sql {
  // Every engine computes a window that ends at its row in one go, as it does not one that begins there.
  const end = sql.raw(plan.sameTime ? 'CURRENT ROW' : '1 PRECEDING');
  const following = sql`(PARTITION BY ${sql.id('rows', KEY)} ORDER BY ${sql.id('rows', TIME)} DESC ROWS BETWEEN UNBOUNDED PRECEDING AND ${end})`;
  const least = (name: string) =>
    sql`MIN(CASE WHEN ${sql.id('rows', isStep(place))} = 1 THEN ${sql.id('rows', name)} END) OVER ${following}`;
  const places = placesOf(plan);
  const columns = [
    ...columnsSql('rows', [KEY, TIME, ...memberOf(plan), ...places.slice(0, place).map(isStep)]),
    named(least(TIME), timeOf(place)),
    ...places.slice(place + 1).map((later) => named(least(timeOf(later)), timeOf(later))),
  ];
  return selectSql(columns, rows, 'rows');
}

/** The time between two steps: whole days of dates, microseconds of times. */
const elapsed = ({ time }: FunnelPlan, from: Sql, to: Sql, dialect: Dialect): Sql =>
  time.type === 'date' ? dialect.timeBetween('day', from, to) : dialect.microsecondsBetween(from, to);

/** The attempts of keys: each row of the first step, with the times of the further steps that are taken in time. */
function attemptsSql(plan: FunnelPlan, dialect: Dialect): Sql {
  const [, ...further] = placesOf(plan);
  const rows = further.reduceRight((inner, place) => withStepsFrom(plan, place, inner), momentsSql(plan, dialect));
  const inTime = (place: number) => {
    const time = sql.id('rows', timeOf(place));
    if (plan.within === null) return time;
    const since = elapsed(plan, sql.id('rows', TIME), time, dialect);
    return sql`CASE WHEN ${since} <= ${sql.raw(String(plan.within))} THEN ${time} END`;
  };
  const columns = [
    ...columnsSql('rows', [KEY, ...memberOf(plan)]),
    named(sql.id('rows', TIME), timeOf(0)),
    ...further.map((place) => named(inTime(place), timeOf(place))),
  ];
  return sql`${selectSql(columns, rows, 'rows')}
  WHERE ${sql.id('rows', isStep(0))} = 1`;
}

/** The attempts, numbered for each key: first those that lead furthest, then by time. */
function rankedSql(plan: FunnelPlan, dialect: Dialect): Sql {
  const [, ...further] = placesOf(plan);
  const at = (place: number) => sql.id('attempts', timeOf(place));
  const steps = further.map((place) => sql`CASE WHEN ${at(place)} IS NULL THEN 0 ELSE 1 END`);
  const order = sql`PARTITION BY ${sql.id('attempts', KEY)} ORDER BY ${sql.join(steps, sql.raw(' + '))} DESC, ${at(0)}`;
  const columns = [
    ...columnsSql('attempts', [...memberOf(plan), ...placesOf(plan).map(timeOf)]),
    named(sql`ROW_NUMBER() OVER (${order})`, ATTEMPT),
  ];
  return selectSql(columns, attemptsSql(plan, dialect), 'attempts');
}

const MICROSECONDS_OF_A_DAY = 86_400_000_000;

/** The number of keys that reached each step, and the median time since the step before, for each member. */
function countedSql(plan: FunnelPlan, dialect: Dialect): Sql {
  const at = (place: number) => sql.id('ranked', timeOf(place));
  const days = (place: number) => {
    const time = dialect.toDouble(elapsed(plan, at(place - 1), at(place), dialect));
    return plan.time.type === 'date' ? time : sql`${time} / ${sql.raw(String(MICROSECONDS_OF_A_DAY))}`;
  };
  const columns = [
    ...columnsSql('ranked', memberOf(plan)),
    ...placesOf(plan).map((place) => named(sql`COUNT(${at(place)})`, reached(place))),
    ...placesOf(plan)
      .slice(1)
      .map((place) => named(dialect.quantile(days(place), 0.5), median(place))),
  ];
  return sql`${selectSql(columns, rankedSql(plan, dialect), 'ranked')}
  WHERE ${sql.id('ranked', ATTEMPT)} = 1${sql.raw(plan.by ? '\n  GROUP BY 1' : '')}`;
}

/** The counts as a row for each member and step. */
function stepsSql(plan: FunnelPlan, dialect: Dialect): Sql {
  const of = (name: (place: number) => string) => (place: number) => sql.id('counted', name(place));
  const sincePrevious = (value: (place: number) => Sql) =>
    placesOf(plan).map((place) => (place === 0 ? sql.raw('NULL') : value(place)));
  return dialect.unpivot({
    carried: memberOf(plan).map((name) => sql.id('counted', name)),
    lists: [
      { name: 'step', values: plan.steps.map(({ name }) => dialect.cast(sql`${name}`, 'string')) },
      { name: 'reached', values: placesOf(plan).map(of(reached)) },
      { name: 'first', values: placesOf(plan).map(() => of(reached)(0)) },
      { name: 'previous', values: sincePrevious((place) => of(reached)(place - 1)) },
      { name: 'median', values: sincePrevious(of(median)) },
    ],
    from: sql`(
  ${countedSql(plan, dialect)}
  ) AS "counted"`,
  });
}

/** A row for each member and step, in their order: one more than `limit`, to detect truncation. */
export function funnelSql(plan: FunnelPlan, dialect: Dialect): Statement {
  const number = (name: string) => dialect.toDouble(sql.id('steps', name));
  const shareOf = (whole: string) => sql`${number('reached')} / NULLIF(${number(whole)}, 0)`;
  const columns = [
    ...(plan.by ? [named(shownMember(plan.by, dialect), plan.by.name)] : []),
    ...columnsSql('steps', ['step', 'reached']),
    named(shareOf('first'), 'share_of_first'),
    named(shareOf('previous'), 'share_of_previous'),
    named(sql.id('steps', 'median'), 'median_days'),
  ];
  const order = [...memberOf(plan), 'position'].map((name) => sql`${sql.id('steps', name)} ASC NULLS LAST`);
  return dialect.compile(sql`${selectSql(columns, stepsSql(plan, dialect), 'steps')}
ORDER BY ${sql.join(order)}
${dialect.page(plan.limit + 1, 0)}`);
}
