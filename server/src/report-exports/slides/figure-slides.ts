import type { Band, CardsBlock, ClassBlock, FigureCard, FunnelBlock } from '../print/print-document.ts';
import { inGroups, LINE, linesOf } from './lines.rules.ts';
import { AREA, type Paragraph, type Part, type Run, type SlideRow } from './slide.ts';
import { CELL, TONE_COLORS, TONE_SIGNS } from './table-slides.ts';

type Colors = Readonly<Record<string, string>>;

const GAP = 14;
const INSET = 12;
const SIZES = { title: 13, value: 26, text: 12 };
/** Of a figure's course. */
const COURSE = 34;
const MOST_CARDS = 4;

/** Columns without a gap in the last row, if there are. */
const columnsOf = (cards: number): number =>
  cards <= MOST_CARDS ? cards : ([4, 3].find((size) => cards % size === 0) ?? MOST_CARDS);

/** Figures as cards, as many rows on a slide as fit. */
export function cardParts({ cards, period }: CardsBlock, colors: Colors, bottom: number): Part[][] {
  const columns = columnsOf(cards.length);
  const width = (AREA.width - GAP * (columns - 1)) / columns;
  const top = AREA.y + (period === null ? 0 : 24);
  const contents = cards.map((card) => cardContent(card, width - 2 * INSET, colors));
  const rows = Array.from({ length: Math.ceil(cards.length / columns) }, (_, row) => {
    const own = contents.slice(row * columns, (row + 1) * columns);
    return { own, height: Math.max(...own.map(({ height }) => height)) };
  });
  const free = bottom - top + GAP;
  return inGroups(rows, ({ height }) => height + GAP, { first: free, other: free }).map((group) => {
    let y = top;
    const parts = group.flatMap(({ own, height }) => {
      const row = own.flatMap(({ paragraphs, card }, at) => {
        const place = { x: AREA.x + at * (width + GAP), y, width, height };
        return cardPart(card, paragraphs, place, colors);
      });
      y += height + GAP;
      return row;
    });
    return period === null ? parts : [line(period, { y: AREA.y, color: colors['secondary']! }), ...parts];
  });
}

/** A line of text as wide as the slide. */
export const line = (text: string, { y, color }: { y: number; color: string }): Part => ({
  kind: 'text',
  place: { x: AREA.x, y, width: AREA.width, height: 20 },
  paragraphs: [{ runs: [{ text, size: SIZES.text, color }] }],
});

function cardContent(card: FigureCard, width: number, colors: Colors) {
  const small = (text: string, color = colors['secondary']!, bold = false): Run => ({ text, size: 12, color, bold });
  const tone = card.mark && colors[TONE_COLORS[card.mark]]!;
  const sign = card.change?.sign === 'positive' ? '▲ ' : card.change?.sign === 'negative' ? '▼ ' : '';
  const paragraphs: Paragraph[] = [
    { runs: [{ text: card.title, size: SIZES.title, color: colors['secondary']!, bold: true }] },
    {
      space: 4,
      runs: [
        ...(card.mark ? [{ text: `${TONE_SIGNS[card.mark]} `, size: 16, color: tone! }] : []),
        { text: card.value, size: SIZES.value, color: colors['text']!, bold: true },
      ],
    },
    ...(card.exact === null ? [] : [{ runs: [small(card.exact, colors['hint']!)] }]),
    ...(card.band === null ? [] : [{ space: 3, runs: [small(card.band.title, colors[card.band.tone]!, true)] }]),
    ...(card.change === null
      ? []
      : [
          {
            space: 3,
            runs: [
              small(`${sign}${card.change.text}`, colors[card.change.tone]!, true),
              small(` ${card.change.compared}`),
            ],
          },
        ]),
    ...card.lines.map(([name, value]) => ({ space: 3, runs: [small(`${name}: `), small(value, colors['text']!)] })),
  ];
  const heights = paragraphs.map(({ runs, space = 0 }) => {
    const size = Math.max(...runs.map((run) => run.size));
    const bold = runs.some((run) => run.bold);
    return linesOf(runs.map(({ text }) => text).join(''), { width, size, bold }).length * size * LINE + space;
  });
  const height = heights.reduce((sum, one) => sum + one, 2 * INSET) + (card.svg === null ? 0 : COURSE + 4);
  return { card, paragraphs, height };
}

function cardPart(
  card: FigureCard,
  paragraphs: readonly Paragraph[],
  place: { x: number; y: number; width: number; height: number },
  colors: Colors,
): Part[] {
  const frame: Part = {
    kind: 'text',
    place,
    paragraphs,
    border: colors['border']!,
    fill: colors['surface']!,
    inset: INSET,
  };
  if (card.svg === null) return [frame];
  const course = {
    x: place.x + INSET,
    y: place.y + place.height - COURSE - INSET,
    width: place.width - 2 * INSET,
    height: COURSE,
  };
  return [frame, { kind: 'picture', place: course, svg: card.svg, alt: card.title }];
}

/** The bands side by side, the own one filled, and what goes with it below. */
export function classParts({ value, bands, companions }: ClassBlock, colors: Colors, bottom: number): Part[][] {
  const width = (AREA.width - 4 * (bands.length - 1)) / bands.length;
  const height = 96;
  const scale = bands.map((band, at): Part => {
    const own = colors[band.tone]!;
    const ground = { fill: band.here ? own : colors[`${band.tone}-tint`]! };
    const color = band.here ? colors['surface']! : colors['text']!;
    const place = { x: AREA.x + at * (width + 4), y: AREA.y, width, height };
    const runs = (text: string, size: number, bold = false): Paragraph => ({
      align: 'center',
      runs: [{ text, size, color, bold }],
    });
    return {
      kind: 'text',
      place,
      ...ground,
      inset: 6,
      anchor: 'middle',
      paragraphs: [
        ...(band.here ? [runs(value, 22, true)] : []),
        runs(band.title, 14, band.here),
        ...(band.range === '' ? [] : [runs(band.range, 11)]),
      ],
    };
  });
  const widths = [AREA.width * 0.28, AREA.width * 0.14, AREA.width * 0.18, AREA.width * 0.4];
  const rows = companions.map((companion): SlideRow => {
    const texts = [companion.title, companion.value, companion.band?.title ?? '', companion.meaning ?? ''];
    const lines = texts.map((text, at) => linesOf(text, { width: widths[at]! - 12, size: 12, bold: at === 1 }).length);
    return {
      height: Math.max(...lines) * 12 * LINE + 2 * CELL,
      line: colors['border']!,
      cells: texts.map((text, at) => ({
        fill: null,
        paragraphs: [
          {
            align: at === 1 ? ('right' as const) : ('left' as const),
            runs: [cellRun(text, at, companion.band, colors)],
          },
        ],
      })),
    };
  });
  const groups = inGroups(rows, (row) => row.height, { first: bottom - AREA.y - height - 16, other: bottom - AREA.y });
  return groups.map((group, at): Part[] => {
    const y = at === 0 ? AREA.y + height + 16 : AREA.y;
    const total = group.reduce((sum, row) => sum + row.height, 0);
    const place = { x: AREA.x, y, width: AREA.width, height: total };
    const table: Part = { kind: 'table', place, widths, hasHead: false, rows: group, inset: 6 };
    return [...(at === 0 ? scale : []), ...(group.length === 0 ? [] : [table])];
  });
}

const cellRun = (text: string, at: number, band: Band | null, colors: Colors): Run => ({
  text,
  size: 12,
  bold: at === 1 || at === 2,
  color: at === 2 && band ? colors[band.tone]! : colors[at === 3 ? 'secondary' : 'text']!,
});

const STEP = { most: 56, gap: 6 };

/** Steps as bars below each other. */
export function funnelParts({ steps }: FunnelBlock, colors: Colors, bottom: number): Part[][] {
  const least = 2 * 12 * LINE + STEP.gap;
  const free = bottom - AREA.y;
  const height = Math.max(least, Math.min(STEP.most, free / steps.length));
  const numbered = steps.map((step, number) => ({ step, number }));
  return inGroups(numbered, () => height, { first: free, other: free }).map((group) =>
    group.flatMap(({ step, number }, at): Part[] => {
      const y = AREA.y + at * height;
      const inner = height - STEP.gap;
      const text = (x: number, width: number, paragraphs: Paragraph[]): Part => ({
        kind: 'text',
        place: { x, y, width, height: inner },
        anchor: 'middle',
        paragraphs,
      });
      const width = Math.max(2, 400 * step.length);
      const small = { size: 11, color: colors['secondary']! };
      return [
        text(AREA.x, 220, [{ runs: [{ text: step.name, size: 13, color: colors['text']! }] }]),
        {
          kind: 'text',
          place: { x: AREA.x + 230 + (400 - width) / 2, y, width, height: inner },
          fill: colors['primary']!,
          paragraphs: [],
        },
        text(AREA.x + 640, 240, [
          {
            align: 'right',
            runs: [
              { text: step.value, size: 13, color: colors['text']!, bold: true },
              { text: `  ${step.ofFirst}`, ...small },
            ],
          },
          ...(number === 0 ? [] : [{ align: 'right' as const, runs: [{ text: step.ofPrevious, ...small }] }]),
        ]),
      ];
    }),
  );
}
