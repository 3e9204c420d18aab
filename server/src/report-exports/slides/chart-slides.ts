import type { ChartBlock, LegendEntry } from '../print/print-document.ts';
import { LINE, linesOf } from './lines.rules.ts';
import { AREA, type Part, type Place, type Run, type SlideRow } from './slide.ts';
import { CELL } from './table-slides.ts';

type Colors = Readonly<Record<string, string>>;

const LEGEND = 12;
const SCALE = { height: 10, step: 26, text: 80 };

/** A chart as a picture, with its legend above it, or the list of its parts beside it. */
export function chartParts(block: ChartBlock, colors: Colors, bottom: number): Part[] {
  const { svg, alt, legend, parts, scale } = block;
  const entries = legend.length === 0 ? null : legendPart(legend, colors);
  const y = AREA.y + (entries ? entries.place.height + 6 : 0);
  const end = bottom - (scale ? 28 : 0);
  const room: Place = { x: AREA.x, y, width: parts ? 360 : AREA.width, height: end - y };
  const picture: Part = { kind: 'picture', place: fitted(svg, room), svg, alt };
  return [
    ...(entries ? [entries] : []),
    picture,
    ...(parts ? [partList(parts, colors, room)] : []),
    ...(scale ? scaleParts(scale, colors, bottom - 18) : []),
  ];
}

/** As large as fits, and never larger than drawn. */
function fitted(svg: string, room: Place): Place {
  const [, width = '', height = ''] = /<svg[^>]*?\swidth="([\d.]+)"[^>]*?\sheight="([\d.]+)"/.exec(svg) ?? [];
  const size = { width: Number(width) || room.width, height: Number(height) || room.height };
  const share = Math.min(1, room.width / size.width, room.height / size.height);
  const own = { width: size.width * share, height: size.height * share };
  return { x: room.x + (room.width - own.width) / 2, y: room.y, ...own };
}

function legendPart(legend: readonly LegendEntry[], colors: Colors): Part & { kind: 'text' } {
  const signs = { solid: '━', dashed: '╍', dotted: '┅' } as const;
  const runs = legend.flatMap(({ name, color, mark, dash }): Run[] => [
    { text: mark === 'line' ? `${signs[dash]} ` : '■ ', size: LEGEND, color },
    { text: `${name}     `, size: LEGEND, color: colors['secondary']! },
  ]);
  const lines = linesOf(runs.map(({ text }) => text).join(''), { width: AREA.width * 0.97, size: LEGEND }).length;
  const place = { x: AREA.x, y: AREA.y, width: AREA.width, height: lines * LEGEND * LINE + 2 };
  return { kind: 'text', place, paragraphs: [{ runs }] };
}

/** The parts of a whole, with their values and shares. */
function partList(parts: NonNullable<ChartBlock['parts']>, colors: Colors, { y, height }: Place): Part {
  const size = Math.max(8, Math.min(14, (height / Math.max(1, parts.length) - 2 * CELL) / LINE));
  const width = AREA.width - 400;
  const rows = parts.map(({ color, name, value, share }): SlideRow => {
    const run = (text: string, tone = 'text', bold = false): Run => ({ text, size, color: colors[tone]!, bold });
    return {
      height: size * LINE + 2 * CELL,
      line: colors['border']!,
      cells: [
        { fill: null, paragraphs: [{ runs: [{ text: '● ', size, color }, run(name)] }] },
        { fill: null, paragraphs: [{ align: 'right', runs: [run(value, 'text', true)] }] },
        { fill: null, paragraphs: [{ align: 'right', runs: [run(share, 'secondary')] }] },
      ],
    };
  });
  const place = { x: AREA.x + 400, y, width, height: rows.reduce((sum, row) => sum + row.height, 0) };
  return { kind: 'table', place, widths: [width * 0.55, width * 0.27, width * 0.18], hasHead: false, rows, inset: 6 };
}

/** The range of a heat map, and its colors between. */
function scaleParts({ low, high, colors: steps }: NonNullable<ChartBlock['scale']>, colors: Colors, y: number): Part[] {
  const text = (value: string, x: number, align: 'left' | 'right'): Part => ({
    kind: 'text',
    place: { x, y: y - 3, width: SCALE.text, height: 16 },
    paragraphs: [{ align, runs: [{ text: value, size: 11, color: colors['secondary']! }] }],
  });
  const start = AREA.x + SCALE.text + 6;
  return [
    text(low, AREA.x, 'right'),
    ...steps.map((fill, at): Part => ({
      kind: 'text',
      place: { x: start + at * SCALE.step, y, width: SCALE.step, height: SCALE.height },
      fill,
      paragraphs: [],
    })),
    text(high, start + steps.length * SCALE.step + 6, 'left'),
  ];
}
