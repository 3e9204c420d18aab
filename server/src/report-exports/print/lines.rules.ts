import { GRID_COLUMNS, type ReportRow, type Tile } from '@rise/contract';
import { columnName } from '@rise/portal/printed';
import type { Answers } from '../tile-tables.rules.ts';
import { isTooTall } from './charts.ts';

/** Bars below each other that fit a page. */
export const PRINTED_BARS = 40;
/** Columns below which a chart cannot be read, and of those with many labels; it gets half of the line. */
const LEAST_CHART = { plain: 4, labeled: 6 };
/** Labels that have room below a chart of a third or a half of the line. */
const LABELS_OF_THIRD = 3;
const LABELS_OF_HALF = 5;
/** Shapes with their categories below them. */
const BELOW: ReadonlySet<string> = new Set(['column', 'combo', 'line', 'area', 'waterfall', 'heat_map']);
const LABELED: ReadonlySet<string> = new Set(['treemap', 'heat_map', 'waterfall', 'funnel', 'bullet', 'map']);

/** A tile that is printed, and how many of the twelve columns it takes. */
interface Placed {
  readonly tile: Tile;
  readonly span: number;
}

const WHOLE_WIDTH: ReadonlySet<Tile['kind']> = new Set(['table', 'rows']);
const DRAWN: ReadonlySet<Tile['kind']> = new Set(['chart', 'ranking', 'distribution', 'mix', 'classification']);

/** `labels` is how many categories have to be named below the chart. */
function spanOf(tile: Tile, labels: number): number {
  if (WHOLE_WIDTH.has(tile.kind) || labels === Infinity) return GRID_COLUMNS;
  if (!DRAWN.has(tile.kind)) return tile.width;
  if (labels > LABELS_OF_HALF) return GRID_COLUMNS;
  const isLabeled = (tile.kind === 'chart' && LABELED.has(tile.shape)) || labels > LABELS_OF_THIRD;
  return tile.width < LEAST_CHART[isLabeled ? 'labeled' : 'plain'] ? GRID_COLUMNS / 2 : tile.width;
}

/**
 * Categories below a chart that a reader of paper could not find out: those that are not periods of time. Infinite for
 * what becomes a table.
 */
function labelsOf(tile: Tile, answers: Answers | undefined): number {
  if (isTooTall(tile, answers, { bars: PRINTED_BARS })) return Infinity;
  if (tile.kind !== 'chart' || !BELOW.has(tile.shape)) return 0;
  const result = answers?.['chart']?.result;
  const at = result?.columns.findIndex(({ name }) => name === (tile.category && columnName(tile.category))) ?? -1;
  if (!result || at < 0 || result.columns[at]!.period) return 0;
  return new Set(result.rows.map((row) => row[at])).size + (tile.shape === 'waterfall' ? 1 : 0);
}

/** The tiles of a row in lines: those that do not fit, and those that begin a page, continue below. */
export function linesOf({ tiles }: Pick<ReportRow, 'tiles'>, answers: Readonly<Record<string, Answers>>): Placed[][] {
  const shown = tiles
    .filter(({ print }) => print !== 'hidden')
    .map((tile) => ({ tile, span: spanOf(tile, labelsOf(tile, answers[tile.id])) }));
  const lines: Placed[][] = [];
  let free = 0;
  for (const placed of shown) {
    if (placed.span > free || placed.tile.print === 'break') {
      lines.push([]);
      free = GRID_COLUMNS;
    }
    lines.at(-1)!.push(placed);
    free -= placed.span;
  }
  // Where print divides a row, its lines are as wide as the page.
  const isDivided = shown.some(({ tile, span }) => span !== tile.width) && lines.length > 1;
  return isDivided ? lines.map(stretched) : lines;
}

function stretched(line: readonly Placed[]): Placed[] {
  const total = line.reduce((sum, { span }) => sum + span, 0);
  return line.map(({ tile, span }) => ({ tile, span: (span / total) * GRID_COLUMNS }));
}
