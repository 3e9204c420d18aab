import type { AlertCondition, Insight, ReportOperation } from '@rise/contract';

type Tile = Extract<ReportOperation, { type: 'insert-tile' }>['tile'];

/** The tile that shows the figures of a finding: its course, or its value. Null for findings without figures of their own. */
export function tileOfFinding({ query, sentence, measure, kind }: Insight, id: string): Tile | null {
  if (query.kind !== 'aggregate' || measure === null) return null;
  const [dimension] = query.dimensions;
  const title = { en: sentence.en.slice(0, 120), tr: (sentence.tr ?? sentence.en).slice(0, 120) };
  const shared = {
    id,
    width: 12,
    title,
    of: 'peers' as const,
    dataset: query.dataset,
    ...(query.filter && { filter: query.filter }),
  };
  const { measures } = query;
  if (dimension === undefined || (kind === 'outlier' && query.dimensions.length > 0))
    return { ...shared, kind: 'figures', measures };
  const isTime = typeof dimension !== 'string';
  return {
    ...shared,
    kind: 'chart',
    shape: isTime ? 'line' : 'bar',
    category: dimension,
    measures,
    stack: 'none',
    other: false,
    order: isTime ? 'category' : 'value',
    labels: false,
  };
}

/** When an alert on the finding's figures fires: at another unusual change, or without periods at any that is notable. */
export const conditionOfFinding = ({ chart }: Pick<Insight, 'chart'>): AlertCondition =>
  chart?.kind === 'course'
    ? { kind: 'anomaly', sensitivity: 'medium' }
    : { kind: 'change', when: 'either', by: 0.1, unit: 'percent', against: 'version' };
