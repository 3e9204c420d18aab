import { measuresOfHaving } from '@rise/contract';
import type {
  AggregateQuery,
  BenchmarkQuery,
  DistributionQuery,
  Filter,
  ReportDocument,
  RowListQuery,
  SemanticQuery,
  Tile,
  TileOf,
} from '@rise/contract';
import { customMeasuresBehind } from '@rise/engine';
import { chartQuery, conditionsFor, figuresQuery, tableQuery } from './data-tile-queries.ts';
import { allOf } from './reports.rules.ts';
import { type Choices, type Fields } from './choices.ts';

/** Box plots of a tile: those with the most members. */
const BOXES = 12;

/** The queries of one tile by slot. A tile about a member has none while no member is chosen. */
export function tileQueries(
  document: ReportDocument,
  tile: Tile,
  ofReport: Choices,
  fields: Fields,
): Record<string, SemanticQuery> {
  const { subject } = document;
  const choices = onPage(document, tile, ofReport);
  switch (tile.kind) {
    case 'text':
    case 'image':
      return {};
    case 'figures':
    case 'chart':
    case 'table':
      return dataQuery(document, tile, choices, fields);
    case 'kpis':
      return benchmarkQuery(document, choices, tile.measures);
    case 'classification':
      return benchmarkQuery(document, choices, [tile.measure, ...(tile.companions ?? [])]);
    case 'ranking': {
      const measure = tile.measure ?? choices.measure;
      if (!subject || measure === null) return {};
      // Those that are too small count for neither the list nor the subject's rank in it.
      const ranked = { ...choices, peers: allOf([choices.peers, choices.minimums?.[tile.id]]) };
      const direction = fields.measure(measure)?.better === 'lower' ? 'asc' : 'desc';
      const ranking = aggregateQuery(document, {
        ...ofPeers(ranked),
        dimensions: [subject.key, subject.title],
        measures: [measure],
        order: [{ field: measure, direction }],
        limit: tile.limit,
      });
      return { ranking, ...benchmarkQuery(document, ranked, [measure]) };
    }
    case 'distribution': {
      const measure = tile.measure ?? choices.measure;
      if (measure === null) return {};
      if (tile.groupBy !== undefined)
        return {
          boxes: distributionQuery(document, choices, { measure, buckets: tile.buckets, groupBy: tile.groupBy }),
        };
      return {
        distribution: distributionQuery(document, choices, { measure, buckets: tile.buckets }),
        ...benchmarkQuery(document, choices, [measure]),
      };
    }
    case 'mix': {
      const measures = [tile.whole, ...tile.parts];
      const peers = aggregateQuery(document, { ...ofPeers(choices), measures });
      const own = ofSubject(document, choices);
      return own ? { subject: aggregateQuery(document, { measures, ...own }), peers } : { peers };
    }
    case 'rows':
      return rowListQuery(document, tile, choices, fields);
    default:
      return tile satisfies never;
  }
}

/** The choices within the filter of a tile's page. */
export function onPage({ pages }: ReportDocument, { id }: Tile, choices: Choices): Choices {
  const page = pages.find(({ rows }) => rows.some(({ tiles }) => tiles.some((tile) => tile.id === id)));
  if (!page?.filter) return choices;
  return { ...choices, filter: allOf([choices.filter, page.filter]), base: [...choices.base, page.filter] };
}

const rowsAndPeers = ({ filter, peers }: Choices) => ({ ...(filter && { filter }), ...(peers && { peers }) });

/** Over the rows of the peers. */
const ofPeers = ({ filter, peers }: Choices) => {
  const both = allOf([filter, peers]);
  return both && { filter: both };
};

/** Over the subject's own rows; null while no member is chosen. */
const ofSubject = ({ subject: of }: ReportDocument, { subject, filter }: Choices) => {
  if (subject === null || !of) return null;
  const own: Filter = { field: of.key, op: 'in', values: [subject] };
  return { filter: allOf([own, filter])! };
};

/** The first page of a list of rows; empty while it is of no member. */
function rowListQuery(
  document: ReportDocument,
  tile: TileOf<'rows'>,
  choices: Choices,
  fields: Fields,
): Record<string, RowListQuery> {
  const rows = rowsOf(document, tile, choices, fields);
  if (!rows) return {};
  const { columns, order, pageSize } = tile;
  const { dataset, filter } = rows;
  const page = { order, distinct: false, limit: pageSize, offset: 0, count: true };
  return { rows: { kind: 'rows', dataset, columns, ...(filter && { filter }), ...page } };
}

/** The rows that a tile's figures are of, where they are those of the subject or all peers; null while no member is chosen. */
export function rowsOf(
  document: ReportDocument,
  tile: Tile,
  choices: Choices,
  fields: Fields,
): { filter: Filter | undefined; dataset: string; isOwn: boolean } | null {
  const isData = tile.kind === 'figures' || tile.kind === 'chart' || tile.kind === 'table' || tile.kind === 'rows';
  const dataset = (isData ? tile.dataset : undefined) ?? document.dataset;
  const isOwn = dataset === document.dataset;
  const rows = !isOwn
    ? { filter: allOf(conditionsFor(choices.conditions, fields)) }
    : isData && tile.of === 'peers'
      ? ofPeers(choices)
      : ofSubject(document, choices);
  return rows === null ? null : { filter: allOf([rows?.filter, isData ? tile.filter : undefined]), dataset, isOwn };
}

/** The query of a tile that shows measures by dimensions; none while it is of no member. */
function dataQuery(
  document: ReportDocument,
  tile: TileOf<'figures'> | TileOf<'chart'> | TileOf<'table'>,
  choices: Choices,
  fields: Fields,
): Record<string, SemanticQuery> {
  const rows = rowsOf(document, tile, withOwnMarks(tile, choices), fields);
  if (rows === null) return {};
  const { filter, isOwn } = rows;
  const query = (parts: Partial<AggregateQuery>) => ({
    ...aggregateQuery(document, { ...parts, ...(filter && { filter }) }, isOwn),
    ...(tile.dataset && { dataset: tile.dataset }),
  });
  if (tile.kind === 'chart') return { chart: query(chartQuery(tile, fields)) };
  if (tile.kind === 'table') return { table: query(tableQuery(tile)) };
  return Object.fromEntries(Object.entries(figuresQuery(tile, fields)).map(([slot, parts]) => [slot, query(parts)]));
}

/** Of a chart or a table, the marks that are selected in it do not limit it: they stand out among the others. */
export function withOwnMarks(tile: Tile, choices: Choices): Choices {
  const own = tile.kind === 'chart' ? tile.category : tile.kind === 'table' ? tile.dimensions[0] : undefined;
  const others = choices.marks.filter(({ field }) => field !== own);
  if (others.length === choices.marks.length) return choices;
  return { ...choices, filter: allOf([...choices.base, ...others.map(({ filter }) => filter)]) };
}

/** The measures of the report that a query needs for some measures; nothing without any. */
function definedIn({ customMeasures = [] }: ReportDocument, measures: readonly string[]) {
  const needed = customMeasuresBehind(customMeasures, measures);
  return needed.length > 0 ? { customMeasures: needed } : {};
}

/** `isOwn`: of the report's dataset, whose measures the report's own are over. */
export function aggregateQuery(document: ReportDocument, query: Partial<AggregateQuery>, isOwn = true): AggregateQuery {
  return {
    kind: 'aggregate',
    dataset: document.dataset,
    dimensions: [],
    measures: [],
    ...(isOwn ? definedIn(document, [...(query.measures ?? []), ...measuresOfHaving(query.having)]) : {}),
    calculations: [],
    order: [],
    limit: 1000,
    offset: 0,
    totals: false,
    ...query,
  };
}

/** Empty while no member is chosen. */
function benchmarkQuery(
  document: ReportDocument,
  choices: Choices,
  measures: string[],
): Record<string, BenchmarkQuery> {
  const { dataset, subject } = document;
  if (choices.subject === null || !subject) return {};
  const of = { dataset, by: subject.key, member: choices.subject, measures };
  return {
    benchmark: { kind: 'benchmark', ...of, ...definedIn(document, measures), ...rowsAndPeers(choices) },
  };
}

function distributionQuery(
  document: ReportDocument,
  choices: Choices,
  { measure, buckets, groupBy }: { measure: string; buckets: number; groupBy?: string },
): DistributionQuery {
  const { dataset, subject } = document;
  return {
    kind: 'distribution',
    dataset,
    ...(subject && { by: subject.key }),
    measure,
    ...definedIn(document, [measure]),
    buckets,
    top: BOXES,
    ...(groupBy === undefined ? subject && choices.subject !== null && { member: choices.subject } : { groupBy }),
    ...rowsAndPeers(choices),
  };
}
