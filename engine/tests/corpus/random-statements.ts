import type { dice } from '../support/random-queries.ts';

type Dice = ReturnType<typeof dice>;

/** Values of one row, with the aliases of `branch` and of `balance`. */
const CELLS = ['b.branch_id', 'b.name', 'b.grade', 'b.open', 'b.day', 'm.assets', 'm.worth', 'm.lost'] as const;
const VALUES = [
  ...CELLS,
  'b.grade * 2 + 1',
  "coalesce(b.name, 'none')",
  'm.assets - m.lost',
  "CASE WHEN m.worth < 0 THEN 'under' ELSE 'over' END",
  "date_trunc('month', b.day)",
  'year(b.day)',
  'TRY_CAST(b.name AS INTEGER)',
  'length(b.name)',
  '(SELECT count(*) FROM branch x WHERE x.grade = b.grade)',
  '(SELECT max(y.assets) FROM balance y)',
];
const CONDITIONS = [
  'b.grade > 1',
  'b.grade IS NULL OR b.open',
  'm.assets BETWEEN 100 AND 3000',
  "b.name LIKE '%a%'",
  'NOT coalesce(b.open, FALSE)',
  "b.day >= DATE '2025-02-01'",
  'b.branch_id IN (SELECT branch_id FROM balance WHERE worth > 0)',
  'b.branch_id NOT IN (SELECT branch_id FROM branch WHERE grade = 2)',
  'EXISTS (SELECT 1 FROM balance x WHERE x.branch_id = b.branch_id AND x.lost > 100)',
  'm.worth > (SELECT avg(worth) FROM balance)',
  'TRUE',
];
const AGGREGATES = [
  'count(*)',
  'count(b.name)',
  'sum(m.assets)',
  'min(m.worth)',
  'max(b.name)',
  'count(DISTINCT b.grade)',
  'median(m.assets)',
  'bool_or(b.open)',
  "string_agg(b.branch_id, ',' ORDER BY b.branch_id)",
  'sum(m.assets) FILTER (WHERE b.open)',
];
const WINDOWS = [
  'row_number() OVER (ORDER BY b.branch_id)',
  'sum(m.assets) OVER (PARTITION BY b.grade)',
  'lag(b.name) OVER (ORDER BY b.branch_id)',
  'count(*) OVER ()',
  'rank() OVER (ORDER BY b.grade)',
];
const JOINS = [
  'branch b JOIN balance m ON m.branch_id = b.branch_id',
  'branch b LEFT JOIN balance m USING (branch_id)',
  'branch b FULL JOIN balance m ON m.branch_id = b.branch_id AND m.assets > 500',
  '(SELECT * FROM branch WHERE grade < 4) b, (SELECT * FROM balance) m',
  'branch b CROSS JOIN (SELECT * FROM balance ORDER BY branch_id LIMIT 3) m',
];

function some({ roll, pick }: Dice, from: readonly string[]): string[] {
  return [...new Set(Array.from({ length: 1 + roll(3) }, () => pick(from)))];
}

/** Differences in syntax between the engines. */
export interface Words {
  of(sql: string): string;
  /** GROUP BY of the first `columns` columns. */
  groupBy(columns: number): string;
}
export const DUCKDB: Words = { of: (sql) => sql, groupBy: () => 'ALL' };
export const CLICKHOUSE: Words = {
  of: (sql) =>
    sql
      .replace('TRY_CAST(b.name AS INTEGER)', 'toInt64OrNull(b.name)')
      .replace('median(m.assets)', 'quantileExactInclusive(0.5)(m.assets)')
      .replace('bool_or(', 'max(')
      .replace(
        "string_agg(b.branch_id, ',' ORDER BY b.branch_id)",
        "arrayStringConcat(arraySort(groupArray(b.branch_id)), ',')",
      ),
  groupBy: () => 'ALL',
};
export const POSTGRES: Words = {
  of: (sql) =>
    sql
      .replace('year(b.day)', 'EXTRACT(year FROM b.day)')
      .replace('TRY_CAST(b.name AS INTEGER)', () => "CASE WHEN b.name ~ '^[0-9]+$' THEN b.name::int END")
      .replace('median(m.assets)', 'percentile_cont(0.5) WITHIN GROUP (ORDER BY m.assets)'),
  groupBy: (columns) => Array.from({ length: columns }, (_, index) => index + 1).join(', '),
};

/** A random but plausible statement over `branch` and `balance`; its result does not depend on the order of rows. */
export function someStatement(random: Dice, words = DUCKDB): string {
  const { roll, pick } = random;
  const from = pick(JOINS);
  const where = some(random, CONDITIONS).join(pick([' AND ', ' OR ']));
  const named = (values: string[]) => values.map((value, index) => `${words.of(value)} AS c${index}`).join(', ');
  const inner = (() => {
    switch (roll(4)) {
      case 0:
        return `SELECT ${named(some(random, VALUES))} FROM ${from} WHERE ${where}`;
      case 1: {
        const keys = some(random, VALUES.slice(0, 9));
        const figures = some(random, AGGREGATES);
        return `SELECT ${named([...keys, ...figures])} FROM ${from} WHERE ${where} GROUP BY ${words.groupBy(keys.length)}`;
      }
      case 2:
        return `SELECT ${named(some(random, AGGREGATES))} FROM ${from} WHERE ${where}`;
      default:
        return `SELECT ${named(['b.branch_id', ...some(random, WINDOWS)])} FROM branch b JOIN balance m USING (branch_id) WHERE ${where}`;
    }
  })();
  switch (roll(5)) {
    case 0:
      return `WITH x AS (${inner}) SELECT count(*), count(c0), min(c0::VARCHAR), max(c0::VARCHAR) FROM x`;
    case 1:
      return `SELECT * FROM (${inner}) x UNION ALL SELECT * FROM (${inner}) y`;
    case 2:
      return `SELECT c0, count(*) FROM (${inner}) x GROUP BY c0 HAVING count(*) >= ${1 + roll(2)}`;
    case 3:
      return `(${inner}) EXCEPT SELECT * FROM (${inner}) x WHERE c0 IS NULL`;
    default:
      return inner;
  }
}
