import type { ReportOperation, SemanticQuery } from '@rise/contract';

type Part = Extract<ReportOperation, { type: 'insert-tile' }>['tile'];

/**
 * The tile of a report that shows a query's figures. Null for queries whose figures no tile has as they are: such a
 * report would answer another question.
 */
export function tileOfQuery(query: SemanticQuery, title: string, id: string): Part | null {
  if (query.kind !== 'aggregate' || query.measures.length === 0) return null;
  const { dimensions, measures, calculations, top, subtotals, filter, having, order, limit } = query;
  if (calculations.length > 0 || top || subtotals) return null;
  const text = title.slice(0, 120);
  const shared = { id, width: 12, title: { en: text, tr: text }, of: 'peers' as const, ...(filter && { filter }) };
  if (dimensions.length === 0) return having ? null : { ...shared, kind: 'figures', measures };
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
