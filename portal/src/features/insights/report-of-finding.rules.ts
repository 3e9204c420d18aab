import type { AlertCondition, Filter, Insight, LocalizedText, ReportOperation } from '@rise/contract';

type Tile = Extract<ReportOperation, { type: 'insert-tile' }>['tile'];

/** The longest title that reports, tiles and alerts have. */
const MAX_TITLE = 120;

interface Title {
  en: string;
  tr: string;
}

const inBoth = (write: (text: (of: LocalizedText) => string, language: 'en' | 'tr') => string): Title => ({
  en: write(({ en }) => en, 'en').slice(0, MAX_TITLE),
  tr: write(({ en, tr = en }) => tr, 'tr').slice(0, MAX_TITLE),
});

/** What a report or an alert of a finding is called: its measure and its member, which stay when the figures change. */
export const titleOfFinding = ({ measure, member, dataset }: Insight): Title =>
  inBoth((text) => [text(measure?.title ?? dataset.title), ...(member ? [text(member.label)] : [])].join(' · '));

/** Members that bars show; of more, a table has all. */
const MOST_BARS = 60;

/**
 * The tile that shows the figures of a finding: its course, its value, or an outlier among its peers. `isWatched`: the
 * finding's own value, on which an alert is. Null for findings without figures of their own.
 */
export function tileOfFinding(finding: Insight, id: string, { isWatched = false } = {}): Tile | null {
  const { query, measure, member, kind } = finding;
  if (query.kind !== 'aggregate' || measure === null) return null;
  const shared = { id, width: 12, of: 'peers' as const, dataset: query.dataset };
  const { measures, dimensions, filter } = query;
  const [dimension] = dimensions;
  const own = { ...shared, title: titleOfFinding(finding), ...(filter && { filter }) };
  if (kind === 'outlier' && member && dimension !== undefined) {
    if (isWatched) return { ...own, kind: 'figures', measures };
    const others = withoutMember(filter, member.field);
    const title = inBoth((text, language) =>
      language === 'tr'
        ? `${text(member.title)} bazında ${text(measure.title)}`
        : `${text(measure.title)} by ${text(member.title)}`,
    );
    return peersTile(finding, { ...shared, title, ...(others && { filter: others }) });
  }
  if (dimension === undefined) return { ...own, kind: 'figures', measures };
  const isTime = typeof dimension !== 'string';
  return {
    ...own,
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

/** All members as bars. Many, or those of whom two may have one name, are a table that begins on the outlier's side. */
function peersTile(
  { query, chart, value }: Insight,
  shared: { id: string; width: number; of: 'peers'; dataset: string; title: Title; filter?: Filter },
): Tile | null {
  if (query.kind !== 'aggregate') return null;
  const { dimensions, measures } = query;
  const peers = chart?.kind === 'peers' ? chart : null;
  if (dimensions.length === 1 && peers && peers.count <= MOST_BARS)
    return {
      ...shared,
      kind: 'chart',
      shape: 'bar',
      category: dimensions[0]!,
      measures,
      stack: 'none',
      top: 200,
      other: false,
      order: 'value',
      labels: true,
    };
  const isLow = peers !== null && value !== null && value < peers.median;
  return {
    ...shared,
    kind: 'table',
    dimensions,
    measures,
    subtotals: false,
    order: [{ field: measures[0]!, direction: isLow ? 'asc' : 'desc' }],
  };
}

/** The condition of a finding's query on all members. */
function withoutMember(filter: Filter | undefined, field: string): Filter | undefined {
  if (filter === undefined) return undefined;
  if ('field' in filter) return filter.field === field ? undefined : filter;
  if (!('all' in filter)) return filter;
  const all = filter.all.filter((part) => !('field' in part && part.field === field));
  return all.length > 1 ? { all } : all[0];
}

/** When an alert on the finding's figures fires: at another unusual change, or without periods at any that is notable. */
export const conditionOfFinding = ({ chart }: Pick<Insight, 'chart'>): AlertCondition =>
  chart?.kind === 'course'
    ? { kind: 'anomaly', sensitivity: 'medium' }
    : { kind: 'change', when: 'either', by: 0.1, unit: 'percent', against: 'version' };
