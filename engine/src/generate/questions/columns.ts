import { sql } from 'kysely';
import type { Sql } from '../../dialects/dialect.ts';
import { isShare } from '../columns.ts';
import type { ColumnProfile } from '../profile.ts';
import { nameFrom } from '../titles.ts';
import {
  columnIn,
  dialectOf,
  dimensionMember,
  isNumeric,
  measureMember,
  referTo,
  rowsOf,
  selectRows,
} from './context.ts';
import type { OpenQuestion, QuestionContext } from './context.ts';

/** How a share may be written: what it is divided by to be a fraction. */
const SCALES = [
  { id: 'fraction', by: 1 },
  { id: 'percent', by: 100 },
  { id: 'basis_points', by: 10_000 },
] as const;

/** Shares of which the rows do not say whether they are fractions, percent or hundredths of it. */
export async function askRates(context: QuestionContext): Promise<OpenQuestion[]> {
  const { table, guesses } = context;
  const rates = table.columns.filter(
    (column) => isNumeric(column) && isShare(column.name) && guesses.get(column.name)?.as === 'measure',
  );
  if (rates.length === 0) return [];
  const dialect = dialectOf(context);
  const medians = rates.map(({ name }) => dialect.quantile(dialect.toDouble(columnIn(context, name)), 0.5));
  const [row = []] = await selectRows(context, medians, rowsOf(context));
  return rates.map(({ name: column, least, greatest }, place): OpenQuestion => {
    const most = Math.max(Math.abs(Number(least)), Math.abs(Number(greatest)));
    return {
      kind: 'rate',
      column,
      replaces: true,
      evidence: { least: Number(least), median: Number(row[place] ?? 0), greatest: Number(greatest) },
      recommended: (SCALES.find(({ by }) => most <= by) ?? { id: 'number' }).id,
      answers({ free }) {
        const base = { column, name: free(nameFrom(column)), kind: 'average' } as const;
        const percent = { unit: 'percent', decimals: 2 };
        return [
          ...SCALES.map(({ id, by }) => {
            const expression = by === 1 ? referTo(column) : `${referTo(column)} / ${by}`;
            return { id, members: [measureMember(context, { ...base, expression, format: percent })] };
          }),
          { id: 'number', members: [measureMember(context, { ...base, format: { unit: 'number', decimals: 2 } })] },
        ];
      },
    };
  });
}

/** A code has at most so many values. */
const CODES = 50;

/** Figures of which neither name nor rows say whether they add up. */
export function askNumbers(context: QuestionContext): OpenQuestion[] {
  const { table, guesses } = context;
  return table.columns
    .filter(({ name }) => guesses.get(name)?.as === 'question')
    .map(({ name: column, type, distinct, least, greatest }): OpenQuestion => {
      const few = type === 'integer' && distinct <= CODES;
      return {
        kind: 'number',
        column,
        replaces: true,
        evidence: { distinct, least: Number(least), greatest: Number(greatest) },
        recommended: few ? 'code' : 'leave_out',
        answers({ free }) {
          const base = { column, name: free(nameFrom(column)) };
          return [
            { id: 'sum', members: [measureMember(context, { ...base, kind: 'sum' })] },
            { id: 'average', members: [measureMember(context, { ...base, kind: 'average' })] },
            { id: 'code', members: [dimensionMember(context, base)] },
            { id: 'leave_out', members: [] },
          ];
        },
      };
    });
}

const YEARS = { from: 1900, to: 2100 };
const SENTINELS = new Set([0, -1, -9, -99, -999, 99, 999, 9999, 99_999, 999_999, 9_999_999, 99_999_999]);

/** A value at the end of a column's range that stands for no value. */
function sentinelOf(
  { type, least, greatest }: ColumnProfile,
  isYear: boolean,
): { value: string; isDay: boolean } | null {
  if (type === 'date' || type === 'timestamp') {
    const [first, last] = [String(least).slice(0, 10), String(greatest).slice(0, 10)];
    if (last >= '2200-01-01') return { value: last, isDay: true };
    return first <= '1900-01-01' ? { value: first, isDay: true } : null;
  }
  const [first, last] = [Number(least), Number(greatest)];
  if (isYear && (first === 0 || SENTINELS.has(first))) return { value: String(first), isDay: false };
  if (isYear && last > YEARS.to && SENTINELS.has(last)) return { value: String(last), isDay: false };
  return first < 0 && SENTINELS.has(first) ? { value: String(first), isDay: false } : null;
}

/** Values that stand for no value: year 0, −1, 9999-12-31. */
export async function askSentinels(context: QuestionContext): Promise<OpenQuestion[]> {
  const { table, guesses, day } = context;
  const questions: OpenQuestion[] = [];
  for (const column of table.columns) {
    const { name, type, distinct } = column;
    const guess = guesses.get(name);
    if (name === day?.name || distinct < 3 || (guess?.as !== 'dimension' && guess?.as !== 'measure')) continue;
    if (!isNumeric(column) && type !== 'date' && type !== 'timestamp') continue;
    const isYear = type === 'integer' && /year|yil|jahr/i.test(name);
    const sentinel = sentinelOf(column, isYear);
    if (!sentinel) continue;
    const text = dialectOf(context).cast(
      columnIn(context, name),
      type === 'timestamp' ? 'date' : type === 'integer' ? 'integer' : 'string',
    );
    const literal = sql.lit(sentinel.value);
    const value: Sql = dialectOf(context).cast(text, 'string');
    const others = sql`CASE WHEN ${value} <> ${literal} THEN ${columnIn(context, name)} END`;
    const [row = []] = await selectRows(
      context,
      [sql`SUM(CASE WHEN ${value} = ${literal} THEN 1 ELSE 0 END)`, sql`MIN(${others})`, sql`MAX(${others})`],
      rowsOf(context),
    );
    const [count, least, greatest] = [Number(row[0] ?? 0), row[1] ?? '', row[2] ?? ''];
    // The only negative value, or a year among years: otherwise it is a value like the others.
    const stands = sentinel.isDay || (isYear ? isYearRange(least, greatest) : Number(least) >= 0);
    if (count === 0 || !stands) continue;
    questions.push(toSentinelQuestion(context, column, { ...sentinel, count, least, greatest }));
  }
  return questions;
}

const isYearRange = (least: string, greatest: string): boolean =>
  Number(least) >= YEARS.from - 200 && Number(greatest) <= YEARS.to;

function toSentinelQuestion(
  context: QuestionContext,
  { name: column }: ColumnProfile,
  found: { value: string; isDay: boolean; count: number; least: string; greatest: string },
): OpenQuestion {
  const guess = context.guesses.get(column);
  const { value, isDay, count, least, greatest } = found;
  const length = isDay ? '9999-12-31'.length : 20;
  return {
    kind: 'sentinel',
    column,
    replaces: true,
    evidence: { value, count, least: least.slice(0, length), greatest: greatest.slice(0, length) },
    recommended: 'missing',
    answers({ free }) {
      const base = { column, name: free(nameFrom(column)) };
      const expression = `NULLIF(${referTo(column)}, ${isDay ? `DATE '${value}'` : value})`;
      const member = (more: object) =>
        guess?.as === 'measure'
          ? measureMember(context, { ...base, kind: guess.kind, ...more })
          : dimensionMember(context, { ...base, ...more });
      return [
        { id: 'missing', members: [member({ expression })] },
        { id: 'value', members: [member({})] },
      ];
    },
  };
}
