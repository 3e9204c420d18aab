import type { Formatted, Inline } from '../print/print-document.ts';
import { LINE, linesOf } from './lines.rules.ts';
import { AREA, type Paragraph, type Part, type Run, type SlideCell, type SlideRow } from './slide.ts';
import { CELL } from './table-slides.ts';

type Colors = Readonly<Record<string, string>>;
/** What follows in a text: a paragraph, or a row of one of its tables. */
type Flowing =
  | { readonly kind: 'paragraph'; readonly paragraph: Paragraph; readonly height: number }
  | { readonly kind: 'row'; readonly table: Table; readonly row: SlideRow; readonly height: number };

interface Table {
  readonly widths: readonly number[];
  readonly head: SlideRow;
}

const SIZE = 14;
const SMALL = 12;
const INDENT = 20;
const INSET = 6;
/** By the level of a heading below the title, from 4. */
const HEADINGS = [18, 16, 15];

/** A formatted text on as many slides as it takes. */
export function textParts(blocks: readonly Formatted[], colors: Colors, bottom: number): Part[][] {
  const height = bottom - AREA.y;
  const flow = blocks.flatMap((block) => flowOf(block, { colors, level: 0, height }));
  const slides: Part[][] = [[]];
  let y: number = AREA.y;
  for (let at = 0; at < flow.length;) {
    const item = flow[at]!;
    const above = item.kind === 'row' && !isSame(flow[at - 1], item) ? item.table.head.height + INSET : 0;
    if (y + above + item.height > bottom && y > AREA.y) {
      slides.push([]);
      y = AREA.y;
    }
    const run = runOf(flow, at, bottom - y);
    const part = run[0]!.kind === 'row' ? tableOf(run, y) : paragraphsOf(run, y);
    slides.at(-1)!.push(part);
    y += part.place.height + (part.kind === 'table' ? 2 * INSET : 0);
    at += run.length;
  }
  return slides;
}

const isSame = (one: Flowing | undefined, other: Flowing): boolean =>
  one?.kind === other.kind && (one.kind === 'paragraph' || (other.kind === 'row' && one.table === other.table));

/** What follows in one part, as far as there is room; the first always. */
function runOf(flow: readonly Flowing[], from: number, height: number): Flowing[] {
  const first = flow[from]!;
  const run = [first];
  let free = height - first.height - (first.kind === 'row' ? first.table.head.height + INSET : 0);
  for (const item of flow.slice(from + 1)) {
    if (!isSame(first, item) || item.height > free) break;
    run.push(item);
    free -= item.height;
  }
  return run;
}

function paragraphsOf(run: readonly Flowing[], y: number): Part & { kind: 'text' } {
  const height = run.reduce((sum, one) => sum + one.height, 0);
  const paragraphs = run.flatMap((one) => (one.kind === 'paragraph' ? [one.paragraph] : []));
  return { kind: 'text', place: { x: AREA.x, y, width: AREA.width, height }, paragraphs };
}

function tableOf(run: readonly Flowing[], y: number): Part & { kind: 'table' } {
  const { widths, head } = (run[0] as Flowing & { kind: 'row' }).table;
  const rows = [head, ...run.flatMap((one) => (one.kind === 'row' ? [one.row] : []))];
  const height = rows.reduce((sum, row) => sum + row.height, 0);
  const place = { x: AREA.x, y: y + INSET, width: AREA.width, height };
  return { kind: 'table', place, widths, hasHead: true, rows, inset: INSET };
}

interface Context {
  readonly colors: Colors;
  readonly level: number;
  /** Of a slide. */
  readonly height: number;
  readonly quoted?: boolean;
  readonly bullet?: 'disc' | number;
}

function flowOf(block: Formatted, context: Context): Flowing[] {
  const { colors, quoted = false } = context;
  const base = { size: SIZE, color: colors[quoted ? 'secondary' : 'text']!, italic: quoted };
  switch (block.kind) {
    case 'heading': {
      const size = HEADINGS[block.level - 4] ?? SIZE;
      return paragraphs(runsOf(block.parts, { ...base, size, bold: true }), { ...context, space: 10 });
    }
    case 'paragraph':
      return paragraphs(runsOf(block.parts, base), { ...context, space: 6 });
    case 'code':
      return paragraphs([{ ...base, text: block.text, size: SMALL, fixed: true }], { ...context, space: 6 });
    case 'quote':
      return block.blocks.flatMap((inner) => flowOf(inner, { ...context, quoted: true, level: context.level + 1 }));
    case 'list':
      return block.items.flatMap((item, place) =>
        item.flatMap((inner, at) => {
          const bullet = block.ordered ? block.start + place : ('disc' as const);
          const { bullet: _, ...plain } = context;
          return flowOf(inner, { ...plain, level: context.level + 1, ...(at === 0 && { bullet }) });
        }),
      );
    case 'rule':
      return paragraphs([{ ...base, text: '⁂', color: colors['hint']! }], { ...context, space: 6 });
    case 'table':
      return tableFlow(block, context);
  }
}

/** One paragraph, or several where it is higher than a slide. */
function paragraphs(runs: readonly Run[], { level, height, bullet, space }: Context & { space: number }): Flowing[] {
  const width = AREA.width - level * INDENT;
  const size = Math.max(...runs.map((run) => run.size), 1);
  // Of fixed width, characters are wider.
  const room = { width: runs.some(({ fixed }) => fixed) ? width * 0.85 : width * 0.97, size };
  const lines = linesOf(runs.map(({ text }) => text).join(''), room);
  const most = Math.max(1, Math.floor((height - space) / (size * LINE)));
  const pieces: Flowing[] = [];
  let rest = runs;
  for (let at = 0; at < Math.max(1, lines.length); at += most) {
    const chunk = lines.slice(at, at + most);
    const length = chunk.join('').replaceAll('\u200b', '').length;
    const [now, later] = dividedRuns(rest, length);
    const paragraph: Paragraph = { runs: now, level, space, ...(at === 0 && bullet !== undefined && { bullet }) };
    pieces.push({ kind: 'paragraph', paragraph, height: Math.max(1, chunk.length) * size * LINE + space });
    rest = later;
  }
  return pieces;
}

/** Runs up to a number of characters, and the others; those that may be broken anywhere have no width. */
function dividedRuns(runs: readonly Run[], length: number): [Run[], Run[]] {
  const now: Run[] = [];
  const later: Run[] = [];
  let free = length;
  for (const run of runs) {
    const text = run.text.replaceAll('\u200b', '');
    if (text.slice(0, free) !== '') now.push({ ...run, text: text.slice(0, free) });
    if (text.length > free) later.push({ ...run, text: text.slice(free) });
    free = Math.max(0, free - text.length);
  }
  return [now, later];
}

type Style = Omit<Run, 'text'>;

function runsOf(parts: readonly Inline[], style: Style): Run[] {
  return parts.flatMap((part): Run[] => {
    switch (part.kind) {
      case 'text':
        return [{ ...style, text: part.text }];
      case 'code':
        return [{ ...style, text: part.text, fixed: true }];
      case 'break':
        return [{ ...style, text: '\n' }];
      case 'link':
        return runsOf(part.parts, { ...style, link: part.address });
      case 'strong':
        return runsOf(part.parts, { ...style, bold: true });
      case 'emphasis':
        return runsOf(part.parts, { ...style, italic: true });
      case 'deleted':
        return runsOf(part.parts, { ...style, deleted: true });
    }
  });
}

function tableFlow({ align, head, rows }: Formatted & { kind: 'table' }, { colors, height }: Context): Flowing[] {
  const widths = head.map(() => AREA.width / head.length);
  const cellOf = (parts: readonly Inline[], at: number, bold: boolean): SlideCell => {
    const color = colors[bold ? 'secondary' : 'text']!;
    return { fill: null, paragraphs: [{ align: align[at]!, runs: runsOf(parts, { size: SMALL, color, bold }) }] };
  };
  const rowOf = (cells: readonly (readonly Inline[])[], bold: boolean): SlideRow => {
    const written = cells.map((parts, at) => cellOf(parts, at, bold));
    const lines = written.map(({ paragraphs: [only] }, at) => {
      const text = only!.runs.map((run) => run.text).join('');
      return linesOf(text, { width: widths[at]! - 2 * INSET, size: SMALL, bold }).length;
    });
    const line = colors[bold ? 'control' : 'border']!;
    return { height: Math.min(height, Math.max(1, ...lines) * SMALL * LINE + 2 * CELL), cells: written, line };
  };
  const table: Table = { widths, head: rowOf(head, true) };
  const written = rows.length === 0 ? [head] : rows.map((cells) => cells.map(({ parts }) => parts));
  return written.map((cells) => {
    const row = rowOf(rows.length === 0 ? cells.map(() => []) : cells, false);
    return { kind: 'row', table, row, height: row.height };
  });
}
