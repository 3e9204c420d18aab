import type { Doubt } from '@rise/contract';
import { FileError } from '../file-error.ts';
import type { ColumnSample } from '../infer/column-sample.ts';
import { emptySamples, inferColumns, rowsToInspect } from '../infer/infer-columns.ts';
import { findFooters, findLayout } from '../infer/layout.ts';
import type { Layout, RawRow } from '../infer/layout.ts';
import type { TableFindings } from '../infer/inspect-text.ts';
import { doubtFooters, doubtHeader, doubtTable, doubtTitleRows, doubtTitles } from '../infer/table-doubts.ts';
import { isFilled } from '../table-cell.ts';
import { distinctTitles, titleAt } from '../titles.ts';
import type { Workbook } from './open-workbook.ts';
import type { SheetRow } from './scan-sheet.ts';

const MAX_COLUMNS = 5000;
/** Rows by which header and titles are found. */
const HEAD_ROWS = 300;
const LAST_ROWS = 20;

const rawRow = ({ row, cells }: SheetRow): RawRow => ({ line: row, cells: cells.map((cell) => cell?.text ?? null) });

/** Cells that have no value, although something is in them. */
class CellErrors {
  readonly #shown = new Map<'error_cells' | 'formulas_without_result', { line: number; text: string }[]>();
  readonly #counts = new Map<string, number>();

  add({ row, errors }: SheetRow): void {
    for (const { text } of errors) {
      const code = text === '=' ? 'formulas_without_result' : 'error_cells';
      const shown = this.#shown.get(code) ?? [];
      if (shown.length < 10) this.#shown.set(code, [...shown, { line: row, text }]);
      this.#counts.set(code, (this.#counts.get(code) ?? 0) + 1);
    }
  }

  doubts(): Doubt[] {
    return [...this.#shown].map(([code, shown]) => doubtTable(code, shown, this.#counts.get(code)!));
  }
}

/** Rows between the first and the last ones: all at first, then some of many. */
class RowSampler {
  readonly samples: ColumnSample[];
  added = 0;
  #seen = 0;
  readonly #limit: number;

  constructor(titles: readonly string[]) {
    this.samples = emptySamples(titles);
    this.#limit = rowsToInspect(titles.length);
  }

  add({ row, cells }: SheetRow): void {
    this.#seen += 1;
    const step = this.added < this.#limit * 0.6 ? 1 : this.added < this.#limit * 0.9 ? 10 : 100;
    if (this.#seen % step !== 0 || this.added > this.#limit * 1.2) return;
    this.added += 1;
    for (const [place, sample] of this.samples.entries()) {
      const cell = cells[place];
      sample.add(cell?.text ?? null, row, cell?.native);
    }
  }
}

function titlesOf(layout: Layout, head: readonly SheetRow[]): string[] {
  const width = Math.max(...head.map(({ cells }) => cells.length));
  if (width > MAX_COLUMNS)
    throw new FileError('too_many_columns', `The sheet has ${width} columns.`, `Leave out columns that nobody needs; a table has up to ${MAX_COLUMNS}.`); // prettier-ignore
  if (layout.header === null) return Array.from({ length: width }, (_, position) => titleAt(position));
  return distinctTitles(layout.header.cells.map((cell) => cell ?? ''));
}

interface Start {
  layout: Layout;
  titles: string[];
  /** The last row above the data. */
  row: number;
}

function startOf(head: readonly SheetRow[], headerIs?: boolean): Start {
  const raw = head.map(rawRow);
  const found = findLayout(raw);
  const first = found.header ?? raw.find(({ line }) => line === found.firstLine)!;
  const layout = headerIs === undefined ? found : { ...found, header: headerIs ? first : null };
  const row = layout.header === null ? layout.firstLine - 1 : layout.header.line;
  return { layout, titles: titlesOf(layout, head), row };
}

function findingsOf(
  { layout, titles, row }: Start,
  sampler: RowSampler,
  rows: number,
  last: readonly SheetRow[],
): TableFindings {
  // prettier-ignore
  const footers = findFooters(last.map(rawRow), titles.length);
  const left = new Set(footers.rows.map(({ line }) => line));
  for (const each of last) if (!left.has(each.row)) sampler.add(each);
  const { columns, settings, doubts } = inferColumns(titles, sampler.samples);
  return {
    settings: {
      kind: 'sheet',
      skipRows: layout.header === null ? row : row - 1,
      header: layout.header !== null,
      footerTexts: footers.texts,
      columns: settings,
    },
    rows: { count: rows - footers.rows.length, exact: true },
    rowsInspected: sampler.added,
    columns,
    doubts: [
      ...doubtTitleRows(layout.titleRows),
      ...doubtTitles(layout.header, titles, settings),
      ...doubtFooters(footers.rows, footers.texts),
      ...doubts,
    ],
  };
}

/** The settings if the first row is titles where it seems to be data, or the other way round. */
function otherHeader(head: readonly SheetRow[], { layout }: Start): Doubt[] {
  if (!layout.headerInDoubt) return [];
  const isHeader = layout.header !== null;
  const other = startOf(head, !isHeader);
  const sampler = new RowSampler(other.titles);
  for (const row of head) if (row.row > other.row) sampler.add(row);
  const { settings } = findingsOf(other, sampler, sampler.added, []);
  const row = layout.header ?? rawRow(head.find(({ row: line }) => line === layout.firstLine)!);
  return [doubtHeader(row, isHeader, { kind: 'settings', settings: settings! })];
}

/** Finds out how a sheet is read. Throws `FileError` for one without rows. */
export async function inspectSheet(workbook: Workbook, sheet: string, signal?: AbortSignal): Promise<TableFindings> {
  const errors = new CellErrors();
  const head: SheetRow[] = [];
  let reading: { start: Start; sampler: RowSampler } | null = null;
  let rows = 0;
  // Footers are known at the end, so the last rows wait.
  let last: SheetRow[] = [];
  const begin = () => {
    const start = startOf(head);
    reading = { start, sampler: new RowSampler(start.titles) };
    for (const row of head) add(row, reading);
  };
  const add = (row: SheetRow, { start, sampler }: { start: Start; sampler: RowSampler }) => {
    if (row.row <= start.row) return;
    rows += 1;
    last.push(row);
    if (last.length < LAST_ROWS * 2) return;
    for (const each of last.slice(0, LAST_ROWS)) sampler.add(each);
    last = last.slice(LAST_ROWS);
  };
  for await (const batch of workbook.rows(sheet, signal))
    for (const row of batch) {
      errors.add(row);
      if (!row.cells.some((cell) => isFilled(cell?.text))) continue;
      if (reading !== null) add(row, reading);
      else if (head.push(row) === HEAD_ROWS) begin();
    }
  if (head.length === 0) throw new FileError('no_rows', 'The sheet has no rows.', 'Leave it out.');
  if (reading === null) begin();
  const { start, sampler } = reading!;
  const findings = findingsOf(start, sampler, rows, last);
  return { ...findings, doubts: [...otherHeader(head, start), ...errors.doubts(), ...findings.doubts] };
}
