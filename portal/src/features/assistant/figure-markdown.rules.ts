import type { Cell, LocalizedText, QueryResult, QuestionReading } from '@rise/contract';
import type { WriteFigure } from '@rise/ui';
import { formatDay } from '../../dates/dates.ts';
import { escapeMarkdown } from './conversation-file.ts';
import {
  cellText,
  figureOf,
  memberRows,
  type ShownColumn,
  shownColumns,
  subtotalRows,
  withRanges,
  type Words,
} from './figure-rows.rules.ts';

/** Rows of one answer in a file. */
export const MOST_FILE_ROWS = 1000;

interface FigureWords extends Words {
  readonly figure: WriteFigure;
  readonly localize: (text: LocalizedText) => string;
}

/** The figures of an answer for a file: all rows, with how the question was understood, definitions and the date. */
export function figureMarkdown(reading: QuestionReading, result: QueryResult, words: FigureWords): string {
  const { t, language } = words;
  const { asOf } = result.meta;
  const definitions = reading.parts.filter(({ definition }) => definition !== null);
  return [
    `**${escapeMarkdown(reading.title)}**`,
    ...(reading.query.kind === 'benchmark'
      ? [comparison(reading, result, words)]
      : table(reading, withRanges(result, reading, words), words)),
    `${t('assistant.figures.understood')}: ${reading.parts.map(({ meaning }) => escapeMarkdown(meaning)).join(' · ')}`,
    ...definitions.map(({ meaning, definition }) => `> ${escapeMarkdown(`${meaning}: ${definition!}`)}`),
    ...(asOf === null ? [] : [t('assistant.figures.asOf', { date: formatDay(asOf, language) })]),
  ].join('\n\n');
}

function table(reading: QuestionReading, result: QueryResult, words: FigureWords): string[] {
  const { t, figure, localize, language } = words;
  const columns = shownColumns(result, localize);
  const subtotals = subtotalRows(result);
  const rows = subtotals.length > 0 ? subtotals : memberRows(result);
  const write = (row: readonly Cell[], item: ShownColumn) => {
    const { format } = item.column;
    const text =
      item.isFigure && format
        ? figure(figureOf(row[item.place]), format)
        : cellText(row[item.place], item, reading, words);
    return escapeMarkdown(text.replaceAll(/\s+/g, ' '));
  };
  if (rows.length === 0) return [t('assistant.figures.none')];
  if (rows.length === 1 && columns.every(({ isFigure }) => isFigure))
    return [columns.map((item) => `${escapeMarkdown(item.title)}: **${write(rows[0]!, item)}**`).join('  \n')];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const shown = rows.slice(0, MOST_FILE_ROWS);
  const { totals } = result;
  const total =
    totals &&
    columns.map((item, at) => {
      if (item.isFigure) return write(totals, item);
      return at === 0 ? t('assistant.figures.together') : '';
    });
  const isCut = rows.length > shown.length || (result.meta.truncated && !isRanked(reading));
  const count = new Intl.NumberFormat(language).format(shown.length);
  return [
    [
      line(columns.map(({ title }) => escapeMarkdown(title))),
      line(columns.map(({ isFigure }) => (isFigure ? '--:' : '---'))),
      ...shown.map((row) => line(columns.map((item) => write(row, item)))),
      ...(total ? [line(total)] : []),
    ].join('\n'),
    ...(isCut ? [t('assistant.figures.cut', { count })] : []),
  ];
}

/** Of a ranking, the first rows are all that was asked for. */
export const isRanked = ({ query }: Pick<QuestionReading, 'query'>): boolean =>
  query.kind === 'aggregate' && query.order.length > 0;

function comparison(reading: QuestionReading, result: QueryResult, { t, figure }: FigureWords): string {
  const at = (name: string) => result.columns.findIndex((column) => column.name === name);
  const count = { unit: 'count' } as const;
  const lines = result.rows.map((row) => {
    const name = String(row[at('measure')]);
    const part = reading.parts.find(({ key }) => key === `measure:${name}`);
    const write = (column: string, format = part?.format ?? count) => figure(figureOf(row[at(column)]), format);
    const rank = t('assistant.figures.rank', { rank: write('rank', count), count: write('peers', count) });
    const median = t('assistant.figures.median', { value: write('median') });
    return `${escapeMarkdown(part?.meaning ?? name)}: **${write('value')}** · ${rank} · ${median}`;
  });
  return lines.join('  \n');
}
