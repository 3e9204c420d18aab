import {
  columnOf,
  hiddenMeasures,
  type AggregateQuery,
  type Calculation,
  type DimensionRequest,
  type Filter,
  type TileOf,
} from '@rise/contract';
import type { Fields } from './choices.ts';

type ChartTile = TileOf<'chart'>;
type Parts = Partial<AggregateQuery>;

/** Of a course beside a figure. */
const PERIODS = 13;
const MAX_CHART_ROWS = 5000;
const MAX_POINTS = 2000;
const MAX_SERIES = 7;
/** Categories that a shape shows, the others combined; a heat map has a column for each week of a year. */
const USUAL_TOP: Partial<Record<ChartTile['shape'], number>> = { pie: 6, treemap: 30, funnel: 8, heat_map: 53 };
const MAX_BARS = 12;

/** The figure's change since another period has this column. */
export const changeOf = (measure: string): string => `${measure}_change`.slice(0, 63);
/** The part of the whole, or of the category that a series divides. */
export const SHARE = 'share_of_whole';

const isTime = (request: DimensionRequest | undefined): request is Exclude<DimensionRequest, string> =>
  request !== undefined && typeof request !== 'string';

/** Gaps between periods are filled, so that each has its place. */
const filled = (request: DimensionRequest): DimensionRequest =>
  isTime(request) && request.grain !== 'hour' ? { ...request, fill: true } : request;

/** Whether the values have an order of their own: periods, buckets, labels in the model's order. */
function hasOrder(request: DimensionRequest, fields: Fields): boolean {
  if (isTime(request)) return true;
  const dimension = fields.dimension(request);
  return dimension?.bands !== undefined || dimension?.type === 'integer' || dimension?.type === 'date';
}

/** The figures of the latest period with their course, or of all rows. */
export function figuresQuery(tile: TileOf<'figures'>, fields: Fields): Record<string, Parts> {
  const { time, compare } = tile;
  const measures = [...tile.measures, ...hiddenMeasures(tile)];
  if (!time) return { figures: { measures } };
  const column = columnOf({ ...time, fill: false });
  const calculations: Calculation[] = compare
    ? tile.measures.map((measure) => ({
        kind: 'compare',
        name: changeOf(measure),
        measure,
        with: compare,
        // A ratio's change is in percentage points.
        show: fields.measure(measure)?.format.unit === 'percent' ? 'change' : 'percent_change',
        likeForLike: true,
      }))
    : [];
  return {
    trend: {
      dimensions: [{ ...time, fill: false }],
      measures,
      calculations,
      order: [{ field: column, direction: 'desc' }],
      limit: PERIODS,
    },
  };
}

const limitedBy = ({ having }: Pick<ChartTile, 'having'>) => (having ? { having } : {});

/** With the measure that is a target. */
const drawnMeasures = ({ measures, target }: ChartTile): string[] =>
  typeof target === 'object' ? [...measures, target.measure] : measures;

/** The figures of a chart, the least of them combined where there are too many. */
export function chartQuery(tile: ChartTile, fields: Fields): Parts {
  const { shape, category, series, order } = tile;
  const measures = drawnMeasures(tile);
  const [first] = measures as [string, ...string[]];
  if (category === undefined) return { measures, calculations: [] };
  const dimensions = series === undefined ? [category] : [category, series];
  const column = columnOf(category);
  const base = { dimensions, measures, ...limitedBy(tile), calculations: sharesOf(tile), limit: MAX_CHART_ROWS };
  if (shape === 'scatter') return { ...base, order: [{ field: first, direction: 'desc' }], limit: MAX_POINTS };
  const inOrder = hasOrder(category, fields);
  const byCategory = [{ field: column, direction: 'asc' as const }];
  if (isTime(category)) {
    const top = series === undefined || isTime(series) ? null : topOf(tile, series, MAX_SERIES);
    // A period that does not pass is left out: filled, it would look like one without data.
    const periods = tile.having ? category : filled(category);
    return { ...base, dimensions: [periods, ...dimensions.slice(1)], ...top, order: byCategory };
  }
  // Each state has its place, and the others have none.
  if (shape === 'map') return { ...base, order: byCategory };
  const usual = USUAL_TOP[shape] ?? MAX_BARS;
  const isOrdered = inOrder || order === 'category' || shape === 'heat_map';
  return {
    ...base,
    // Buckets are few, and each is shown unless the author says otherwise.
    ...(inOrder && tile.top === undefined ? {} : topOf(tile, category, usual)),
    order: isOrdered ? byCategory : [{ field: first, direction: 'desc' }],
    ...(shape === 'waterfall' ? { totals: true } : {}),
  };
}

const topOf = ({ measures, top, other }: ChartTile, dimension: DimensionRequest, usual: number) => ({
  top: {
    dimension: columnOf(dimension),
    measure: measures[0]!,
    n: top ?? usual,
    best: 'greatest' as const,
    other,
    within: [],
  },
});

/** Parts of a whole have shares; a measure that does not add up has none, and the engine says so. */
function sharesOf({ shape, category, series, measures, stack }: ChartTile): Calculation[] {
  const ofWhole = shape === 'pie' || shape === 'treemap' || shape === 'waterfall' || (shape === 'funnel' && category);
  if (!ofWhole && (stack === 'none' || series === undefined)) return [];
  const within = ofWhole || category === undefined ? [] : [columnOf(category)];
  return [{ kind: 'share', name: SHARE, measure: measures[0]!, within }];
}

/** Measures by dimensions with totals. */
export function tableQuery(tile: TileOf<'table'>): Parts {
  const { dimensions, columns, measures, subtotals, order } = tile;
  return {
    dimensions: [...dimensions, ...(columns ?? [])],
    measures: [...measures, ...hiddenMeasures(tile)],
    ...limitedBy(tile),
    order: order ?? dimensions.map((request) => ({ field: columnOf(request), direction: 'asc' as const })),
    totals: true,
    ...(columns ? { pivot: { columns: columns.map(columnOf), limit: 50, totals: true } } : {}),
    ...(subtotals && dimensions.length > 1
      ? { subtotals: dimensions.slice(0, -1).map((_, count) => dimensions.slice(0, count + 1).map(columnOf)) }
      : {}),
  };
}

/** The conditions whose dimension a dataset has. */
export const conditionsFor = (conditions: readonly Filter[], fields: Fields): Filter[] =>
  conditions.filter((condition) => 'field' in condition && fields.dimension(condition.field) !== undefined);
