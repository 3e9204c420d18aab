import type { AggregateQuery, LocalizedText, ReportOperation, SemanticQuery } from '@rise/contract';

type Tile = Extract<ReportOperation, { type: 'insert-tile' }>['tile'];

/** Why no tile has a query's figures as they are: a report of another question would be none of this one. */
export type ReportObstacle = 'calculation' | 'top' | 'comparison' | 'condition' | 'distribution';

/** The longest title that tiles and reports have. */
const MAX_TITLE = 120;

export const reportTitle = ({ en, tr = en }: LocalizedText): { en: string; tr: string } => ({
  en: en.slice(0, MAX_TITLE),
  tr: tr.slice(0, MAX_TITLE),
});

/** The tile of a report that shows a query's figures, or why there is none. */
export function tileOfQuery(query: SemanticQuery, title: LocalizedText, id: string): Tile | ReportObstacle {
  const shared = { id, width: 12, title: reportTitle(title), of: 'peers' as const };
  if (query.kind === 'aggregate') return tileOfGroups(query, shared);
  if (query.kind !== 'distribution') return 'comparison';
  const { measure, groupBy, by, filter, peers, member, buckets } = query;
  if (filter || peers || by !== undefined || member !== undefined) return 'distribution';
  return {
    ...shared,
    kind: 'distribution',
    measure,
    buckets: Math.min(Math.max(buckets, 5), 60),
    ...(groupBy !== undefined && { groupBy }),
  };
}

function tileOfGroups(
  query: AggregateQuery,
  common: { id: string; width: number; title: { en: string; tr: string }; of: 'peers' },
): Tile | ReportObstacle {
  const { dimensions, measures, calculations, top, subtotals, filter, having, order, limit } = query;
  if (calculations.length > 0 || measures.length === 0) return 'calculation';
  if (top || subtotals) return 'top';
  const shared = { ...common, ...(filter && { filter }) };
  if (dimensions.length === 0) return having ? 'condition' : { ...shared, kind: 'figures', measures };
  const rows = { ...shared, ...(having && { having }), measures };
  const [category, ...others] = dimensions;
  const [first] = order;
  const isRanking =
    first !== undefined && first.direction === 'desc' && first.field === measures[0] && others.length === 0;
  if (isRanking && limit <= 200 && category !== undefined)
    return {
      ...rows,
      kind: 'chart',
      shape: 'bar',
      category,
      stack: 'none',
      top: limit,
      other: false,
      order: 'value',
      labels: true,
    };
  const columns = new Set([
    ...dimensions.map((item) => (typeof item === 'string' ? item : `${item.field}_${item.grain}`)),
    ...measures,
  ]);
  return {
    ...rows,
    kind: 'table',
    dimensions,
    subtotals: false,
    ...(order.length > 0 && { order: order.filter(({ field }) => columns.has(field)) }),
  };
}
