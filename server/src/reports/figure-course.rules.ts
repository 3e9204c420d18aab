import {
  columnOf,
  tilesOf,
  watchedMeasures,
  type AggregateQuery,
  type DimensionRequest,
  type FigureCourse,
  type QueryResult,
  type ReportDocument,
  type ReportState,
  type Tile,
  type TimeGrain,
} from '@rise/contract';
import type { CompiledDataset } from '@rise/engine';
import { UserError } from '../kernel/errors/user-error.ts';
import type { Choices, Fields } from './choices.ts';
import { aggregateQuery, onPage, rowsOf } from './tile-queries.ts';

/** How far back an alert looks. */
const PERIODS = 60;

/** A figure of a report that an alert is set on. */
export interface WatchedMeasure {
  readonly tile: string;
  readonly measure: string;
  readonly state: ReportState;
}

interface TimeAxis {
  readonly field: string;
  readonly grain: TimeGrain;
}

/** VALIDATION_FAILED names what the report does not have. */
export function requireWatched(document: ReportDocument, name: string, measure: string): Tile {
  const tile = tilesOf(document).find(({ id }) => id === name);
  const measures = tile ? watchedMeasures(tile) : [];
  if (tile && measures.includes(measure)) return tile;
  throw new UserError('VALIDATION_FAILED', undefined, [
    tile
      ? {
          field: 'measure',
          message: `This tile has no such measure. Choose one of ${measures.join(', ') || 'another tile'}.`,
        }
      : { field: 'tile', message: 'This report has no such tile. Reload it, and choose another one.' },
  ]);
}

/** The date of a dataset's snapshots; undefined without them, and for datasets that combine others. */
export function snapshotsOf(compiled: CompiledDataset | undefined): string | undefined {
  return compiled && 'snapshots' in compiled.dataset ? compiled.dataset.snapshots : undefined;
}

/** The periods that a tile shows; else those of the dataset's snapshots, by month; null without either. */
export function timeAxisOf(tile: Tile, snapshots: string | undefined): TimeAxis | null {
  const requests: (DimensionRequest | undefined)[] =
    tile.kind === 'figures'
      ? [tile.time && { ...tile.time, fill: false }]
      : tile.kind === 'chart'
        ? [tile.category, tile.series]
        : tile.kind === 'table'
          ? [...tile.dimensions, ...(tile.columns ?? [])]
          : [];
  const shown = requests.find((request) => request !== undefined && typeof request !== 'string');
  if (shown !== undefined && typeof shown !== 'string') return { field: shown.field, grain: shown.grain };
  return snapshots === undefined ? null : { field: snapshots, grain: 'month' };
}

/** The measure in the last periods, the latest first, over the rows that the tile's figures are of. */
export function courseQuery(
  document: ReportDocument,
  { tile, measure, time }: { tile: Tile; measure: string; time: TimeAxis | null },
  choices: Choices,
  fields: Fields,
): AggregateQuery {
  const rows = rowsOf(document, tile, onPage(document, tile, choices), fields);
  if (rows === null)
    throw new UserError('VALIDATION_FAILED', undefined, [
      { field: 'state.subject', message: 'Choose whom the report is about, and set the alert again.' },
    ]);
  const { filter, isOwn, dataset } = rows;
  const request = time && { ...time, fill: false };
  return {
    ...aggregateQuery(
      document,
      {
        measures: [measure],
        dimensions: request ? [request] : [],
        order: request ? [{ field: columnOf(request), direction: 'desc' }] : [],
        limit: PERIODS,
        ...(filter && { filter }),
      },
      isOwn,
    ),
    dataset,
  };
}

/** The result of a course's query in order of time. */
export function toCourse(
  { columns, rows, meta }: QueryResult,
  { measure, grain, currency }: { measure: string; grain: TimeGrain | null; currency: string },
): FigureCourse {
  const place = columns.findIndex(({ name }) => name === measure);
  const column = columns[place]!;
  const period = columns.findIndex((one) => one.period !== undefined);
  const incompleteFrom = columns[period]?.period?.incompleteFrom ?? null;
  const dated = period < 0 ? rows : rows.filter((row) => row[period] !== null);
  return {
    figure: {
      title: column.title,
      format: column.format ?? { unit: 'number', decimals: 2, truncate: false },
      currency,
      grain,
    },
    points: dated.toReversed().map((row) => {
      const start = period < 0 ? null : String(row[period]);
      return {
        period: start,
        value: numberOf(row[place]),
        isOpen: start !== null && incompleteFrom !== null && start >= incompleteFrom,
      };
    }),
    dataVersion: meta.dataVersion,
  };
}

/** Exact decimals arrive as text; dates and texts are no numbers that an alert could judge. */
function numberOf(value: unknown): number | null {
  if (value === null || value === undefined || typeof value === 'boolean' || value === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}
