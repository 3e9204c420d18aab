import {
  GRID_COLUMNS,
  localize,
  ROW_STEP,
  type Cell,
  type Language,
  type Paper,
  type QueryResult,
  type Report,
  type ReportRow,
  type ResultColumn,
  type Tile,
} from '@rise/contract';
import { isIncomplete, periodText } from '@rise/portal/printed';
import { chartColors, formatFigure, tokens } from '@rise/ui/chart-options';
import { selectionsOf, type CoverFacts } from '../cover.rules.ts';
import { exportTexts } from '../texts.ts';
import { notesOf, titleWithUnit, type Answers, type TableContext } from '../tile-tables.rules.ts';
import { benchmarkCards, classBlock, figureCards } from './cards.ts';
import { drawnBoxes } from './boxes.ts';
import { drawnChart, drawnDistribution, drawnMix, drawnRanking, isTooTall, type Room } from './charts.ts';
import { imageBlock } from './image-block.ts';
import { linesOf, PRINTED_BARS } from './lines.rules.ts';
import { formattedText } from './markdown.rules.ts';
import { dimensionNamed, labelOf, measureNamed, type PrintContext } from './print-context.ts';
import type {
  PaperSize,
  Pair,
  PictureFiles,
  PlacedBlock,
  PrintBlock,
  PrintDocument,
  PrintLine,
  PrintPage,
} from './print-document.ts';
import { unclassified } from './results.ts';
import { laidOutTable, plainTable } from './tables.ts';
import { breakWords, withBrokenWords } from './text.rules.ts';
import { printWords } from './words.ts';

/** All that a printed report is made from, as plain data: it goes to another thread. */
export interface PrintRequest {
  readonly report: Report;
  readonly language: Language;
  readonly paper: Paper | 'slide' | 'mail';
  readonly facts: CoverFacts;
  /** The measure of rankings and distributions that name none. */
  readonly measure: string | null;
  readonly answers: Readonly<Record<string, Answers>>;
  /** All rows of the lists, by tile. */
  readonly lists: Readonly<Record<string, RowList>>;
  readonly pictures: PictureFiles;
  /** The tenant's, which is among the pictures; size in pixels. */
  readonly logo?: { readonly hash: string; readonly width: number; readonly height: number } | null;
}

export interface RowList {
  readonly columns: readonly ResultColumn[];
  readonly rows: readonly (readonly Cell[])[];
}

/** Texts of 12 pixels are as small as print bears, and labels have the more room. */
const PRINTED = {
  margin: 42,
  inset: 9,
  pixel: 0.62,
  ring: 168,
  bars: PRINTED_BARS,
  sizes: [8, 7.5, 7, 6.5],
  chartHeight: null,
};
const PAPERS: Record<PrintRequest['paper'], PaperSize> = {
  a4: { width: 595.28, height: 841.89, ...PRINTED },
  letter: { width: 612, height: 792, ...PRINTED },
  slide: {
    width: 960,
    height: 540,
    margin: 40,
    inset: 0,
    pixel: 1,
    ring: 300,
    bars: 20,
    sizes: [13, 12, 11, 10, 9],
    chartHeight: 350,
  },
  // As wide as programs show mail without scrolling.
  mail: {
    width: 600,
    height: 600,
    margin: 0,
    inset: 0,
    pixel: 1,
    ring: 260,
    bars: 40,
    sizes: [13],
    chartHeight: 300,
  },
};
const GAP = 10;
/** A chart's height where its row has one, in pixels. */
const HEIGHTS = { least: 120, most: 620, title: 44 };

/** Everything about a report that the layout sets. */
export function printDocument(request: PrintRequest): PrintDocument {
  const { report, language, facts } = request;
  const { document } = report;
  const texts = exportTexts[language];
  const words = printWords(report, texts, language);
  const paper = PAPERS[request.paper];
  const colors = chartColors('light', 'default');
  const { subject, resolved } = facts;
  const print: PrintContext = { report, resolved, subject, measure: request.measure, words, colors, paper };
  const table: TableContext = { report, language, texts, measure: request.measure, subject: subject?.title ?? null };
  const blocks = new BlockBuilder(request, print, table);
  const title = localize(document.title, language);
  const asOf = report.asOf === null ? [] : [`${texts.asOf} ${words.day(report.asOf)}`];
  const hasPages = document.pages.length > 1;
  return {
    title: breakWords(title, 24),
    author: facts.author ?? facts.tenant,
    language,
    paper,
    colors: tokens('light', 'default'),
    organization: breakWords(facts.tenant, 50),
    logo: logoOf(request),
    purpose: breakWords(localize(document.purpose, language), 45),
    facts: factPairs(facts, print),
    selections: selectionsOf(facts, table).map(([name, value]) => [name, breakWords(value, 18)]),
    footer: { title: [facts.tenant, title, ...asOf].join(' · '), page: texts.page },
    pages: document.pages.map((page): PrintPage => ({
      title: hasPages ? breakWords(localize(page.title, language), 32) : null,
      lines: page.rows.flatMap((row) => blocks.linesOf(row)),
    })),
    definitions: {
      title: texts.definitions,
      head: [texts.measure, texts.definition],
      rows: report.fields.measures.map((measure) => ({
        name: breakWords(titleWithUnit(measure, report.currency, language), 14),
        definition: breakWords(localize(measure.definition, language), 38),
        note: measure.caveat && breakWords(localize(measure.caveat, language), 38),
      })),
    },
  };
}

/** As large as it may be, in points. */
const LOGO = { width: 150, height: 34 };

/** Whole, and not enlarged beyond its pixels. */
function logoOf({ logo = null }: PrintRequest): PrintDocument['logo'] {
  if (logo === null) return null;
  const share = Math.min(1, LOGO.width / logo.width, LOGO.height / logo.height);
  return { picture: logo.hash, width: logo.width * share, height: logo.height * share };
}

/** When, from which data and by whom. */
function factPairs({ createdAt, author }: CoverFacts, { report, words }: PrintContext): [string, string][] {
  const { texts, language } = words;
  const moment = (iso: string) => formatFigure(iso.slice(0, 19), { unit: 'time' }, { locale: language });
  return [
    ...(report.asOf === null ? [] : [[texts.asOf, words.day(report.asOf)] as [string, string]]),
    ...(report.dataVersion === null
      ? []
      : [[texts.dataVersion, words.integer(report.dataVersion)] as [string, string]]),
    ...(report.loadedAt === null ? [] : [[texts.loaded, words.day(report.loadedAt)] as [string, string]]),
    [texts.created, moment(createdAt)],
    ...(author === null ? [] : [[texts.createdBy, breakWords(author, 18)] as [string, string]]),
  ];
}

type FigureTile = Exclude<Tile, { kind: 'text' | 'image' }>;

/** Builds the blocks of a report's tiles. */
class BlockBuilder {
  readonly #request: PrintRequest;
  readonly #print: PrintContext;
  readonly #table: TableContext;

  constructor(request: PrintRequest, print: PrintContext, table: TableContext) {
    this.#request = request;
    this.#print = print;
    this.#table = table;
  }

  linesOf(row: ReportRow): PrintLine[] {
    const { chartHeight } = this.#print.paper;
    return chartHeight === null ? this.#printedLines(row) : this.#slides(row, chartHeight);
  }

  #slides(row: ReportRow, height: number): PrintLine[] {
    return row.tiles
      .filter(({ print }) => print !== 'hidden')
      .map((tile): PrintLine => {
        const block = this.#block(tile, { width: this.#contentWidth, height });
        const tiles = [{ width: null, block, definitions: this.#definitionsOf(tile) }];
        return { break: false, breakable: false, landscape: false, tiles };
      });
  }

  /** Of the measures of the report's own dataset. */
  #definitionsOf(tile: Tile): Pair[] {
    const { report, measure, words } = this.#print;
    const named = new Set(measuresOf(tile, measure));
    return report.fields.measures
      .filter(({ name }) => named.has(name))
      .map(({ title, definition }) => [words.localize(title), words.localize(definition)]);
  }

  #printedLines(row: ReportRow): PrintLine[] {
    return linesOf(row, this.#request.answers).map((placed): PrintLine => {
      const isWhole = placed.length === 1 && placed[0]!.span === GRID_COLUMNS;
      const tiles = placed.map(({ tile, span }): PlacedBlock => {
        const width = this.#widthOf(span);
        const block = this.#block(tile, { width, height: heightOf(row) });
        return { width: isWhole ? null : width, block, definitions: [] };
      });
      return {
        break: placed[0]!.tile.print === 'break',
        breakable: placed.some(({ tile }) => tile.kind === 'text'),
        landscape: tiles.some(({ block }) => block.kind === 'table' && block.landscape),
        tiles,
      };
    });
  }

  /** Points. */
  #widthOf(span: number): number {
    return ((this.#contentWidth + GAP) * span) / GRID_COLUMNS - GAP;
  }

  get #contentWidth(): number {
    const { width, margin } = this.#print.paper;
    return width - 2 * margin;
  }

  #block(tile: Tile, place: Room): PrintBlock {
    const { localize: inLanguage } = this.#print.words;
    if (tile.kind === 'text') {
      const title = tile.title ? breakWords(inLanguage(tile.title), place.width / 9.5) : null;
      return { kind: 'text', title, blocks: withBrokenWords(formattedText(inLanguage(tile.text)), place.width / 9) };
    }
    if (tile.kind === 'image') return imageBlock(tile, place, this.#print, this.#request.pictures);
    const answers = this.#request.answers[tile.id] ?? {};
    const titled = {
      title: this.#isTitled(tile) ? breakWords(inLanguage(tile.title), place.width / 11) : null,
      subtitle: this.#subtitleOf(tile),
      notes: [...notesOf(answers, this.#table, this.#print.words.day), ...incompleteNotes(answers, this.#print)],
    };
    const room = { ...place, width: place.width - 2 * this.#print.paper.inset };
    const content = this.#contentOf(tile, answers, room);
    if (content === null) return { ...titled, kind: 'empty', message: this.#emptyMessage(tile, answers) };
    if (!('notes' in content)) return { ...titled, ...content } as PrintBlock;
    const { notes, ...block } = content;
    return { ...titled, ...block, notes: [...notes, ...titled.notes] } as PrintBlock;
  }

  /** What is below the title; null where there is nothing to show. */
  #contentOf(tile: FigureTile, answers: Answers, room: Room) {
    const print = this.#print;
    const inset = 2 * print.paper.inset;
    const measure = 'measure' in tile && tile.measure !== undefined ? tile.measure : print.measure;
    if (isTooTall(tile, answers, print.paper)) return this.#tableOf((answers['chart'] ?? answers['ranking'])?.result);
    switch (tile.kind) {
      case 'figures':
        return figureCards(tile, answers, room.width + inset, print);
      case 'kpis':
        return benchmarkCards(tile, answers, room.width + inset, print);
      case 'chart': {
        const chart = drawnChart(tile, answers['chart']?.result, room, print);
        return chart && { ...chart.drawn, notes: chart.notes };
      }
      case 'classification': {
        const block = classBlock(tile, answers, room.width, print);
        return block && { ...block, notes: this.#classNotes(tile) };
      }
      case 'ranking':
        return measure === null ? null : drawnRanking(measure, answers, room, print);
      case 'distribution':
        if (tile.groupBy !== undefined && measure !== null) {
          const boxes = drawnBoxes(measure, tile.groupBy, answers, room, print);
          return boxes && { ...boxes.drawn, notes: boxes.notes };
        }
        return measure === null ? null : drawnDistribution(measure, answers, room, print);
      case 'mix':
        return drawnMix(tile, answers, room, print);
      case 'table':
        return this.#tableOf(answers['table']?.result, { tile });
      case 'rows': {
        const list = this.#request.lists[tile.id];
        const result = list && { columns: [...list.columns], rows: list.rows.map((row) => [...row]) };
        return this.#tableOf(result, { dataset: tile.dataset });
      }
    }
  }

  #tableOf(
    result: Pick<QueryResult, 'columns' | 'rows' | 'totals'> | undefined,
    of: Parameters<typeof plainTable>[2] = {},
  ) {
    if (!result || result.rows.length === 0) return null;
    const { height, margin, sizes, chartHeight } = this.#print.paper;
    const portrait = this.#contentWidth;
    const landscape = chartHeight === null ? height - 2 * margin : portrait;
    const room = { portrait, landscape, sizes };
    return laidOutTable(plainTable(result, this.#print, of), room);
  }

  /** A single figure's card has the same title. */
  #isTitled(tile: FigureTile): boolean {
    if (tile.kind !== 'figures' || tile.measures.length > 1 || tile.time) return true;
    return (
      this.#print.words.localize(tile.title) !== labelOf(this.#print, measureNamed(this.#print, tile.measures[0]!))
    );
  }

  #subtitleOf(tile: FigureTile): string | null {
    const { texts, localize: inLanguage } = this.#print.words;
    if (tile.subtitle) return inLanguage(tile.subtitle);
    const name = 'measure' in tile && tile.measure !== undefined ? tile.measure : this.#print.measure;
    const titleOf = (measure: string) => inLanguage(measureNamed(this.#print, measure).title);
    switch (tile.kind) {
      case 'ranking':
      case 'classification':
        return name === null ? null : titleOf(name);
      case 'distribution': {
        if (name === null) return null;
        if (tile.groupBy === undefined) return texts.distributionOf(titleOf(name));
        const dimension = dimensionNamed(this.#print, tile.groupBy);
        return texts.boxesOf(titleOf(name), dimension ? inLanguage(dimension.title) : tile.groupBy);
      }
      case 'mix':
        return texts.sharesOf(titleOf(tile.whole));
      default:
        return null;
    }
  }

  /** The notes whose condition the subject meets. */
  #classNotes({ notes = [] }: Extract<Tile, { kind: 'classification' }>): string[] {
    const { resolved, words } = this.#print;
    return notes.flatMap(({ field, values, text }) =>
      values.some((value) => resolved.own[field]?.includes(String(value))) ? [words.localize(text)] : [],
    );
  }

  #emptyMessage(tile: Tile, answers: Answers): { title: string; text: string } {
    const { words } = this.#print;
    const { empty } = words.texts;
    if (tile.kind === 'classification') {
      const otherwise = unclassified(measureNamed(this.#print, tile.measure), this.#print);
      if (otherwise) return { title: empty.unclassified, text: words.localize(otherwise) };
      return empty.noFigure;
    }
    if (tile.kind === 'mix') return empty.noFigure;
    if (tile.kind === 'ranking' || tile.kind === 'distribution') return empty.noPeers;
    const hasRows = Object.values(answers).some((answer) => (answer?.result.rows.length ?? 0) > 0);
    return hasRows ? empty.noChart : empty.noRows;
  }
}

/** The measures that a tile shows; `chosen` is that of rankings and distributions that name none. */
function measuresOf(tile: Tile, chosen: string | null): string[] {
  if ('dataset' in tile && tile.dataset !== undefined) return [];
  switch (tile.kind) {
    case 'ranking':
    case 'distribution':
      return [tile.measure ?? chosen ?? ''];
    case 'classification':
      return [tile.measure, ...(tile.companions ?? [])];
    case 'mix':
      return [...tile.parts, tile.whole];
    case 'text':
    case 'image':
    case 'rows':
      return [];
    default:
      return [...tile.measures];
  }
}

const heightOf = ({ height }: ReportRow): number | null =>
  height === undefined ? null : Math.min(HEIGHTS.most, Math.max(HEIGHTS.least, height * ROW_STEP - HEIGHTS.title));

/** Periods of a tile's figures that have not ended, or that the data does not cover to their end. */
function incompleteNotes(answers: Answers, { words }: PrintContext): string[] {
  const periods = Object.values(answers).flatMap((answer) =>
    (answer?.result.columns ?? []).flatMap((column, place) => {
      if (!column.period) return [];
      const starts = answer!.result.rows.map((row) => String(row[place] ?? ''));
      const { grain } = column.period;
      return starts
        .filter((start) => start !== '' && isIncomplete(column, start))
        .map((start) => periodText(start, grain, words.shared));
    }),
  );
  const named = [...new Set(periods)];
  return named.length === 0 ? [] : [words.texts.incompletePeriods(named.join(', '))];
}
