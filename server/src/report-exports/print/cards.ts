import { figureMarks } from '@rise/contract/figure-formats';
import type { QueryResult, TileOf } from '@rise/contract';
import { columnName, isIncomplete, periodText } from '@rise/portal/printed';
import { formatPoints, isFigure, path, runs, SPARKLINE, type FigureFormat } from '@rise/ui/chart-options';
import type { Answers } from '../tile-tables.rules.ts';
import { labelOf, measureNamed, type PrintContext, type ReportMeasure } from './print-context.ts';
import type { CardsBlock, ClassBlock, FigureCard } from './print-document.ts';
import { asFigure, asNumber, bandOf, benchmarkOf } from './results.ts';

type Untitled<Block> = Omit<Block, 'title' | 'subtitle' | 'notes'>;

/** Points: a card of a figure, at least. */
const CARD = 92;
/** Points: the title of a band. */
const BAND = 84;
/** Points of a figure's text, by its length. */
const SIZES = [
  { from: 14, size: 9.5 },
  { from: 11, size: 12 },
  { from: 8, size: 14 },
  { from: 0, size: 17 },
];

const sizeOf = (text: string): number => SIZES.find(({ from }) => text.length >= from)!.size;

/** The widest of these row sizes that has room and leaves no gap in the last row; else the first that has room. */
function columnsOf(cards: number, width: number): number {
  const most = Math.max(1, Math.floor((width + 7) / (CARD + 7)));
  if (cards <= most) return cards;
  const sizes = [5, 4, 3, 2].filter((size) => size <= most);
  return sizes.find((size) => cards % size === 0) ?? sizes[0] ?? 1;
}

const NOTHING = { mark: null, band: null, change: null, lines: [], position: null, svg: null } as const;

function valueTexts(value: string | number | null, format: FigureFormat, { words }: PrintContext) {
  const exact = words.figure(value, format);
  const short = words.figure(value, format, { compact: true });
  return { value: short, size: sizeOf(short), exact: exact === short ? null : exact };
}

/** The subject's figures, with the peers' median and the percentile among them. */
export function benchmarkCards(
  tile: TileOf<'kpis'>,
  { benchmark }: Answers,
  width: number,
  print: PrintContext,
): Untitled<CardsBlock> {
  const { words } = print;
  const { texts } = words;
  const cards = tile.measures.map((name): FigureCard => {
    const measure = measureNamed(print, name);
    const own = benchmarkOf(benchmark?.result, measure);
    const band = bandOf(measure, own?.value, print);
    const hasPosition = own !== null && isFigure(own.value) && own.percentile !== null;
    return {
      ...NOTHING,
      title: labelOf(print, measure),
      ...valueTexts(own?.value ?? null, measure.format, print),
      band: band && { title: words.localize(band.title), tone: band.tone },
      lines: [
        [texts.median, words.figure(own?.median ?? null, measure.format, { compact: true })],
        ...(hasPosition
          ? ([
              [texts.percentile, words.integer(Math.round(own.percentile!))],
              ...(own.rank !== null && own.peers !== null
                ? [[texts.rank, texts.rankOf(words.integer(own.rank), words.integer(own.peers))] as const]
                : []),
            ] as const)
          : []),
      ],
      position: hasPosition ? own.percentile : null,
    };
  });
  return { kind: 'cards', period: null, columns: columnsOf(cards.length, width), cards };
}

/** The server's name of the column with a figure's change. */
const changeOf = (measure: string): string => `${measure}_change`.slice(0, 63);

/** Figures; with a date those of the latest period, their change and their course. */
export function figureCards(
  tile: TileOf<'figures'>,
  { trend, figures }: Answers,
  width: number,
  print: PrintContext,
): Untitled<CardsBlock> {
  const { words } = print;
  const result = (trend ?? figures)?.result;
  const [latest] = result?.rows ?? [];
  const at = (name: string) => result?.columns.findIndex((column) => column.name === name) ?? -1;
  const { time } = tile;
  const start = time && latest ? String(latest[at(columnName(time))] ?? '') : '';
  const isOpen = time !== undefined && start !== '' && isIncomplete(result?.columns[at(columnName(time))], start);
  const marks = result && figureMarks(tile, result);
  const cards = tile.measures.map((name): FigureCard => {
    const column = result?.columns[at(name)];
    const measure = measureNamed(print, name);
    const format = column?.format ?? { unit: 'number' as const };
    const title = tile.dataset === undefined ? labelOf(print, measure) : words.localize(column?.title ?? measure.title);
    const course = time ? (result?.rows ?? []).map((row) => asNumber(row[at(name)])).toReversed() : [];
    return {
      ...NOTHING,
      title,
      ...valueTexts(asFigure(latest?.[at(name)]), format, print),
      mark: (latest && marks?.get(at(name))?.(latest)?.tone) ?? null,
      change: isOpen ? null : changeText(tile, result, measure, print),
      svg: course.filter((value) => value !== null).length > 1 ? courseSvg(course, print) : null,
    };
  });
  const period = time && start !== '' ? periodText(start, time.grain, words.shared) : null;
  return {
    kind: 'cards',
    period: period === null || !isOpen ? period : `${period} · ${words.texts.incomplete}`,
    columns: columnsOf(cards.length, width),
    cards,
  };
}

/** A figure's change: of percentages in points, of others in percent. */
function changeText(
  tile: TileOf<'figures'>,
  result: QueryResult | undefined,
  { name, better }: ReportMeasure,
  { words }: PrintContext,
): FigureCard['change'] {
  const at = result?.columns.findIndex((column) => column.name === changeOf(name)) ?? -1;
  const value = asFigure(result?.rows[0]?.[at]);
  if (at < 0 || !isFigure(value)) return null;
  const format = result!.columns.find((column) => column.name === name)?.format;
  const sign = Math.sign(Number(value));
  const isGood = better === 'higher' ? sign > 0 : sign < 0;
  return {
    text:
      format?.unit === 'percent'
        ? `${formatPoints(value, format.decimals ?? 0, words.language)} ${words.texts.points}`
        : words.figure(value, { unit: 'percent', decimals: 1 }, { signed: true }),
    tone: better === 'neutral' || sign === 0 ? 'secondary' : isGood ? 'positive' : 'negative',
    sign: sign === 0 ? null : sign > 0 ? 'positive' : 'negative',
    compared: words.texts.compared[tile.compare ?? 'previous_period'],
  };
}

/** A line without axes. */
function courseSvg(values: readonly (number | null)[], { colors }: PrintContext): string {
  const { width, height } = SPARKLINE;
  const lines = runs(values).map((run) => {
    const line = run.length > 1 ? path(run) : `${path(run)}h0.01`;
    return `<path d="${line}" fill="none" stroke="${colors.primary}" stroke-width="1.6" stroke-linejoin="round" stroke-linecap="round"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="-1 -3 ${width + 2} ${height + 6}" preserveAspectRatio="none">${lines.join('')}</svg>`;
}

/** The subject's class by the thresholds of one measure; null without a value. */
export function classBlock(
  tile: TileOf<'classification'>,
  { benchmark }: Answers,
  width: number,
  print: PrintContext,
): Untitled<ClassBlock> | null {
  const { words } = print;
  const { texts } = words;
  const measure = measureNamed(print, tile.measure);
  const valueOf = (of: ReportMeasure) => benchmarkOf(benchmark?.result, of)?.value ?? null;
  const value = valueOf(measure);
  if (asNumber(value) === null) return null;
  const bands = measure.bands ?? [];
  const own = bandOf(measure, value, print);
  const rangeOf = (index: number): string => {
    const from = bands[index]!.from;
    const upper = bands[index - 1]?.from ?? null;
    if (from !== null) return texts.bandFrom(words.figure(from, measure.format));
    return upper === null ? '' : texts.bandBelow(words.figure(upper, measure.format));
  };
  const companions = (tile.companions ?? [])
    .map((name) => measureNamed(print, name))
    .filter((companion) => asNumber(valueOf(companion)) !== null);
  return {
    kind: 'class',
    stacked: width / Math.max(1, bands.length) < BAND,
    value: words.figure(value, measure.format),
    bands: bands
      .map((band, index) => ({
        title: words.localize(band.title),
        tone: band.tone,
        range: rangeOf(index),
        here: band === own,
      }))
      .toReversed(),
    companions: companions.map((companion) => {
      const band = bandOf(companion, valueOf(companion), print);
      const differs = band !== null && band.name !== own?.name;
      return {
        title: words.localize(companion.title),
        value: words.figure(valueOf(companion), companion.format),
        band: band && { title: words.localize(band.title), tone: band.tone },
        meaning: differs ? words.localize(companion.caveat ?? companion.definition) : null,
      };
    }),
  };
}
