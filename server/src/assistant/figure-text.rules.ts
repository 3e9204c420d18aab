import {
  ASSISTANT_LIMITS,
  localize,
  placeFigures,
  type AssistantData,
  type Cell,
  type Language,
  type QueryResult,
  type QuestionChoice,
  type QuestionReading,
  type ResultColumn,
  type SemanticQuery,
  type TimeGrain,
} from '@rise/contract';
import { dayText, figureText } from '../reports/figure-text.ts';
import { escapeMarkdown } from './assistant.rules.ts';

/** An answer without a language model, with what its figures are of. */
export interface PlainAnswer {
  readonly content: string;
  readonly data: AssistantData | null;
}

export interface FigureStyle {
  readonly language: Language;
  readonly currency: string;
  readonly titleOfValue: (dimension: string, value: unknown) => string;
  /** Whether a dimension's values are codes with titles, by which people look for them. */
  readonly isCoded: (dimension: string) => boolean;
}

const MAX_ROWS = 10;

const TEXTS = {
  en: {
    understood: 'How I understood it',
    asOf: (day: string) => `As of ${day}`,
    more: (count: string) => `${count} more rows`,
    inAll: (title: string, count: string) => `${title}: **${count}** in all`,
    together: 'All of them together',
    none: 'There is no data for this.',
    noValue: 'no value',
    choose: 'This can mean several things. What do you mean?',
    instead: 'What I can answer:',
    quarter: (quarter: number, year: string) => `Q${quarter} ${year}`,
    rank: (rank: string, count: string) => `rank ${rank} of ${count}`,
    median: (value: string) => `median ${value}`,
    range: 'Range',
  },
  tr: {
    understood: 'Soruyu şöyle anladım',
    asOf: (day: string) => `Veri tarihi: ${day}`,
    more: (count: string) => `${count} satır daha`,
    inAll: (title: string, count: string) => `${title}: toplam **${count}**`,
    together: 'Hepsi birlikte',
    none: 'Bununla ilgili veri yok.',
    noValue: 'değer yok',
    choose: 'Bunun birden çok anlamı olabilir. Hangisini kastediyorsunuz?',
    instead: 'Yanıtlayabileceklerim:',
    quarter: (quarter: number, year: string) => `${year} ${quarter}. çeyrek`,
    rank: (rank: string, count: string) => `${count} üye arasında ${rank}. sırada`,
    median: (value: string) => `medyan ${value}`,
    range: 'Aralık',
  },
} as const;

/** The figures of a query in words: one figure, or a table of the first rows, with how the question was understood. */
export function figureMarkdown(
  reading: QuestionReading,
  result: QueryResult,
  definitions: readonly string[],
  style: FigureStyle,
): string {
  const texts = TEXTS[style.language];
  const { asOf } = result.meta;
  const lines = [
    `**${escapeMarkdown(reading.title)}**`,
    ...(reading.query.kind === 'benchmark'
      ? comparison(reading, result, style)
      : reading.query.kind === 'distribution'
        ? distribution(reading, result, style)
        : figures(reading.query, inOrder(reading.query, result, style), style)),
    `${texts.understood}: ${reading.parts.map(({ meaning }) => escapeMarkdown(meaning)).join(' · ')}`,
    ...definitions.map((definition) => `> ${escapeMarkdown(definition)}`),
    ...(asOf === null ? [] : [texts.asOf(dayText(asOf, style.language))]),
  ];
  return lines.join('\n\n');
}

/** A model's sentence with the result's figures; null where it places one that is not there. */
export function sentenceMarkdown(sentence: string, result: QueryResult, style: FigureStyle): string | null {
  return placeFigures(escapeMarkdown(sentence), result, (value, column) => {
    const text = cellText(value, column, style);
    return column.role === 'dimension' ? escapeMarkdown(text) : `**${text}**`;
  });
}

/** Several meanings, or what can be answered instead of a question that cannot. */
export function choicesMarkdown(
  message: string | null,
  choices: readonly QuestionChoice[],
  language: Language,
): string {
  const texts = TEXTS[language];
  const list = choices.map(({ title }) => `- ${escapeMarkdown(title)}`).join('\n');
  const lead = message === null ? texts.choose : escapeMarkdown(message);
  if (choices.length === 0) return lead;
  return message === null ? `${lead}\n\n${list}` : `${lead}\n\n${texts.instead}\n\n${list}`;
}

/** Figures where there are any, followed by passages. */
export function withPassages(passages: string, figures: PlainAnswer | null): PlainAnswer {
  if (!figures) return { content: passages, data: null };
  const content = `${figures.content}\n\n${passages}`;
  // Rather the figures alone than half of the passages.
  if (content.length > ASSISTANT_LIMITS.answer) return figures;
  return { content, data: figures.data && { ...figures.data, passages } };
}

/** Rows that nothing orders come by their codes: by their titles people find them. */
function inOrder(query: SemanticQuery, result: QueryResult, style: FigureStyle): QueryResult {
  const [first] = result.columns;
  const isOrdered = query.kind !== 'aggregate' || query.order.length > 0 || query.top;
  if (isOrdered || first?.role !== 'dimension' || !style.isCoded(first.name)) return result;
  const { compare } = new Intl.Collator(style.language);
  const titleOf = ([value]: readonly Cell[]) =>
    value === null || value === undefined ? '\uffff' : style.titleOfValue(first.name, value);
  return { ...result, rows: result.rows.toSorted((a, b) => compare(titleOf(a), titleOf(b))) };
}

/** How many of what is listed there are, where the question is how many, or which, satisfy something. */
function countOfRows(query: SemanticQuery, result: QueryResult, style: FigureStyle): string[] {
  const { columns, rows } = result;
  const title = columns.findLast(({ role }) => role === 'dimension')?.title;
  const count = rowsInAll(result);
  if (query.kind !== 'aggregate' || !title || count === null || query.subtotals) return [];
  if (!query.having && !countsOnes(columns, rows)) return [];
  const text = new Intl.NumberFormat(style.language).format(count);
  return [TEXTS[style.language].inAll(escapeMarkdown(localize(title, style.language)), text)];
}

/** How many rows there are; null where the result has only the first of them, and nothing counts them all. */
function rowsInAll({ columns, rows, totals, meta }: QueryResult): number | null {
  if (totals && countsOnes(columns, rows))
    return Number(totals.find((value, at) => value !== null && isFigure(columns[at])));
  return meta.truncated ? null : Math.max(meta.rowCount, rows.length);
}

const isFigure = (column: ResultColumn | undefined) => column?.role !== 'dimension' && column?.role !== 'level';

/** Members that are counted one by one: a column of ones says nothing. */
function countsOnes(columns: readonly ResultColumn[], rows: readonly (readonly Cell[])[]): boolean {
  const places = columns.flatMap(({ role }, place) => (role === 'dimension' || role === 'level' ? [] : [place]));
  const [only] = places;
  if (places.length !== 1 || columns.every(({ role }) => role !== 'dimension')) return false;
  return columns[only!]!.format?.unit === 'count' && rows.every((row) => Number(row[only!]) === 1);
}

function figures(query: SemanticQuery, result: QueryResult, style: FigureStyle): string[] {
  const { columns, rows, totals, meta } = result;
  const texts = TEXTS[style.language];
  if (rows.length === 0) return [texts.none];
  const isOfOnes = countsOnes(columns, rows);
  const shown = columns.flatMap((column, place) =>
    column.role === 'level' || (isOfOnes && column.role !== 'dimension') ? [] : [{ column, place }],
  );
  const measures = shown.filter(({ column }) => column.role !== 'dimension');
  const write = (row: readonly Cell[], { column, place }: (typeof shown)[number]) =>
    cellText(row[place] ?? null, column, style);
  if (measures.length === shown.length && !isOfOnes && rows.length === 1) {
    const [only] = measures;
    if (measures.length === 1 && only) return [`**${write(rows[0]!, only)}**`];
    return [
      measures
        .map((item) => `${escapeMarkdown(localize(item.column.title, style.language))}: **${write(rows[0]!, item)}**`)
        .join('  \n'),
    ];
  }
  const header = shown.map(({ column }) => cellOf(localize(column.title, style.language)));
  // Figures are written by the server, and need no escapes.
  const body = rows
    .slice(0, MAX_ROWS)
    .map((row) => shown.map((item) => (item.column.format ? write(row, item) : cellOf(write(row, item)))));
  const ruler = shown.map(({ column }) => (column.role === 'dimension' ? '---' : '--:'));
  const table = [header, ruler, ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  const left = (rowsInAll(result) ?? Math.max(meta.rowCount, rows.length)) - body.length;
  const together =
    totals && !isOfOnes
      ? [`${texts.together}: ${measures.map((item) => `**${write(totals, item)}**`).join(' · ')}`]
      : [];
  const count = new Intl.NumberFormat(style.language).format(left);
  return [...countOfRows(query, result, style), ...together, table, ...(left > 0 ? [texts.more(count)] : [])];
}

/** A member's figures with its rank among all, one measure a line. */
function comparison(reading: QuestionReading, { columns, rows }: QueryResult, style: FigureStyle): string[] {
  const texts = TEXTS[style.language];
  const at = (name: string) => columns.findIndex((column) => column.name === name);
  const count = (value: Cell | undefined) => new Intl.NumberFormat(style.language).format(Number(value));
  const lines = rows.map((row) => {
    const part = reading.parts.find(({ key }) => key === `measure:${String(row[at('measure')])}`);
    const write = (value: Cell | undefined) => (part?.format && figureText(value, part.format, style)) ?? texts.noValue;
    const rank = row[at('rank')];
    const more = [
      ...(rank === null || rank === undefined ? [] : [texts.rank(count(rank), count(row[at('peers')]))]),
      texts.median(write(row[at('median')])),
    ];
    return `${escapeMarkdown(part?.meaning ?? '')}: **${write(row[at('value')])}** · ${more.join(' · ')}`;
  });
  return [lines.join('  \n')];
}

/** How many members are in each range of a measure. */
function distribution(reading: QuestionReading, { columns, rows }: QueryResult, style: FigureStyle): string[] {
  const texts = TEXTS[style.language];
  const at = (name: string) => columns.findIndex((column) => column.name === name);
  const format = reading.parts.find((part) => part.format !== null)?.format;
  const write = (value: Cell | undefined) => (format && figureText(value, format, style)) ?? '…';
  const body = rows.map((row) => [
    `${write(row[at('lower')])} – ${write(row[at('upper')])}`,
    String(row[at('members')]),
  ]);
  const counted = columns[at('members')];
  const members = counted ? cellOf(localize(counted.title, style.language)) : '';
  return [[[texts.range, members], ['---', '--:'], ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n')];
}

/** Table cells hold no line break and no bar. */
const cellOf = (text: string) => escapeMarkdown(text.replaceAll(/\s+/g, ' '));

function cellText(value: Cell, column: ResultColumn, style: FigureStyle): string {
  const texts = TEXTS[style.language];
  if (column.role !== 'dimension' && column.format) return figureText(value, column.format, style) ?? texts.noValue;
  if (value === null) return texts.noValue;
  if (column.period) return periodText(String(value), column.period.grain, style.language);
  return column.role === 'dimension' ? style.titleOfValue(column.name, value) : String(value);
}

function periodText(start: string, grain: TimeGrain, language: Language): string {
  const day = new Date(`${start.slice(0, 10)}T00:00:00Z`);
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(day);
  if (grain === 'year') return format({ year: 'numeric' });
  if (grain === 'quarter')
    return TEXTS[language].quarter(Math.floor(day.getUTCMonth() / 3) + 1, format({ year: 'numeric' }));
  return grain === 'month' ? format({ month: 'short', year: 'numeric' }) : format({ dateStyle: 'medium' });
}
