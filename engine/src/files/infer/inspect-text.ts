import type { Doubt, InspectedTable, TextEncoding, TextSettings } from '@rise/contract';
import { FileError } from '../file-error.ts';
import type { FileSource } from '../file-source.ts';
import { MAX_RECORD_BYTES, RecordScanner, splitValues } from '../scan-records.ts';
import type { RecordFault } from '../scan-records.ts';
import { isFilled } from '../table-cell.ts';
import { distinctTitles, titleAt } from '../titles.ts';
import { findDialect } from './dialect.ts';
import { decodeBytes, surveyText } from './encoding.ts';
import type { TextSurvey } from './encoding.ts';
import { emptySamples, inferColumns, rowsToInspect } from './infer-columns.ts';
import { findFooters, findLayout } from './layout.ts';
import type { Layout, RawRow } from './layout.ts';
import { doubtFooters, doubtHeader, doubtTable, doubtTitleRows, doubtTitles } from './table-doubts.ts';
import { sampleText } from './text-sample.ts';
import type { TextSample } from './text-sample.ts';

type Dialect = Pick<TextSettings, 'delimiter' | 'quote' | 'escape'>;
export type TableFindings = Pick<InspectedTable, 'settings' | 'rows' | 'rowsInspected' | 'columns' | 'doubts'>;

const MAX_COLUMNS = 5000;
const MAX_SKIPPED = 1000;

interface ScannedRows {
  rows: RawRow[];
  faults: { line: number; fault: RecordFault; text: string }[];
  /** Lines that the rows take, to estimate how many rows the file has. */
  lines: number;
}

function scanRows(text: Buffer, whole: boolean, dialect: Dialect, firstLine: number, limit: number): ScannedRows {
  const rows: RawRow[] = [];
  const faults: ScannedRows['faults'] = [];
  let lines = 0;
  let count = 0;
  for (const { bytes, start, end, line, blank, fault } of new RecordScanner(dialect).push(text, whole)) {
    lines = line;
    if (blank) continue;
    count += 1;
    if (fault !== null)
      faults.push({ line: line + firstLine - 1, fault, text: bytes.toString('utf8', start, Math.min(end, start + 200)) }); // prettier-ignore
    else rows.push({ line: line + firstLine - 1, cells: splitValues(bytes.toString('utf8', start, end), dialect) });
    if (count === limit) break;
  }
  return { rows, faults, lines };
}

/** The rows of all parts; those of the first one as `head`. */
interface SampledRows {
  head: ScannedRows;
  later: ScannedRows[];
  /** Whether all rows of the file are in `head`. */
  complete: boolean;
}

function rowsOf(sample: TextSample, dialect: Dialect): SampledRows {
  const first = scanRows(sample.head, sample.whole, dialect, 1, 50);
  const width = Math.max(...first.rows.map(({ cells }) => cells.length), 1);
  const limit = rowsToInspect(width);
  const head = scanRows(sample.head, sample.whole, dialect, 1, limit);
  const complete = sample.whole && head.rows.length + head.faults.length < limit;
  // The last one is read whole, for the footers.
  const later = sample.windows.map(({ line, text }, place) =>
    scanRows(text, true, dialect, line, place === sample.windows.length - 1 ? Infinity : Math.ceil(limit / 8)),
  );
  return { head, later, complete };
}

/** The last rows of the file, if they are among those that were read. */
function lastRows(sample: TextSample, dialect: Dialect, { head, later, complete }: SampledRows): RawRow[] {
  if (complete) return head.rows.slice(-20);
  if (!sample.whole) return later.at(-1)?.rows.slice(-20) ?? [];
  const start = sample.head.indexOf(10, Math.max(0, sample.head.length - 65_536)) + 1;
  return scanRows(sample.head.subarray(start), true, dialect, 1, 5000).rows.slice(-20);
}

interface Choices {
  encoding: TextEncoding;
  /** Whether the first row holds titles, where it is chosen. */
  header?: boolean;
}

/** Reads a sample in one way. */
function readSample(
  sample: TextSample,
  survey: TextSurvey,
  { encoding, header }: Choices,
): { findings: TableFindings; layout: Layout } {
  const dialect = findDialect(sample.head.subarray(0, 1024 * 1024), sample.whole && sample.head.length <= 1024 * 1024);
  const sampled = rowsOf(sample, dialect);
  const { head, later, complete } = sampled;
  if (head.rows.length === 0)
    throw new FileError('no_rows', 'The file has no rows that can be read.', 'Check that it is delimited text, and how its cells are quoted.'); // prettier-ignore
  const found = findLayout(head.rows.slice(0, 300));
  const first = found.header ?? head.rows.find(({ line }) => line === found.firstLine)!;
  const layout = header === undefined ? found : { ...found, header: header ? first : null };
  const titles = titlesOf(layout, first);
  const footers = findFooters(lastRows(sample, dialect, sampled), titles.length);
  const isFooter = new Set(footers.rows.map(({ cells }) => cells.join('\0')));
  const samples = emptySamples(titles);
  const required = requiredCells(layout, titles.length);
  const ragged: RawRow[] = [];
  let rowsInspected = 0;
  const start = layout.header === null ? layout.firstLine - 1 : layout.header.line;
  for (const row of [...head.rows, ...later.flatMap(({ rows }) => rows)]) {
    if (row.line <= start || isFooter.has(row.cells.join('\0'))) continue;
    if (row.cells.length < required || row.cells.slice(titles.length).some(isFilled)) {
      ragged.push(row);
      continue;
    }
    rowsInspected += 1;
    for (let place = 0; place < titles.length; place++) samples[place]!.add(row.cells[place] ?? null, row.line);
  }
  const { columns, settings, doubts } = inferColumns(titles, samples);
  const faults = [...head.faults, ...later.flatMap((part) => part.faults)].filter(({ line }) => line > start);
  const dataRows = head.rows.filter(({ line }) => line > start).length + head.faults.length;
  const estimate = Math.round((survey.lineEnds * dataRows) / Math.max(1, head.lines - start));
  return {
    layout,
    findings: {
      settings: {
        kind: 'text',
        encoding,
        ...dialect,
        skipLines: Math.min(MAX_SKIPPED, layout.header === null ? start : start - 1),
        header: layout.header !== null,
        footerTexts: footers.texts,
        columns: settings,
      },
      rows: complete ? { count: dataRows - footers.rows.length, exact: true } : { count: Math.max(estimate, dataRows), exact: false }, // prettier-ignore
      rowsInspected,
      columns,
      doubts: [
        ...doubtTitleRows(layout.titleRows),
        ...doubtTitles(layout.header, titles, settings),
        ...doubtFooters(footers.rows, footers.texts),
        ...doubtRagged(ragged, required),
        ...doubtFaults(faults),
        ...doubts,
      ],
    },
  };
}

function titlesOf(layout: Layout, first: RawRow): string[] {
  const { length } = first.cells;
  if (length > MAX_COLUMNS)
    throw new FileError('too_many_columns', `The file has ${length} columns.`, `Leave out columns that nobody needs; a table has up to ${MAX_COLUMNS}.`); // prettier-ignore
  if (layout.header === null) return first.cells.map((_, position) => titleAt(position));
  return distinctTitles(layout.header.cells.map((cell) => cell ?? ''));
}

/** Cells that a row needs: those of columns with a title. */
export const requiredCells = ({ header }: Pick<Layout, 'header'>, width: number): number =>
  header === null ? width : Math.max(1, header.cells.findLastIndex(isFilled) + 1);

function doubtRagged(rows: readonly RawRow[], expected: number): Doubt[] {
  if (rows.length === 0) return [];
  const evidence = rows.slice(0, 10).map(({ line, cells }) => ({ line, text: `${cells.length} / ${expected}: ${cells.map((cell) => cell ?? '').join(' | ').slice(0, 150)}` })); // prettier-ignore
  return [doubtTable('ragged_rows', evidence, rows.length)];
}

function doubtFaults(faults: ScannedRows['faults']): Doubt[] {
  const nul = faults.filter(({ fault }) => fault === 'nul_byte');
  const quotes = faults.filter(({ fault }) => fault !== 'nul_byte');
  const doubts: Doubt[] = [];
  if (quotes.length > 0) doubts.push(doubtTable('broken_quotes', quotes, quotes.length));
  if (nul.length > 0) doubts.push(doubtTable('nul_bytes', nul.map(({ line, text }) => ({ line, text: text.replaceAll('\0', '␀') })), nul.length)); // prettier-ignore
  return doubts.map((doubt) => ({ ...doubt, evidence: doubt.evidence.map(({ line, text }) => ({ line, text })) }));
}

/** The bytes that the encodings read differently, and how each reads them. */
async function doubtEncoding(source: FileSource, survey: TextSurvey, signal?: AbortSignal): Promise<Doubt[]> {
  const { candidates, lines } = survey;
  if (candidates.length < 2) return [];
  const render = (encoding: TextEncoding) => lines.map(({ bytes }) => decodeBytes(bytes, encoding).trim());
  const readings = candidates.map(render);
  const differing = lines.map((_, place) => place).filter((place) => new Set(readings.map((reading) => reading[place])).size > 1); // prettier-ignore
  const shown = differing.slice(0, 5);
  const choices = [];
  for (const [place, encoding] of candidates.slice(0, 4).entries()) {
    const examples = shown.map((line) => readings[place]![line]!);
    if (place === 0)
      choices.push({ code: 'encoding', value: encoding, examples, change: { kind: 'nothing' as const } });
    else {
      const { findings } = readSample(await sampleText(source, encoding, signal), survey, { encoding });
      if (findings.settings !== null) choices.push({ code: 'encoding', value: encoding, examples, change: { kind: 'settings' as const, settings: findings.settings } }); // prettier-ignore
    }
  }
  const evidence = shown.map((line) => ({ line: lines[line]!.line, text: readings[0]![line]! }));
  return [doubtTable('encoding', evidence, differing.length, choices)];
}

/** Finds out how delimited text is read. Throws `FileError` for what is none. */
export async function inspectText(source: FileSource, signal?: AbortSignal): Promise<TableFindings> {
  const survey = await surveyText(source, signal);
  const { encoding } = survey;
  const sample = await sampleText(source, encoding, signal);
  if (sample.head.length > MAX_RECORD_BYTES / 4 && !sample.head.includes(10) && !sample.head.includes(13))
    throw new FileError('line_too_long', 'The file has no line ends.', 'Check that it is delimited text.', { line: 1 });
  const { findings, layout } = readSample(sample, survey, { encoding });
  const doubts = await doubtEncoding(source, survey, signal);
  if (layout.headerInDoubt) {
    const isHeader = layout.header !== null;
    const { findings: other } = readSample(sample, survey, { encoding, header: !isHeader });
    const row = layout.header ?? { line: layout.firstLine, cells: findings.columns.map(({ samples }) => samples[0] ?? null) }; // prettier-ignore
    doubts.push(doubtHeader(row, isHeader, { kind: 'settings', settings: other.settings! }));
  }
  return { ...findings, doubts: [...doubts, ...findings.doubts] };
}
