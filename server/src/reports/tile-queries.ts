import type {
  AggregateQuery,
  BenchmarkQuery,
  DistributionQuery,
  Filter,
  ReportDocument,
  RowListQuery,
  SemanticQuery,
  Tile,
} from '@rise/contract';
import { customMeasuresBehind } from '@rise/engine';
import { allOf } from './reports.rules.ts';
import { type Choices, type Fields } from './choices.ts';

/** The queries of one tile by slot. A tile about a member has none while no member is chosen. */
export function tileQueries(
  document: ReportDocument,
  tile: Tile,
  choices: Choices,
  fields: Fields,
): Record<string, SemanticQuery> {
  const { subject } = document;
  switch (tile.kind) {
    case 'kpis':
      return benchmarkQuery(document, choices, tile.measures);
    case 'classification':
      return benchmarkQuery(document, choices, [tile.measure, ...(tile.companions ?? [])]);
    case 'ranking': {
      // Those that are too small count for neither the list nor the subject's rank in it.
      const ranked = { ...choices, peers: allOf([choices.peers, choices.minimums?.[tile.id]]) };
      const direction = fields.measure(choices.measure)?.better === 'lower' ? 'asc' : 'desc';
      const ranking = aggregateQuery(document, {
        ...ofPeers(ranked),
        dimensions: [subject.key, subject.title],
        measures: [choices.measure],
        order: [{ field: choices.measure, direction }],
        limit: tile.limit,
      });
      return { ranking, ...benchmarkQuery(document, ranked, [choices.measure]) };
    }
    case 'distribution':
      return {
        distribution: distributionQuery(document, choices, tile.buckets),
        ...benchmarkQuery(document, choices, [choices.measure]),
      };
    case 'mix': {
      const measures = [tile.whole, ...tile.parts];
      const peers = aggregateQuery(document, { ...ofPeers(choices), measures });
      const own = ofSubject(document, choices);
      return own ? { subject: aggregateQuery(document, { measures, ...own }), peers } : { peers };
    }
    case 'table':
      return {
        table: aggregateQuery(document, {
          ...ofPeers(choices),
          dimensions: [tile.dimension],
          measures: tile.measures,
          order: [{ field: tile.dimension, direction: 'asc' }],
          totals: true,
        }),
      };
    case 'rows':
      return rowListQuery(document, tile, choices);
    default:
      return tile satisfies never;
  }
}

const rowsAndPeers = ({ filter, peers }: Choices) => ({ ...(filter && { filter }), ...(peers && { peers }) });

/** Over the rows of the peers. */
const ofPeers = ({ filter, peers }: Choices) => {
  const both = allOf([filter, peers]);
  return both && { filter: both };
};

/** Over the subject's own rows; null while no member is chosen. */
const ofSubject = ({ subject: { key } }: ReportDocument, { subject, filter }: Choices) => {
  if (subject === null) return null;
  const own: Filter = { field: key, op: 'in', values: [subject] };
  return { filter: allOf([own, filter])! };
};

/** The first page of a list of rows; empty while it is of no member. */
function rowListQuery(
  document: ReportDocument,
  { of, columns, order, pageSize }: Extract<Tile, { kind: 'rows' }>,
  choices: Choices,
): Record<string, RowListQuery> {
  const filter = of === 'subject' ? ofSubject(document, choices) : (ofPeers(choices) ?? {});
  if (!filter) return {};
  const page = { order, distinct: false, limit: pageSize, offset: 0, count: true };
  return { rows: { kind: 'rows', dataset: document.dataset, columns, ...filter, ...page } };
}

/** The measures of the report that a query needs for some measures; nothing without any. */
function definedIn({ customMeasures = [] }: ReportDocument, measures: readonly string[]) {
  const needed = customMeasuresBehind(customMeasures, measures);
  return needed.length > 0 ? { customMeasures: needed } : {};
}

export function aggregateQuery(document: ReportDocument, query: Partial<AggregateQuery>): AggregateQuery {
  return {
    kind: 'aggregate',
    dataset: document.dataset,
    dimensions: [],
    measures: [],
    ...definedIn(document, query.measures ?? []),
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
  if (choices.subject === null) return {};
  const { dataset, subject } = document;
  const of = { dataset, by: subject.key, member: choices.subject, measures };
  return {
    benchmark: { kind: 'benchmark', ...of, ...definedIn(document, measures), ...rowsAndPeers(choices) },
  };
}

function distributionQuery(document: ReportDocument, choices: Choices, buckets: number): DistributionQuery {
  const { dataset, subject } = document;
  return {
    kind: 'distribution',
    dataset,
    by: subject.key,
    measure: choices.measure,
    ...definedIn(document, [choices.measure]),
    buckets,
    ...(choices.subject !== null && { member: choices.subject }),
    ...rowsAndPeers(choices),
  };
}
