import { sql } from 'kysely';
import type { Dialect, Sql } from '../../dialects/dialect.ts';

/** Powers of e beyond which doubles overflow, and below which some engines refuse them as too small. */
const MOST_E = sql.raw('709');
const LEAST_E = sql.raw('-700');

type Compose = (values: Sql[], dialect: Dialect) => Sql;

const one = sql.raw('1');
const three = sql.raw('3');
const thursdayOf = (day: Sql, dialect: Dialect): Sql => dialect.addTime(dialect.startOf('week', day), three, 'day');

function power(values: Sql[], dialect: Dialect): Sql {
  const [base, exponent] = values.map((value) => dialect.toDouble(value)) as [Sql, Sql];
  const size = sql`${exponent} * ${dialect.call('ln', [sql`NULLIF(ABS(${base}), 0)`])}`;
  return sql`(CASE WHEN ${base} = 0 THEN CASE WHEN ${exponent} > 0 THEN ${dialect.toDouble(sql.raw('0'))} WHEN ${exponent} = 0 THEN ${dialect.toDouble(one)} END WHEN ${base} < 0 AND ${exponent} <> FLOOR(${exponent}) THEN NULL WHEN ${size} > ${MOST_E} THEN NULL WHEN ${size} < ${LEAST_E} THEN ${dialect.toDouble(sql.raw('0'))} ELSE ${dialect.call('power', [base, exponent])} END)`;
}

/** Composed from others in every dialect alike. Where a function is not defined, its value is null. */
const COMPOSED: Record<string, Compose> = {
  ends_with: ([text, part], dialect) =>
    dialect.call('starts_with', [dialect.call('reverse', [text!]), dialect.call('reverse', [part!])]),
  clamp: ([value, least, most], dialect) =>
    sql`(CASE WHEN ${value!} IS NOT NULL THEN ${dialect.call('least', [dialect.call('greatest', [value!, least!]), most!])} END)`,
  sqrt: ([value], dialect) =>
    dialect.call('sqrt', [sql`(CASE WHEN ${value!} >= 0 THEN ${dialect.toDouble(value!)} END)`]),
  ln: ([value], dialect) => dialect.call('ln', [sql`(CASE WHEN ${value!} > 0 THEN ${dialect.toDouble(value!)} END)`]),
  log10: ([value], dialect) =>
    dialect.call('log10', [sql`(CASE WHEN ${value!} > 0 THEN ${dialect.toDouble(value!)} END)`]),
  exp: ([value], dialect) => {
    const exponent = sql`(CASE WHEN ${value!} BETWEEN ${LEAST_E} AND ${MOST_E} THEN ${dialect.toDouble(value!)} END)`;
    return sql`(CASE WHEN ${value!} < ${LEAST_E} THEN ${dialect.toDouble(sql.raw('0'))} ELSE ${dialect.call('exp', [exponent])} END)`;
  },
  power,
  weekday: ([day], dialect) => sql`(${dialect.timeBetween('day', dialect.startOf('week', day!), day!)} + 1)`,
  hour: ([time], dialect) => dialect.call('hour', [dialect.cast(time!, 'timestamp')]),
  minute: ([time], dialect) => dialect.call('minute', [dialect.cast(time!, 'timestamp')]),
  iso_year: ([day], dialect) => dialect.call('year', [thursdayOf(day!, dialect)]),
  // The week of 4 January is the first of its year.
  iso_week: ([day], dialect) => {
    const fourth = dialect.addTime(dialect.startOf('year', thursdayOf(day!, dialect)), three, 'day');
    return sql`(${dialect.timeBetween('week', fourth, day!)} + 1)`;
  },
};

/** The SQL of a function that is composed from others; null if the dialects have it themselves. */
export function composedCall(name: string, values: Sql[], dialect: Dialect): Sql | null {
  return Object.hasOwn(COMPOSED, name) ? COMPOSED[name]!(values, dialect) : null;
}
