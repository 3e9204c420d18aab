import type { Averaged, LocalizedText, QueryResult } from '@rise/contract';
import type { TFunction } from 'i18next';
import { formatDay } from '../../dates/dates.ts';

type OfDate = Averaged['dates'][number];

/** One sentence about average balances: a text of `report.averages` and its values, but for the figures it is about. */
interface Statement {
  key: 'both' | 'periodEnd' | 'some' | 'member';
  date: string;
  prior: string;
  count: number;
  rows: number;
}

/** What there is to say about the average balances of one date. */
function statementsOf({ date, priorYearEnd: prior, rows, withoutPrior, member }: OfDate): Statement[] {
  const of = { date, prior };
  const all = rows + (member?.rows ?? 0);
  const lacking = withoutPrior + (member?.withoutPrior ?? 0);
  if (lacking === 0) return [{ ...of, key: 'both', count: 0, rows: 0 }];
  if (lacking === all) return [{ ...of, key: 'periodEnd', count: 0, rows: 0 }];
  return [
    ...(withoutPrior > 0 ? [{ ...of, key: 'some' as const, count: withoutPrior, rows }] : []),
    ...(member && member.withoutPrior > 0 ? [{ ...of, key: 'member' as const, count: 0, rows: 0 }] : []),
  ];
}

/** Whether a figure, or some of the rows behind it, has the balance of one date instead of the average. */
export const lacksAverage = (dates: Averaged['dates']): boolean =>
  dates.some(({ withoutPrior, member }) => withoutPrior + (member?.withoutPrior ?? 0) > 0);

const TEXTS = {
  both: 'report.averages.both',
  periodEnd: 'report.averages.periodEnd',
  some: 'report.averages.some',
  member: 'report.averages.member',
} as const satisfies Record<Statement['key'], string>;

interface Language {
  t: TFunction;
  language: string;
}

function sentence(
  { key, date, prior, count, rows }: Statement,
  figures: string | null,
  { t, language }: Language,
): string {
  const values = {
    date: formatDay(date, language),
    prior: formatDay(prior, language),
    count,
    rows: rows.toLocaleString(language),
  };
  const text = t(TEXTS[key], values);
  return figures === null ? text : `${figures}: ${text}`;
}

/** The sentences about one figure's average balances; the last date first. */
export const averageSentences = (dates: Averaged['dates'], language: Language): string[] =>
  dates.toReversed().flatMap((of) => statementsOf(of).map((item) => sentence(item, null, language)));

/** The average balances of results, each column once: of several results, those of the one with the most rows. */
function columnsOf(results: readonly QueryResult[]): Averaged[] {
  const columns = new Map<string, Averaged>();
  const rowsOf = ({ dates }: Averaged) => dates.reduce((sum, { rows }) => sum + rows, 0);
  for (const item of results.flatMap(({ meta }) => meta.averages)) {
    const known = columns.get(item.column);
    if (!known || rowsOf(item) > rowsOf(known)) columns.set(item.column, item);
  }
  return [...columns.values()];
}

/** The sentences about a tile's average balances, figures of which the same holds in one; `titleOf` names a column. */
export function tileSentences(
  results: readonly QueryResult[],
  titleOf: (column: string, result: QueryResult | undefined) => string,
  language: Language,
): string[] {
  const figures = new Map<string, { statement: Statement; titles: string[] }>();
  for (const { column, dates } of columnsOf(results))
    for (const statement of dates.toReversed().flatMap(statementsOf)) {
      const key = JSON.stringify(statement);
      const known = figures.get(key) ?? { statement, titles: [] };
      known.titles.push(
        titleOf(
          column,
          results.find(({ columns }) => columns.some(({ name }) => name === column)),
        ),
      );
      figures.set(key, known);
    }
  return [...figures.values()].map(({ statement, titles }) => sentence(statement, titles.join(', '), language));
}

/** The longest that may be said about figures of a date, to reserve its place while they load. */
export function longestSentence(titles: readonly string[], date: string, language: Language): string {
  const prior = `${Number(date.slice(0, 4)) - 1}-12-31`;
  return sentence({ key: 'periodEnd', date, prior, count: 0, rows: 0 }, titles.join(', '), language);
}

/** The title of a column of a result. */
export const columnTitle = (result: QueryResult | undefined, column: string): LocalizedText | undefined =>
  result?.columns.find(({ name }) => name === column)?.title;

/** The average balances of one measure among a tile's results. */
export const averagesOf = (result: QueryResult | undefined, measure: string): Averaged['dates'] =>
  result?.meta.averages.find(({ column }) => column === measure)?.dates ?? [];
