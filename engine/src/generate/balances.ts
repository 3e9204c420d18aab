import { sql } from 'kysely';
import type { Sql } from '../dialects/dialect.ts';
import { fromSql } from '../sql/fragments/source.ts';
import type { Warehouse } from '../warehouses/warehouses.ts';
import { standsOnDay } from './columns.ts';
import { isNamedAfter } from './joins.ts';
import type { Tables } from './joins.ts';
import { firstRow, request } from './profile.ts';
import type { ColumnProfile, TableProfile } from './profile.ts';

/** What a balance belongs to, as the rows of its table show. */
export type Balance =
  /** Of what `per` identifies, from its day until the next row of it; `order` orders rows of a day. */
  | { readonly as: 'last known'; readonly per: string; readonly order: string | null; readonly why: string }
  /** All of them on each day. */
  | { readonly as: 'last day'; readonly why: string }
  /** Of the row itself. */
  | { readonly as: 'sum'; readonly why: string }
  | { readonly as: 'question'; readonly why: string };

/** Share of rows for which a property has to hold to be believed. */
const MOST = 0.5;
const NEARLY_ALL = 0.9;

const isNumeric = ({ type }: ColumnProfile) => type === 'decimal' || type === 'number' || type === 'integer';

/** Looks at each balance of a table, by column: whether it runs along an account's bookings, or stands on every day. */
export async function judgeBalances(
  warehouse: Warehouse,
  tenant: string,
  { keys, joins }: Tables,
  { table, day }: { table: TableProfile; day: ColumnProfile | undefined },
): Promise<Map<string, Balance>> {
  const { dialect } = warehouse;
  const key = keys.get(table.name);
  const own = (name: string) => sql.id(table.name, name);
  const from = fromSql({ table: table.name, joins: [], tenant, rules: null }, [], dialect);
  const selectCounts = (columns: readonly Sql[], source: Sql) =>
    firstRow(
      warehouse,
      request(
        dialect,
        columns.map((column) => dialect.cast(column, 'string')),
        source,
      ),
    );
  const holders = (joins.get(table.name) ?? [])
    .map(({ column }) => table.columns.find(({ name }) => name === column)!)
    .filter(({ distinct, filled }) => distinct * 2 <= filled);

  const followsAmounts = async (balance: string, holder: string, amounts: readonly string[]): Promise<boolean> => {
    const order = [day!.name, ...(key === undefined ? [] : [key])].map(own);
    const window = sql`PARTITION BY ${own(holder)} ORDER BY ${sql.join(order)}`;
    const double = (name: string) => dialect.toDouble(own(name));
    const change = sql`(${dialect.next(double(balance), window)} - ${double(balance)})`;
    const same = amounts.map((name) => sql`ABS(ABS(${change}) - ABS(${dialect.next(double(name), window)})) < 0.005`);
    const pairs = sql`(SELECT ${change} AS "change", CASE WHEN ${sql.join(same, sql.raw(' OR '))} THEN 1 ELSE 0 END AS "same" ${from}) AS "pairs"`;
    const [counted, explained] = await selectCounts(
      [sql`COUNT("change")`, sql`SUM(CASE WHEN "change" IS NOT NULL THEN "same" ELSE 0 END)`],
      sql`FROM ${pairs}`,
    );
    return Number(counted) > 0 && Number(explained) / Number(counted) >= MOST;
  };
  const hasEveryDay = async (holder: ColumnProfile): Promise<boolean | null> => {
    const grouped = sql`(SELECT ${own(day!.name)} AS "day", COUNT(*) AS "rows", COUNT(DISTINCT ${own(holder.name)}) AS "holders" ${from} GROUP BY ${own(day!.name)}) AS "days"`;
    const [repeated, average] = await selectCounts(
      [sql`SUM(CASE WHEN "rows" > "holders" THEN 1 ELSE 0 END)`, sql`AVG(${dialect.toDouble(sql.id('holders'))})`],
      sql`FROM ${grouped}`,
    );
    if (Number(repeated) > 0) return null;
    return Number(average) / holder.distinct >= NEARLY_ALL;
  };

  const judge = async ({ name }: ColumnProfile): Promise<Balance> => {
    const dated = day !== undefined && day.distinct > 1;
    if (dated) {
      const amounts = table.columns.filter(
        (column) => isNumeric(column) && column.name !== name && column.distinct > 20,
      );
      for (const holder of holders) {
        const named = amounts.map((column) => column.name).filter((column) => column !== key && column !== holder.name);
        if (named.length > 0 && (await followsAmounts(name, holder.name, named.slice(0, 3))))
          return {
            as: 'last known',
            per: holder.name,
            order: key ?? null,
            why: `changes by the amounts of each ${holder.name}, so it is the balance of ${holder.name} after each row`,
          };
      }
    }
    if (key !== undefined && isNamedAfter(key, table.name))
      return { as: 'sum', why: `each row is one ${table.name} with a balance of its own` };
    for (const holder of dated ? holders : []) {
      const everyDay = await hasEveryDay(holder);
      if (everyDay === null) continue;
      return everyDay
        ? {
            as: 'last day',
            why: `each ${holder.name} has a row on nearly every day; balances are not added up over days`,
          }
        : {
            as: 'last known',
            per: holder.name,
            order: null,
            why: `each ${holder.name} has a row on some days, and its balance until the next`,
          };
    }
    return { as: 'question', why: 'nothing in the rows shows whose balance it is, and until when' };
  };
  const balances = table.columns.filter((column) => isNumeric(column) && column.filled > 0 && standsOnDay(column.name));
  const judged = new Map<string, Balance>();
  for (const column of balances) judged.set(column.name, await judge(column));
  return judged;
}
