import type { Cell, CommentThread, LocalizedText, NewCommentThread, QueryResult, Report } from '@rise/contract';
import { asFigure, dimensionNamed, measureNamed } from '../fields.ts';
import type { Answer } from '../report-run.ts';
import { memberReader, type Words } from '../tiles/result-labels.ts';
import type { FormatFigure } from '../tiles/flat-table.ts';

/** A figure of a tile that can be commented on. */
export interface Point {
  place: NonNullable<NewCommentThread['place']>;
  /** As shown. */
  value: string;
  /** As received, to compare with. */
  figure: string;
}

interface Reading {
  report: Report;
  subject: { key: string; title: string } | null;
  words: Words;
  format: FormatFigure;
}

/** More would be no choice. */
const MAX_POINTS = 300;
/** Results that are no list of figures by name. */
const OTHER_SLOTS = new Set(['distribution', 'rows', 'subject', 'peers']);

/** The figures of a tile, by their place in it, each once. */
export function pointsOf(answer: Answer | null, reading: Reading): Point[] {
  const points = new Map<string, Point>();
  for (const [slot, item] of Object.entries(answer ?? {})) {
    if (!item || OTHER_SLOTS.has(slot)) continue;
    const found = slot === 'benchmark' ? benchmarkPoints(item.result, reading) : rowPoints(item.result, reading);
    for (const point of found)
      if (points.size < MAX_POINTS && !points.has(addressOf(point))) points.set(addressOf(point), point);
  }
  return [...points.values()];
}

const addressOf = ({ place: { measure, values } }: Pick<Point, 'place'>): string =>
  JSON.stringify([measure, Object.entries(values).toSorted()]);

/** The figures of the subject, a row each. */
function benchmarkPoints({ columns, rows }: QueryResult, { report, subject, words, format }: Reading): Point[] {
  const key = report.document.subject?.key;
  const name = columns.findIndex((column) => column.name === 'measure');
  const at = columns.findIndex((column) => column.name === 'value');
  if (!key || !subject || name < 0 || at < 0) return [];
  return rows.flatMap((row) => {
    const measure = measureNamed(report, String(row[name]));
    const title = words.localize(measure.label ?? measure.title);
    const place = { text: `${subject.title} · ${title}`, measure: measure.name, values: { [key]: subject.key } };
    return pointAt(place, row[at], measure.format, format);
  });
}

/** The figures of rows by dimensions. */
function rowPoints(result: QueryResult, { report, words, format }: Reading): Point[] {
  const dimensions = result.columns.filter(({ role }) => role === 'dimension');
  const readers = dimensions.map(({ name }) => memberReader(result, name, dimensionNamed(report, name), words)!);
  return result.rows.flatMap((row) => {
    const members = readers.map((read) => read(row));
    // Totals and combined members have no address of their own.
    if (members.some(({ isAll, isOther, value }) => isAll || isOther || value === null)) return [];
    const values = Object.fromEntries(dimensions.map(({ name }, index) => [name, members[index]!.value!]));
    return result.columns.flatMap((column, index) => {
      if (column.role !== 'measure' || column.pivot || !column.format) return [];
      const text = [...members.map(({ label }) => label), words.localize(column.title)].join(' · ');
      return pointAt({ text, measure: column.name, values }, row[index], column.format, format);
    });
  });
}

function pointAt(
  place: Point['place'],
  cell: Cell | undefined,
  shown: Parameters<FormatFigure>[1],
  format: FormatFigure,
): Point[] {
  const figure = asFigure(cell);
  return figure === null ? [] : [{ place, value: format(figure, shown), figure: String(figure) }];
}

/** The value that is there now; null where the page does not have it, or it is the same. */
export function presentValue({ place, seen }: CommentThread, points: readonly Point[]): string | null {
  if (!place || !seen) return null;
  const point = points.find((one) => addressOf(one) === addressOf({ place }));
  return point && point.figure !== seen.figure ? point.value : null;
}

export interface Named {
  account: string;
  name: string;
}

/** A text in parts, in which mentions of these people are set apart. `from`: where in the text a part begins. */
export function partsOf(
  text: string,
  people: readonly Named[],
): { from: number; text: string; person: Named | null }[] {
  const parts: ReturnType<typeof partsOf> = [];
  // The longest name first: 'Ann Lee Smith' before 'Ann Lee'.
  const byLength = people.toSorted((one, other) => other.name.length - one.name.length);
  let start = 0;
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const person = byLength.find(({ name }) => text.startsWith(name, at + 1) && endsAt(text, at + 1 + name.length));
    if (!person) continue;
    if (at > start) parts.push({ from: start, text: text.slice(start, at), person: null });
    start = at + 1 + person.name.length;
    parts.push({ from: at, text: text.slice(at, start), person });
  }
  if (start < text.length) parts.push({ from: start, text: text.slice(start), person: null });
  return parts;
}

/** Whether no word goes on there. */
const endsAt = (text: string, at: number): boolean => !/^[\p{L}\p{N}]/u.test(text.slice(at, at + 2));

/** Accounts of the chosen people whom the text still names. */
export const mentionsIn = (text: string, chosen: readonly Named[]): string[] => [
  ...new Set(partsOf(text, chosen).flatMap(({ person }) => person?.account ?? [])),
];

/** What is typed after an `@` before the caret, and where; null where no person is being named. */
export function mentionAt(text: string, caret: number): { from: number; query: string } | null {
  const match = /(?:^|[\s(])@([^\s@]{0,40}(?: [^\s@]{0,40})?)$/u.exec(text.slice(0, caret));
  return match ? { from: caret - match[1]!.length - 1, query: match[1]! } : null;
}

/** Title of a thread's tile in the report; null where it has no such tile any more. */
export function tileTitle(
  { tile }: Pick<CommentThread, 'tile'>,
  tiles: readonly { id: string; title?: LocalizedText | undefined }[],
): LocalizedText | null {
  return tiles.find(({ id }) => id === tile)?.title ?? null;
}
