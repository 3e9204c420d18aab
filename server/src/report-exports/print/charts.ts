import type { QueryResult, Tile, TileOf } from '@rise/contract';
import { bulletItems, chartData, chartNotes, columnName, hiddenSeries, type ChartData } from '@rise/portal/printed';
import {
  bulletChartHeight,
  bulletOption,
  canBePie,
  chartSeriesStyles,
  distributionOption,
  funnelShares,
  heatMapHeight,
  heatMapOption,
  heatMapRange,
  heatMapValues,
  mixHeight,
  mixOption,
  partColors,
  pieOption,
  pieShares,
  rankingHeight,
  rankingOption,
  scatterColors,
  scatterGroups,
  scatterOption,
  sequentialColor,
  seriesChartHeight,
  seriesData,
  seriesOption,
  stateClassColors,
  stateMapData,
  stateMapOption,
  treemapOption,
  waterfallOption,
  type ChartContext,
  type ChartOption,
  type FigureValue,
  isFigure,
} from '@rise/ui/chart-options';
import type { Answers } from '../tile-tables.rules.ts';
import { drawnSvg } from './drawing.ts';
import { dimensionNamed, labelOf, measureNamed, type PrintContext } from './print-context.ts';
import type { ChartBlock, FunnelBlock, LegendEntry, PaperSize } from './print-document.ts';
import { asFigure, asNumber, benchmarkOf, recordsOf } from './results.ts';

/** What a tile's block has besides its title and notes. */
export type Drawn =
  | Omit<ChartBlock, 'title' | 'subtitle' | 'notes'>
  | Omit<FunnelBlock, 'title' | 'subtitle' | 'notes'>;

/** Room for a drawing. */
export interface Room {
  /** Points. */
  readonly width: number;
  /** Pixels of the page on screen, where the row says so. */
  readonly height: number | null;
}

type ChartTile = TileOf<'chart'>;
const PLAIN = { unit: 'number' } as const;
const HEIGHT = 250;
/** Pixels: no drawing is higher than a page. */
const MOST = 1080;
/** Points: narrower, a pie's list is below it. */
const BESIDE = 260;
const SERIES_SHAPES: ReadonlySet<ChartTile['shape']> = new Set(['line', 'area', 'column', 'bar', 'combo']);

const context = ({ colors }: PrintContext, width: number, height: number): ChartContext => ({
  width,
  height,
  colors,
  motion: false,
});

interface Drawing {
  readonly alt: string;
  readonly legend?: readonly LegendEntry[];
  readonly scale?: ChartBlock['scale'];
  /** Pixels. */
  readonly height: number;
}

export function chart(
  option: (place: ChartContext) => ChartOption,
  { width }: Room,
  { alt, legend = [], scale = null, height }: Drawing,
  print: PrintContext,
): Drawn {
  const size = { width: Math.floor(width / print.paper.pixel), height: Math.min(MOST, height) };
  const svg = drawnSvg(option(context(print, size.width, size.height)), size);
  return { kind: 'chart', svg, alt, legend, parts: null, beside: false, chartWidth: width, scale };
}

/** A chart's result in its shape; null where it has nothing to draw. */
export function drawnChart(tile: ChartTile, result: QueryResult | undefined, room: Room, print: PrintContext) {
  if (!result) return null;
  const reading = {
    result,
    tile,
    dimensionOf: (field: string) => (tile.dataset === undefined ? dimensionNamed(print, field) : undefined),
    words: print.words.shared,
  };
  const data = chartData(reading);
  if (data.categories.length === 0) return null;
  const hidden = tile.shape === 'scatter' ? 0 : hiddenSeries(reading);
  const drawn = SERIES_SHAPES.has(tile.shape)
    ? drawnSeries(tile, data, room, print)
    : drawnShape(tile, data, result, room, print);
  const numbered = SERIES_SHAPES.has(tile.shape) ? chartNotes(tile, data, print.words.shared) : [];
  const labelOf = (key: string) => data.categories.find((category) => category.key === key)?.label ?? '';
  return (
    drawn && {
      drawn,
      notes: [
        ...numbered.map(({ category, text }, index) => `${index + 1} – ${labelOf(category)}: ${text}`),
        ...(hidden > 0 ? [print.words.texts.hiddenSeries(hidden)] : []),
        ...unplacedNotes(tile, data, print),
      ],
    }
  );
}

/** Categories of a map that are no states. */
function unplacedNotes({ shape }: ChartTile, { categories }: ChartData, { words }: PrintContext): string[] {
  if (shape !== 'map') return [];
  const { unplaced } = stateMapData(categories.map(({ key, label }) => ({ key, label, value: null })));
  return unplaced.length === 0 ? [] : [words.texts.unplaced(unplaced.map(({ label }) => label).join(', '))];
}

/** How many bars a tile has below each other. */
function barsOf(tile: Tile, answers: Answers | undefined): number {
  if (tile.kind === 'ranking') return answers?.['ranking']?.result.rows.length ?? 0;
  const result = answers?.['chart']?.result;
  if (tile.kind !== 'chart' || (tile.shape !== 'bar' && tile.shape !== 'bullet') || !result) return 0;
  if (tile.stack === 'none') return result.rows.length * (tile.series === undefined ? tile.measures.length : 1);
  const at = result.columns.findIndex(({ name }) => tile.category !== undefined && name === columnName(tile.category));
  return new Set(result.rows.map((row) => row[at])).size;
}

/** Whether a tile's bars are a table on this paper. */
export const isTooTall = (tile: Tile, answers: Answers | undefined, { bars }: Pick<PaperSize, 'bars'>): boolean =>
  barsOf(tile, answers) > bars;

const altOf = (tile: ChartTile, data: ChartData, result: QueryResult, { words }: PrintContext): string => {
  const column = result.columns.find(({ name }) => tile.category !== undefined && name === columnName(tile.category));
  const names = data.series.map(({ name }) => name).join(', ');
  return [words.localize(tile.title), column ? `${words.localize(column.title)}: ${names}` : names].join('. ');
};

function drawnSeries(tile: ChartTile, data: ChartData, room: Room, print: PrintContext): Drawn | null {
  const { words, colors } = print;
  if (!data.series.some((one) => one.data.some((value) => value !== null))) return null;
  const isHorizontal = tile.shape === 'bar';
  const placed = seriesData({
    categories: data.categories,
    series: data.series,
    orientation: isHorizontal ? 'horizontal' : 'vertical',
    stack: tile.stack,
    labels: tile.labels,
    lines: (tile.references ?? []).flatMap(({ label, value }) =>
      typeof value === 'number' ? [{ label: words.localize(label), value }] : [],
    ),
    notes: chartNotes(tile, data, words.shared),
    selected: null,
    isSelectable: false,
    figure: words.figure,
    texts: { incomplete: words.texts.incomplete, total: words.texts.total },
  });
  const styles = chartSeriesStyles(placed.series, colors);
  const hasTwoAxes = placed.placed.some(({ axis }) => axis === 'right');
  const second = isHorizontal ? words.texts.topAxis : words.texts.rightAxis;
  const legend = placed.placed.map(({ name, axis, mark }, index): LegendEntry => ({
    name: hasTwoAxes && axis === 'right' ? second(name) : name,
    color: styles[index]!.color,
    mark: mark === 'line' ? 'line' : 'filled',
    dash: styles[index]!.line,
  }));
  const rows = data.categories.length * (tile.stack === 'none' ? data.series.length : 1);
  const least = room.height ?? HEIGHT;
  return chart(
    (place) => seriesOption(placed, place),
    room,
    {
      alt: [words.localize(tile.title), data.series.map(({ name }) => name).join(', ')].join('. '),
      legend: legend.length > 1 ? legend : [],
      height: isHorizontal ? Math.max(Math.min(least, HEIGHT), seriesChartHeight(rows)) : least,
    },
    print,
  );
}

function drawnShape(
  tile: ChartTile,
  data: ChartData,
  result: QueryResult,
  room: Room,
  print: PrintContext,
): Drawn | null {
  const alt = altOf(tile, data, result, print);
  switch (tile.shape) {
    case 'pie':
      return pie(data, alt, room, print);
    case 'treemap':
      return treemap(tile, data, alt, room, print);
    case 'funnel':
      return funnel(data, print);
    case 'waterfall':
      return waterfall(tile, data, result, alt, room, print);
    case 'scatter':
      return scatter(tile, data, result, alt, room, print);
    case 'heat_map':
      return heatMap(data, alt, room, print);
    case 'bullet':
      return bullet(tile, data, alt, room, print);
    case 'map':
      return stateMap(data, alt, room, print);
    default:
      return null;
  }
}

function pie(data: ChartData, alt: string, room: Room, print: PrintContext): Drawn | null {
  const { words, colors, paper } = print;
  const [values] = data.series;
  const format = values?.format ?? PLAIN;
  const parts = data.categories.map(({ key, label: name, isOther }, place) => ({
    key,
    name,
    isOther,
    value: values?.data[place] ?? null,
  }));
  if (!canBePie(parts.map(({ value }) => value))) return null;
  const option = (place: ChartContext) =>
    pieOption(
      {
        parts,
        isRing: true,
        selected: null,
        isSelectable: false,
        write: (value) => words.figure(value, format),
        writeShare: words.percent,
      },
      place,
    );
  const drawn = chart(option, { ...room, width: paper.ring * paper.pixel }, { alt, height: paper.ring }, print);
  const fills = partColors(parts, colors);
  const shares = pieShares(parts);
  return {
    ...(drawn as Omit<ChartBlock, 'title' | 'subtitle' | 'notes'>),
    beside: room.width >= BESIDE,
    parts: parts.map(({ name, value }, index) => ({
      color: fills[index]!,
      name,
      value: words.figure(value, format),
      share: words.percent(shares[index]!),
    })),
  };
}

function treemap(tile: ChartTile, data: ChartData, alt: string, room: Room, print: PrintContext): Drawn | null {
  const { words } = print;
  const format = data.series[0]?.format ?? PLAIN;
  const nodes = data.categories.map(({ key, label: name, isOther }, place) => ({
    key,
    name,
    isOther,
    value: data.series.reduce((sum, { data: values }) => sum + (values[place] ?? 0), 0),
    ...(tile.series !== undefined && {
      children: data.series.map((series) => ({
        key: `${key} ${series.key}`,
        name: series.name,
        value: series.data[place] ?? 0,
      })),
    }),
  }));
  if (!nodes.some(({ value }) => value > 0)) return null;
  const write = (value: number) => words.figure(value, format);
  const writeShort = (value: number) => words.figure(value, format, { compact: true });
  return chart(
    (place) =>
      treemapOption(
        { nodes, selected: null, isSelectable: false, write, writeShort, writeShare: words.percent },
        place,
      ),
    room,
    { alt, height: room.height ?? HEIGHT },
    print,
  );
}

function funnel(data: ChartData, { words }: PrintContext): Drawn | null {
  const [values] = data.series;
  const figures = data.categories.map((_, place) => values?.data[place] ?? null);
  if (figures.every((value) => value === null)) return null;
  const shares = funnelShares(figures);
  return {
    kind: 'funnel',
    steps: data.categories.map(({ label }, place) => ({
      name: label,
      value: words.figure(figures[place]!, values?.format ?? PLAIN),
      ofFirst: words.percent(shares[place]!.ofFirst),
      ofPrevious: words.texts.ofPreviousStep(words.percent(shares[place]!.ofPrevious)),
      length: shares[place]!.length,
    })),
  };
}

function waterfall(
  tile: ChartTile,
  data: ChartData,
  result: QueryResult,
  alt: string,
  room: Room,
  print: PrintContext,
): Drawn {
  const { words } = print;
  const [values] = data.series;
  const total = asNumber(result.totals?.[result.columns.findIndex(({ name }) => name === tile.measures[0])]);
  const steps = [
    ...data.categories.map(({ key, label }, place) => ({
      key,
      label,
      value: values?.data[place] ?? null,
      kind: 'delta' as const,
    })),
    ...(total === null ? [] : [{ key: ' total', label: words.texts.total, value: total, kind: 'total' as const }]),
  ];
  const drawn = {
    steps,
    format: values?.format ?? PLAIN,
    isIncreaseGood: true,
    labels: true,
    isSelectable: false,
    figure: words.figure,
  };
  return chart((place) => waterfallOption(drawn, place), room, { alt, height: room.height ?? HEIGHT }, print);
}

function scatter(
  tile: ChartTile,
  data: ChartData,
  result: QueryResult,
  alt: string,
  room: Room,
  print: PrintContext,
): Drawn | null {
  const { words, colors } = print;
  const places = tile.measures.map((name) => result.columns.findIndex((column) => column.name === name));
  const [x, y, size] = places.map((place) => {
    const column = result.columns[place];
    return column ? { name: words.localize(column.title), format: column.format ?? PLAIN } : null;
  });
  if (!x || !y) return null;
  const points = data.points.flatMap(({ category, series, row }) => {
    const [across, up] = [asNumber(row[places[0]!]), asNumber(row[places[1]!])];
    if (across === null || up === null) return [];
    return [
      {
        key: category.key,
        label: category.label,
        x: across,
        y: up,
        ...(size && { size: asNumber(row[places[2]!]) }),
        ...(series && { series: series.label }),
      },
    ];
  });
  if (points.length === 0) return null;
  const groups = scatterGroups(points);
  const fills = scatterColors(groups.length, colors);
  const legend = groups.map(({ name }, index): LegendEntry => ({
    name,
    color: fills[index]!,
    mark: 'filled',
    dash: 'solid',
  }));
  return chart(
    (place) =>
      scatterOption(
        { points, x, y, size: size ?? null, selected: null, isSelectable: false, figure: words.figure },
        place,
      ),
    room,
    { alt, legend: groups.length > 1 ? legend : [], height: room.height ?? HEIGHT },
    print,
  );
}

const STOPS = [0, 0.25, 0.5, 0.75, 1];

function heatMap(data: ChartData, alt: string, room: Room, print: PrintContext): Drawn | null {
  const { words, colors } = print;
  const format = data.series[0]?.format ?? PLAIN;
  const rows = data.series.map(({ key, name }) => ({ key, label: name }));
  const cells = data.series.flatMap(({ key, data: values }) =>
    data.categories.map((category, place) => ({ row: key, column: category.key, value: values[place] ?? null })),
  );
  const values = heatMapValues(rows, data.categories, cells);
  const range = heatMapRange(values);
  if (!range) return null;
  const writeShort = (value: number | null) => words.figure(value, format, { compact: true });
  const drawn = {
    rows,
    columns: data.categories,
    values,
    range,
    selected: null,
    isSelectable: false,
    write: (value: number | null) => words.figure(value, format),
    writeShort,
  };
  return chart(
    (place) => heatMapOption(drawn, place),
    room,
    {
      alt,
      height: Math.max(room.height ?? HEIGHT, heatMapHeight(rows.length)),
      scale: {
        low: writeShort(range[0]),
        high: writeShort(range[1]),
        colors: STOPS.map((share) => sequentialColor(share, colors)),
      },
    },
    print,
  );
}

function bullet(tile: ChartTile, data: ChartData, alt: string, room: Room, print: PrintContext): Drawn | null {
  const items = bulletItems(data, tile);
  if (items.every(({ value }) => value === null)) return null;
  const format = data.series[0]?.format ?? PLAIN;
  const write = (value: number | null) => print.words.figure(value, format);
  return chart(
    (place) => bulletOption({ items, write }, place),
    room,
    { alt, height: bulletChartHeight(items.length) },
    print,
  );
}

/** Pixels: squares of states that have room for their values. */
const MAP_HEIGHT = 470;

function stateMap(data: ChartData, alt: string, room: Room, print: PrintContext): Drawn | null {
  const { words, colors } = print;
  const [values] = data.series;
  const format = values?.format ?? PLAIN;
  const map = stateMapData(
    data.categories.map(({ key, label }, place) => ({ key, label, value: values?.data[place] ?? null })),
  );
  if (map.classes.length === 0) return null;
  const writeShort = (value: number | null) => words.figure(value, format, { compact: true });
  const fills = stateClassColors(map.classes.length, colors);
  const legend = map.classes.map(({ low, high }, at): LegendEntry => ({
    name: low === high ? writeShort(low) : `${writeShort(low)} – ${writeShort(high)}`,
    color: fills[at]!,
    mark: 'filled',
    dash: 'solid',
  }));
  const drawn = { ...map, selected: null, isSelectable: false, write: writeShort, writeShort };
  return chart(
    (place) => stateMapOption(drawn, place),
    room,
    { alt, legend, height: Math.max(room.height ?? 0, MAP_HEIGHT) },
    print,
  );
}

/** Ranked members, with the subject. */
export function drawnRanking(name: string, { ranking, benchmark }: Answers, room: Room, print: PrintContext) {
  const { report, subject, words } = print;
  const about = report.document.subject;
  if (!about) return null;
  const measure = measureNamed(print, name);
  const items = recordsOf(ranking?.result).map((row) => ({
    key: String(row[about.key]),
    label: String(row[about.title] ?? row[about.key]),
    value: asFigure(row[name]),
  }));
  if (items.length === 0) return null;
  const own = benchmarkOf(benchmark?.result, measure);
  const data = {
    items,
    subject: subject && own ? { key: subject.key, label: subject.title, value: own.value, rank: own.rank } : null,
    write: (value: FigureValue) => words.figure(value, measure.format, { compact: true }),
    writeRank: words.integer,
  };
  const alt = words.texts.rankingOf(words.localize(measure.title));
  return chart((place) => rankingOption(data, place), room, { alt, height: rankingHeight(data) }, print);
}

/** How many members have which values, with the subject's own. */
export function drawnDistribution(name: string, answers: Answers, room: Room, print: PrintContext) {
  const { subject, words } = print;
  const { texts } = words;
  const { format, title, ...measure } = measureNamed(print, name);
  const buckets = recordsOf(answers['distribution']?.result).map((row) => ({
    lower: asNumber(row['lower']),
    upper: asNumber(row['upper']),
    members: asNumber(row['members']) ?? 0,
    containsSubject: row['holds_member'] === true,
  }));
  if (buckets.every(({ members }) => members === 0)) return null;
  const own = benchmarkOf(answers['benchmark']?.result, { ...measure, format, title });
  const write = (value: FigureValue) => words.figure(value, { ...format, truncate: false }, { compact: true });
  const exact = (value: FigureValue) => words.figure(value, format, { compact: true });
  const data = {
    buckets,
    subject:
      subject && own && own.value !== null ? { label: `${subject.title} ${exact(own.value)}`, value: own.value } : null,
    median: own && isFigure(own.median) ? { label: texts.medianOf(exact(own.median)), value: own.median } : null,
    write,
    writeCount: words.integer,
    writeRange: () => '',
    countLabel: texts.members,
  };
  return chart(
    (place) => distributionOption(data, place),
    room,
    { alt: texts.distributionOf(words.localize(title)), height: room.height ?? HEIGHT },
    print,
  );
}

/** Shares of a whole, the subject's beside those of its peers. */
export function drawnMix(tile: TileOf<'mix'>, answers: Answers, room: Room, print: PrintContext) {
  const { report, subject, words, colors } = print;
  const [own] = recordsOf(answers['subject']?.result);
  const [peers] = recordsOf(answers['peers']?.result);
  const share = (row: typeof own, name: string): number | null => {
    const [part, whole] = [asNumber(row?.[name]), asNumber(row?.[tile.whole])];
    return part === null || !whole ? null : part / whole;
  };
  const parts = tile.parts.map((name) => ({
    key: name,
    label: labelOf(print, measureNamed(print, name)),
    subject: share(own, name),
    peers: share(peers, name),
  }));
  if (parts.every((part) => part.subject === null && part.peers === null)) return null;
  const about = report.document.subject;
  const entry = (name: string, color: string): LegendEntry => ({ name, color, mark: 'filled', dash: 'solid' });
  const legend = [
    entry(subject?.title ?? (about ? words.localize(about.label) : ''), colors.primary),
    entry(words.texts.peers, colors.quiet),
  ];
  const write = (value: FigureValue) => words.figure(value, { unit: 'percent', decimals: 1 });
  const alt = words.texts.sharesOf(words.localize(measureNamed(print, tile.whole).title));
  return chart((place) => mixOption({ parts, write }, place), room, { alt, legend, height: mixHeight(parts) }, print);
}
