import type { Pair, PlacedBlock, PrintBlock, PrintDocument, PrintPage } from '../print/print-document.ts';
import { chartParts } from './chart-slides.ts';
import { cardParts, classParts, funnelParts } from './figure-slides.ts';
import { imageParts } from './image-slides.ts';
import { LINE, linesOf } from './lines.rules.ts';
import { AREA, type Paragraph, type Part, type Slide } from './slide.ts';
import { tableParts } from './table-slides.ts';
import { textParts } from './text-slides.ts';

type Colors = Readonly<Record<string, string>>;

export const NOTE = 10;
/** Notes are below the content while they leave room for it, and else on a slide of their own. */
const MOST_NOTES = 84;

/** Slides of a report: its title, one or more for each tile in their order, and what the measures mean. */
export function slidesOf(document: PrintDocument): Slide[] {
  const { colors, pages } = document;
  return [
    ...titleSlides(document),
    ...pages.flatMap((page) =>
      page.lines.flatMap(({ tiles }) => tiles.flatMap((tile) => tileSlides(tile, page, document))),
    ),
    ...definitionSlides(document, colors),
  ];
}

/** Where facts and selections begin, and how wide each is. */
const FACTS = { y: 190, width: (AREA.width - 40) / 2, size: 14 };

function titleSlides({ title, organization, purpose, facts, selections, colors }: PrintDocument): Slide[] {
  const pairs = (list: readonly Pair[]): Paragraph[] =>
    list.map(([name, value]) => ({
      space: 4,
      runs: [
        { text: `${name}: `, size: FACTS.size, color: colors['secondary']! },
        { text: value, size: FACTS.size, color: colors['text']!, bold: true },
      ],
    }));
  const height = AREA.bottom - FACTS.y;
  const text = (list: readonly Pair[], x: number): Part => ({
    kind: 'text',
    place: { x, y: FACTS.y, width: FACTS.width, height },
    paragraphs: pairs(list),
  });
  const lines = selections.flatMap(([name, value]) => linesOf(`${name}: ${value}`, FACTS));
  const isBeside = lines.length * FACTS.size * LINE + selections.length * 4 <= height;
  const own: Part[] = [
    {
      kind: 'text',
      place: { x: AREA.x, y: AREA.y, width: AREA.width, height: FACTS.y - AREA.y - 10 },
      paragraphs: [{ runs: [{ text: purpose, size: 16, color: colors['secondary']! }] }],
    },
    text(facts, AREA.x),
    ...(isBeside ? [text(selections, AREA.x + FACTS.width + 40)] : []),
  ];
  const listed = selections.map(([name, value]) => asParagraph(`${name}: ${value}`));
  const contents = [own, ...(isBeside ? [] : textParts(listed, colors, AREA.bottom))];
  return contents.map((parts) => ({ title, above: organization, subtitle: null, notes: [], spoken: [], parts }));
}

function tileSlides({ block, definitions }: PlacedBlock, page: PrintPage, { title, colors }: PrintDocument): Slide[] {
  const notes = 'notes' in block ? block.notes : [];
  const height = notes.reduce((sum, note) => sum + noteHeight(note), 0);
  const isBelow = height <= MOST_NOTES;
  const bottom = isBelow && height > 0 ? AREA.bottom - height - 6 : AREA.bottom;
  const contents = [
    ...partsOf(block, colors, bottom),
    ...(isBelow ? [] : textParts(notes.map(asParagraph), colors, AREA.bottom)),
  ];
  const named = block.title ?? nameOf(block) ?? page.title ?? title;
  return contents.map((parts, at): Slide => ({
    title: contents.length > 1 ? `${named} (${at + 1}/${contents.length})` : named,
    above: page.title,
    subtitle: 'subtitle' in block ? block.subtitle : null,
    parts,
    notes: isBelow ? notes : [],
    spoken: definitions.map(([name, definition]) => `${name}: ${definition}`),
  }));
}

const asParagraph = (text: string) => ({ kind: 'paragraph' as const, parts: [{ kind: 'text' as const, text }] });

export const noteHeight = (note: string): number =>
  linesOf(note, { width: AREA.width, size: NOTE }).length * NOTE * LINE + 2;

/** A tile without a title is named by what is in it. */
function nameOf(block: PrintBlock): string | null {
  if (block.kind === 'cards') return block.cards[0]?.title ?? null;
  if (block.kind !== 'text') return null;
  const heading = block.blocks.find((one) => one.kind === 'heading');
  const [first] = heading?.kind === 'heading' ? heading.parts : [];
  return first?.kind === 'text' ? first.text : null;
}

function partsOf(block: PrintBlock, colors: Colors, bottom: number): Part[][] {
  switch (block.kind) {
    case 'chart':
      return [chartParts(block, colors, bottom)];
    case 'funnel':
      return funnelParts(block, colors, bottom);
    case 'cards':
      return cardParts(block, colors, bottom);
    case 'class':
      return classParts(block, colors, bottom);
    case 'table':
      return block.parts.flatMap((part) => tableParts(part, colors, bottom));
    case 'image':
      return [imageParts(block, colors, bottom)];
    case 'text':
      return textParts(block.blocks, colors, bottom);
    case 'empty':
      return [emptyParts(block.message, colors)];
  }
}

const emptyParts = ({ title, text }: { title: string; text: string }, colors: Colors): Part[] => [
  {
    kind: 'text',
    place: { x: AREA.x, y: AREA.y, width: AREA.width, height: 60 },
    paragraphs: [
      { runs: [{ text: title, size: 16, color: colors['text']!, bold: true }] },
      { space: 4, runs: [{ text, size: 14, color: colors['secondary']! }] },
    ],
  },
];

/** What the measures mean, as a table that continues. */
function definitionSlides({ definitions }: PrintDocument, colors: Colors): Slide[] {
  if (definitions.rows.length === 0) return [];
  const [name = '', definition = ''] = definitions.head;
  const table = {
    columns: [
      { title: name, figure: false, width: AREA.width * 0.28 },
      { title: definition, figure: false, width: AREA.width * 0.72 },
    ],
    rows: definitions.rows.map((row) => ({
      look: 'plain' as const,
      cells: [row.name, row.note === null ? row.definition : `${row.definition} ${row.note}`],
    })),
    size: 12,
    inset: 6,
  };
  const contents = tableParts(table, colors, AREA.bottom);
  return contents.map((parts, at): Slide => ({
    title: contents.length > 1 ? `${definitions.title} (${at + 1}/${contents.length})` : definitions.title,
    above: null,
    subtitle: null,
    parts,
    notes: [],
    spoken: [],
  }));
}
