import { sql } from 'kysely';
import type { Dialect, Sql } from '../dialects/dialect.ts';
import type { Statement } from '../dialects/statement.ts';
import type { CheckedAmounts, CurrenciesPlan, PlanFact } from '../plan/plan.ts';
import type { BaseAggregate } from '../plan/measures.ts';
import { expressionSql } from './fragments/expression.ts';
import { keySql } from './fragments/field.ts';
import { fromSql } from './fragments/source.ts';
import { computedJoins } from './grouping/passing-groups.ts';

interface Checked {
  fact: PlanFact;
  amounts: CheckedAmounts;
  /** The fields that groups are of, by name. */
  set: readonly string[];
  dialect: Dialect;
}

/** FROM and WHERE of the rows with amounts, joined to what these columns need. */
function rowsOf({ fact, amounts, set, dialect }: Checked): Sql {
  const { where, rate, currency } = amounts;
  const needed: BaseAggregate = { name: 'checked', kind: 'max', value: rate ? { ...rate, at: 0 } : currency, where };
  const joins = computedJoins(fact, [needed], new Set(set), 'filter', dialect);
  return sql`${fromSql(fact.source, [fact.filter], dialect, joins)} AND ${expressionSql(where, dialect)}`;
}

const codeOf = ({ amounts, dialect }: Checked): Sql => dialect.cast(expressionSql(amounts.currency, dialect), 'string');

/** For each currency: its rows, those without a rate, the first such day, and the day of the last rate. */
function ratesSql(checked: Checked, rate: NonNullable<CheckedAmounts['rate']>): Sql {
  const { dialect, amounts } = checked;
  const unrated = sql`${expressionSql({ ...rate, at: 0 }, dialect)} IS NULL`;
  const rated = expressionSql({ ...rate, take: 'day', at: 0 }, dialect);
  return sql`SELECT ${dialect.cast(sql`${amounts.aggregate}`, 'string')} AS "aggregate", ${codeOf(checked)} AS "currency", COUNT(*) AS "rows", COUNT(CASE WHEN ${unrated} THEN 1 END) AS "unrated", MIN(CASE WHEN ${unrated} THEN ${expressionSql(rate.day, dialect)} END) AS "first", MAX(${rated}) AS "last", 0 AS "mixed"
  ${rowsOf(checked)}
  GROUP BY 2`;
}

/** For each currency: its rows, and the groups in which there are rows of others, too. */
function mixedSql(checked: Checked): Sql {
  const { fact, set, dialect, amounts } = checked;
  const fields = fact.fields.filter(({ name }) => set.includes(name));
  const keys = fields.map((field, place) => sql`${keySql(field, dialect)} AS ${sql.id(`key ${place}`)}`);
  const own = fields.map((_, place) => sql.id(`key ${place}`));
  const window = own.length === 0 ? sql.raw('') : sql`PARTITION BY ${sql.join(own)}`;
  const groups = sql.raw(Array.from({ length: fields.length + 1 }, (_, place) => place + 1).join(', '));
  const none = dialect.cast(sql.raw('NULL'), 'date');
  return sql`SELECT ${dialect.cast(sql`${amounts.aggregate}`, 'string')} AS "aggregate", "currency" AS "currency", ${dialect.cast(sql`SUM("rows")`, 'integer')} AS "rows", 0 AS "unrated", ${none} AS "first", ${none} AS "last", COUNT(CASE WHEN "codes" > 1 THEN 1 END) AS "mixed"
  FROM (SELECT "counted".*, COUNT(*) OVER (${window}) AS "codes" FROM (
  SELECT ${sql.join([...keys, sql`${codeOf(checked)} AS "currency"`, sql.raw('COUNT(*) AS "rows"')])}
  ${rowsOf(checked)}
  GROUP BY ${groups}) AS "counted") AS "grouped"
  GROUP BY "currency"`;
}

/** A row for each check of amounts, set of fields and currency. */
export function currenciesSql({ facts, sets }: CurrenciesPlan, dialect: Dialect): Statement {
  const selects = facts.flatMap((fact) =>
    (fact.amounts ?? []).flatMap((amounts) =>
      sets.map((set) => {
        const checked = { fact, amounts, set, dialect };
        return amounts.rate ? ratesSql(checked, amounts.rate) : mixedSql(checked);
      }),
    ),
  );
  return dialect.compile(sql`${sql.join(selects, sql.raw('\nUNION ALL\n'))}\nORDER BY 1, 2`);
}
