import type { CellMark, TablePart as PlannedTable, TableRow } from '../print/print-document.ts';
import { inGroups, LINE, linesOf } from './lines.rules.ts';
import { AREA, type Part, type SlideCell, type SlideRow } from './slide.ts';

type Colors = Readonly<Record<string, string>>;
type Tone = NonNullable<CellMark['tone']>;

/** Above and below the text of a cell. */
export const CELL = 3.5;
/** What a figure means, for those who see no colors. */
export const TONE_SIGNS: Record<Tone, string> = { good: '✓', warning: '!', bad: '✗', neutral: '○' };
export const TONE_COLORS: Record<Tone, string> = {
  good: 'positive',
  warning: 'warning',
  bad: 'negative',
  neutral: 'secondary',
};

/** A table as one part for each slide, with its head on each. */
export function tableParts(table: PlannedTable, colors: Colors, bottom: number): Part[][] {
  const { columns, rows, size, inset } = table;
  const widths = columns.map(({ width }) => width ?? AREA.width / columns.length);
  const rooms = widths.map((width) => width - 2 * inset);
  const heightOf = (cells: readonly string[], bold: boolean) =>
    Math.max(1, ...cells.map((cell, at) => linesOf(cell, { width: rooms[at]!, size, bold }).length)) * size * LINE +
    2 * CELL;
  const titles = columns.map(({ title }) => title);
  const head: SlideRow = {
    height: heightOf(titles, true),
    line: colors['control']!,
    cells: columns.map(({ title, figure }): SlideCell => ({
      fill: null,
      paragraphs: [
        {
          align: figure ? 'right' : 'left',
          runs: [{ text: title, size, color: colors['secondary']!, bold: true }],
        },
      ],
    })),
  };
  const free = bottom - AREA.y - head.height;
  const most = Math.max(1, Math.floor((free - 2 * CELL) / (size * LINE)));
  const whole = rows.flatMap((row) => dividedRow(row, { rooms, size, most }));
  const written = whole.map((row): SlideRow => ({
    height: heightOf(row.cells, row.look !== 'plain'),
    line: colors[row.look === 'plain' ? 'border' : 'control']!,
    cells: row.cells.map((text, at) => cellOf(text, row, { at, size, figure: columns[at]!.figure, colors })),
  }));
  return inGroups(written, ({ height }) => height, { first: free, other: free }).map((group): Part[] => {
    const all = [head, ...group];
    const height = all.reduce((sum, row) => sum + row.height, 0);
    const width = widths.reduce((sum, one) => sum + one, 0);
    return [{ kind: 'table', place: { x: AREA.x, y: AREA.y, width, height }, widths, hasHead: true, rows: all, inset }];
  });
}

/** A row whose texts are higher than a slide continues in further ones. */
function dividedRow(row: TableRow, { rooms, size, most }: { rooms: number[]; size: number; most: number }): TableRow[] {
  const lines = row.cells.map((cell, at) => linesOf(cell, { width: rooms[at]!, size }));
  const count = Math.ceil(Math.max(1, ...lines.map((all) => all.length)) / most);
  if (count === 1) return [row];
  return Array.from({ length: count }, (_, part) => ({
    ...row,
    marks: part === 0 ? (row.marks ?? null) : null,
    cells: lines.map((all) => all.slice(part * most, (part + 1) * most).join('')),
  }));
}

function cellOf(
  text: string,
  { look, marks }: TableRow,
  { at, size, figure, colors }: { at: number; size: number; figure: boolean; colors: Colors },
): SlideCell {
  const mark = look === 'plain' ? (marks?.[at] ?? null) : null;
  const color = mark?.tone ? colors[TONE_COLORS[mark.tone]]! : colors['text']!;
  const tint = mark?.tone && mark.tone !== 'neutral' ? colors[`${TONE_COLORS[mark.tone]}-tint`]! : null;
  return {
    fill: look === 'total' ? colors['hover']! : (mark?.fill ?? tint),
    paragraphs: [
      {
        align: figure ? 'right' : 'left',
        runs: [
          ...(mark?.tone ? [{ text: `${TONE_SIGNS[mark.tone]} `, size, color }] : []),
          { text, size, color, bold: look !== 'plain' || Boolean(mark?.tone) },
        ],
      },
    ],
  };
}
