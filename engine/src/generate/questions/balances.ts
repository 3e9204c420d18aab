import { sql } from 'kysely';
import { isNamedAfter } from '../joins.ts';
import { tuplesOf } from '../profile.ts';
import { standsOnDay } from '../columns.ts';
import { nameFrom } from '../titles.ts';
import { columnIn, dialectOf, isNumeric, measureMember, rowsOf, selectRows } from './context.ts';
import type { OpenQuestion, QuestionContext } from './context.ts';
import { isCalledIdentifier } from '../../profiles/column-words.ts';

/** Share of rows from which a column is taken to run along another one's amounts; by chance it is about 0. */
const RUNS = 0.3;
const NEARLY_ALL = 0.9;
/** Columns that are compared with each other. */
const MOST = 6;
const MOST_SNAPSHOTS = 10;

export interface RunningBalance {
  readonly balance: string;
  readonly amount: string;
  readonly holder: string;
  readonly share: number;
}

/** Columns with values that repeat, of which each may have a balance: what they name is joined, or called an identifier. */
function holdersOf({ tables, table, day }: QuestionContext): string[] {
  const joined = new Set((tables.joins.get(table.name) ?? []).map(({ column }) => column));
  const key = tables.keys.get(table.name);
  return table.columns
    .filter(({ name, type, distinct, filled }) => {
      const named = joined.has(name) || isCalledIdentifier(name);
      const repeats = distinct > 1 && distinct * 2 <= filled;
      return named && repeats && name !== key && name !== day?.name && (type === 'integer' || type === 'string');
    })
    .map(({ name }) => name)
    .slice(0, 3);
}

/** The column that changes by the amounts of another one, from each row of a holder to its next. */
export async function findRunningBalance(context: QuestionContext): Promise<RunningBalance | null> {
  const { tables, table, day, guesses } = context;
  if (!day || day.distinct < 2) return null;
  const dialect = dialectOf(context);
  const isFigure = (name: string) => ['measure', 'question'].includes(guesses.get(name)?.as ?? '');
  const figures = table.columns
    .filter((column) => isNumeric(column) && column.distinct > 20 && isFigure(column.name))
    .slice(0, MOST)
    .map(({ name }) => name);
  if (figures.length < 2) return null;
  const key = tables.keys.get(table.name);
  let best: RunningBalance | null = null;
  for (const holder of holdersOf(context)) {
    const order = [day.name, ...(key === undefined ? [] : [key])].map((name) => columnIn(context, name));
    const window = sql`PARTITION BY ${columnIn(context, holder)} ORDER BY ${sql.join(order)}`;
    const parts = figures.flatMap((name, place) => {
      const value = dialect.toDouble(columnIn(context, name));
      const next = dialect.next(value, window);
      return [sql`${next} AS ${sql.id(`n${place}`)}`, sql`${next} - ${value} AS ${sql.id(`d${place}`)}`];
    });
    const pairs = figures.flatMap((balance, one) =>
      figures.flatMap((amount, two) => (one === two ? [] : [{ balance, amount, one, two }])),
    );
    const shares = pairs.map(({ one, two }) => {
      const [change, next] = [sql.id(`d${one}`), sql.id(`n${two}`)];
      return sql`AVG(CASE WHEN ${change} IS NULL THEN NULL WHEN ${change} <> 0 AND ABS(ABS(${change}) - ABS(${next})) < 0.005 THEN 1.0 ELSE 0.0 END)`;
    });
    const [row = []] = await selectRows(
      context,
      shares,
      sql`FROM (SELECT ${sql.join(parts)} ${rowsOf(context)}) AS "steps"`,
    );
    for (const [place, { balance, amount }] of pairs.entries()) {
      const share = Number(row[place] ?? 0);
      if (share >= RUNS && share > (best?.share ?? 0)) best = { balance, amount, holder, share };
    }
  }
  return best;
}

export function askRunningBalance(
  context: QuestionContext,
  { balance, amount, holder, share }: RunningBalance,
): OpenQuestion {
  const { tables, table, day } = context;
  const order = tables.keys.get(table.name);
  return {
    kind: 'running_balance',
    column: balance,
    replaces: true,
    evidence: { share, amount, holder, rows: table.rows },
    recommended: 'last_known',
    answers({ dimensionOf, free }) {
      const name = free(nameFrom(balance));
      const base = { column: balance, name, kind: 'sum' } as const;
      const time = dimensionOf(day!.name);
      const over = { time, take: 'last', per: dimensionOf(holder), ...(order !== undefined && { order }) };
      const definition = {
        en: `Each ${holder}'s last known ${balance}, added up.`,
        tr: `Her ${holder} için bilinen son ${balance} değerinin toplamı.`,
      };
      return [
        { id: 'last_known', members: [measureMember(context, { ...base, over, definition })] },
        { id: 'sum', members: [measureMember(context, base)] },
        { id: 'leave_out', members: [] },
      ];
    },
  };
}

/** Sums of a table that has one row for a holder and day: they are not added up over days. */
export async function askSnapshots(context: QuestionContext, running: string | undefined): Promise<OpenQuestion[]> {
  const { warehouse, tenant, tables, table, day, guesses } = context;
  const key = tables.keys.get(table.name);
  if (!day || day.distinct < 2 || (key !== undefined && isNamedAfter(key, table.name))) return [];
  for (const holder of holdersOf(context)) {
    const pairs = await tuplesOf(warehouse, tenant, { table: table.name, columns: [holder, day.name] });
    if (pairs < table.rows) continue;
    const holders = table.columns.find(({ name }) => name === holder)!.distinct;
    const coverage = table.rows / (holders * day.distinct);
    const isSum = (name: string) => {
      const guess = guesses.get(name);
      return guess?.as === 'measure' && guess.kind === 'sum';
    };
    const everyDay = coverage >= NEARLY_ALL;
    return table.columns
      .filter(({ name }) => name !== running && isSum(name))
      .slice(0, MOST_SNAPSHOTS)
      .map(({ name: column }) => ({
        kind: 'snapshot',
        column,
        replaces: true,
        evidence: { holder, day: day.name, days: day.distinct, coverage },
        recommended: everyDay ? 'last_day' : standsOnDay(column) ? 'last_known' : 'sum',
        answers({ dimensionOf, free }) {
          const base = { column, name: free(nameFrom(column)), kind: 'sum' } as const;
          const last = { time: dimensionOf(day.name), take: 'last' };
          const perHolder = { ...last, per: dimensionOf(holder) };
          return [
            { id: 'last_day', members: [measureMember(context, { ...base, over: last })] },
            { id: 'last_known', members: [measureMember(context, { ...base, over: perHolder })] },
            { id: 'sum', members: [measureMember(context, base)] },
          ];
        },
      }));
  }
  return [];
}
