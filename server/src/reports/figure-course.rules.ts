import {
  columnOf,
  MAX_ROWS,
  memberFields,
  tilesOf,
  watchedMeasures,
  watchedScopes,
  type AggregateQuery,
  type AlertScope,
  type BenchmarkQuery,
  type DimensionRequest,
  type Filter,
  type ReportDocument,
  type ReportState,
  type SemanticQuery,
  type Tile,
  type TimeGrain,
} from '@rise/contract';
import type { CompiledDataset } from '@rise/engine';
import { invalidField } from '../kernel/errors/user-error.ts';
import type { Choices, Fields } from './choices.ts';
import { allOf } from './reports.rules.ts';
import { aggregateQuery, onPage, rowsOf, tileQueries, withOwnMarks } from './tile-queries.ts';

/** How far back an alert looks. */
export const COURSE_PERIODS = 60;

/** A figure of a report that an alert is set on. */
export interface WatchedMeasure {
  readonly tile: string;
  readonly measure: string;
  readonly scope: AlertScope;
  readonly state: ReportState;
}

export interface TimeAxis {
  readonly field: string;
  readonly grain: TimeGrain;
}

/** VALIDATION_FAILED names what the report does not have. The tile is about the measure, where its reader selects one. */
export function requireWatched(
  document: ReportDocument,
  { tile: name, measure, scope }: Pick<WatchedMeasure, 'tile' | 'measure' | 'scope'>,
): Tile {
  const tile = tilesOf(document).find(({ id }) => id === name);
  if (!tile) throw invalidField('tile', 'This report has no such tile. Reload it, and choose another one.');
  const measures = watchedMeasures(tile, document);
  if (!measures.includes(measure))
    throw invalidField(
      'measure',
      `This tile has no such measure. Choose one of ${measures.join(', ') || 'another tile'}.`,
    );
  const scopes = watchedScopes(tile, document);
  if (!scopes.includes(scope.kind))
    throw invalidField('scope', `This tile has no such figure. Choose one of ${scopes.join(', ')}.`);
  const fields = memberFields(tile, document);
  const unknown = fieldsOf(scope).find((field) => !fields.includes(field));
  if (unknown !== undefined)
    throw invalidField('scope', `This tile is not divided by ${unknown}. Choose one of ${fields.join(', ')}.`);
  return tile.kind === 'ranking' || tile.kind === 'distribution' ? { ...tile, measure } : tile;
}

/** The dimensions that a scope names. */
export const fieldsOf = (scope: AlertScope): readonly string[] =>
  scope.kind === 'any' ? scope.fields : scope.kind === 'member' ? scope.parts.map(({ field }) => field) : [];

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

/** What a course is of. */
export interface CourseOf {
  readonly tile: Tile;
  readonly measure: string;
  readonly scope: AlertScope;
  readonly time: TimeAxis | null;
}

/**
 * The queries of a course, the latest period first: `figure` of the watched figure or figures; `periods` of all members
 * together, where those in which one member has no rows have to be known.
 */
export interface CourseQueries {
  readonly figure: SemanticQuery;
  readonly periods: AggregateQuery | null;
}

export function courseQueries(document: ReportDocument, of: CourseOf, choices: Choices, fields: Fields): CourseQueries {
  const { tile, scope, time } = of;
  if (scope.kind === 'statistic') return { figure: statisticQuery(document, tile, choices, fields), periods: null };
  const compute = (parts: Partial<AggregateQuery>) => figureQuery(document, of, parts, choices, fields);
  if (scope.kind === 'total') return { figure: compute({}), periods: null };
  if (scope.kind === 'member')
    return { figure: compute({ filter: memberFilter(scope.parts) }), periods: time && compute({}) };
  const { measure } = of;
  const isWhole = scope.fields.length === memberFields(tile, document).length;
  const having = 'having' in tile && isWhole ? tile.having : undefined;
  return {
    figure: compute({
      dimensions: [...scope.fields, ...titleOf(document, tile), ...(time ? [{ ...time, fill: false }] : [])],
      order: [
        ...(time ? [{ field: columnOf({ ...time, fill: false }), direction: 'desc' as const }] : []),
        { field: measure, direction: 'desc' },
        ...scope.fields.map((field) => ({ field, direction: 'asc' as const })),
      ],
      limit: MAX_ROWS,
      ...(having && { having }),
    }),
    periods: null,
  };
}

/** The dimension that names the members of a ranking. */
export const titleOf = ({ subject }: ReportDocument, tile: Tile): string[] =>
  tile.kind === 'ranking' && subject && subject.title !== subject.key ? [subject.title] : [];

const memberFilter = (parts: Extract<AlertScope, { kind: 'member' }>['parts']): Filter => ({
  all: parts.map(({ field, value }) =>
    value === null ? { field, op: 'isNull', values: [] } : { field, op: 'in', values: [value] },
  ),
});

/** The measure over the rows that the tile's figures are of. */
function figureQuery(
  document: ReportDocument,
  { tile, measure, scope, time }: CourseOf,
  { filter: member, ...parts }: Partial<AggregateQuery>,
  choices: Choices,
  fields: Fields,
): AggregateQuery {
  // The marks that are selected in a chart limit all of its rows together, but none of its members.
  const rows = watchedRows(document, tile, scope.kind === 'total' ? choices : withOwnMarks(tile, choices), fields);
  if (rows === null) throw invalidField('state.subject', 'Choose whom the report is about, and set the alert again.');
  const request = time && { ...time, fill: false };
  const filter = allOf([rows.filter, member]);
  return {
    ...aggregateQuery(
      document,
      {
        measures: [measure],
        dimensions: request ? [request] : [],
        order: request ? [{ field: columnOf(request), direction: 'desc' }] : [],
        limit: COURSE_PERIODS,
        ...parts,
        ...(filter && { filter }),
      },
      rows.isOwn,
    ),
    dataset: rows.dataset,
  };
}

/** The rows of a tile; of a ranking those of the ranked members. */
function watchedRows(document: ReportDocument, tile: Tile, choices: Choices, fields: Fields) {
  if (tile.kind !== 'ranking') return rowsOf(document, tile, onPage(document, tile, choices), fields);
  const { ranking } = tileQueries(document, tile, choices, fields);
  return ranking?.kind === 'aggregate' ? { filter: ranking.filter, dataset: document.dataset, isOwn: true } : null;
}

/** The comparison of the subject with its peers that the tile shows. */
function statisticQuery(document: ReportDocument, tile: Tile, choices: Choices, fields: Fields): BenchmarkQuery {
  const { benchmark } = tileQueries(document, tile, choices, fields);
  if (benchmark?.kind !== 'benchmark')
    throw invalidField('state.subject', 'Choose whom the report is about, and set the alert again.');
  return benchmark;
}
