import type { DimensionRequest, Filter } from '@rise/contract';
import { coversOf, type Cover, type Item } from './cover.rules.ts';
import type { DatasetLexicon } from './lexicon.rules.ts';
import type { MatchedWords } from './matches.rules.ts';
import type { QueryInput } from './reading-draft.rules.ts';
import { isFailure, readCover, type Reading } from './reading.rules.ts';
import type { QuestionContext, Understanding } from './understand.rules.ts';

/** Words that continue what was said before, at the beginning or anywhere. */
const STARTS: ReadonlySet<string> = new Set(['and', 'follow', 'also', 'only', 'chart', 'table', 'instead', 'not']);
const ANYWHERE: ReadonlySet<string> = new Set(['instead', 'also', 'follow']);

interface Fragment {
  readonly cover: Cover;
  readonly reading: Reading;
}

/**
 * What a question means after another query: a part of it changed, such as “and in Texas?”. Null where it is a question
 * of its own, which names a measure and nothing that continues.
 */
export function followUp(matched: MatchedWords, previous: QueryInput, context: QuestionContext): Understanding | null {
  const dataset = context.lexicon.datasets.find(({ name }) => name === previous.dataset);
  if (!dataset) return null;
  const covers = coversOf(matched, dataset, context).filter(({ unknown }) => unknown === 0);
  const best = covers[0]?.total ?? 0;
  const fragments = covers
    .filter(({ total }) => total >= best - 1)
    .flatMap((cover): Fragment[] => {
      const removed = removals(cover, dataset);
      const items = cover.items.filter((item) => !removed.items.has(item));
      const reading = readCover(
        { ...cover, items },
        { dataset, words: matched.words, listed: matched.listed, base: previous },
      );
      if (isFailure(reading) || !continues(cover, reading)) return [];
      const query = patch(withoutFilters(previous, removed.fields), reading, cover, dataset);
      return query ? [{ cover, reading: { ...reading, query } }] : [];
    })
    .toSorted((a, b) => b.reading.total - a.reading.total);
  const [first] = fragments;
  return first ? { kind: 'answer', reading: first.reading } : null;
}

/** Whether the words change the query before: they name no measure, or begin like what continues. */
function continues({ items }: Cover, { query }: Reading): boolean {
  const first = items.find(({ kind }) => kind !== 'noise');
  const starts = first?.kind === 'cue' && STARTS.has(first.cue);
  const cued = starts || items.some((item) => item.kind === 'cue' && ANYWHERE.has(item.cue));
  return cued || !Array.isArray(query['measures']) || query['measures'].length === 0;
}

/** “for all regions”, “without the state filter”: dimensions whose filters end. */
function removals({ items }: Cover, dataset: DatasetLexicon): { fields: Set<string>; items: Set<Item> } {
  const own = items.filter(({ kind }) => kind !== 'noise');
  const found = { fields: new Set<string>(), items: new Set<Item>() };
  for (const [at, item] of own.entries()) {
    if (item.kind !== 'cue' || (item.cue !== 'all' && item.cue !== 'not')) continue;
    const next = [own[at + 1], own[at - 1]].find((other) => other?.kind === 'dimension');
    if (next?.kind !== 'dimension' || dataset.dimensions.get(next.name)?.type === 'boolean') continue;
    found.fields.add(next.name);
    found.items.add(item).add(next);
  }
  return found;
}

const filtersOf = (query: QueryInput): Filter[] => {
  const filter = query['filter'] as Filter | undefined;
  return filter === undefined ? [] : 'all' in filter ? filter.all : [filter];
};
const fieldOf = (filter: Filter): string => {
  if ('field' in filter) return filter.field;
  if ('not' in filter) return fieldOf(filter.not);
  const [first] = 'all' in filter ? filter.all : filter.any;
  return first ? fieldOf(first) : '';
};

function withFilters(base: QueryInput, filters: readonly Filter[]): QueryInput {
  const query = Object.fromEntries(Object.entries(base).filter(([key]) => key !== 'filter')) as QueryInput;
  if (filters.length === 0) return query;
  return { ...query, filter: filters.length === 1 ? filters[0] : { all: filters } } as QueryInput;
}

const withoutFilters = (query: QueryInput, fields: ReadonlySet<string>): QueryInput =>
  fields.size === 0
    ? query
    : withFilters(
        query,
        filtersOf(query).filter((filter) => !fields.has(fieldOf(filter))),
      );

/** The query with the parts of a fragment in place of its own; null where they do not go together. */
function patch(
  base: QueryInput,
  { query: part }: Reading,
  { items }: Cover,
  dataset: DatasetLexicon,
): QueryInput | null {
  const isAdded = items.some((item) => item.kind === 'cue' && item.cue === 'also');
  const added = filtersOf(part);
  const fields = new Set(added.map(fieldOf));
  const filters = [...filtersOf(base).filter((filter) => !fields.has(fieldOf(filter))), ...added];
  let query = withFilters(base, filters);
  const measures = (part['measures'] ?? []) as string[];
  const isComparison = base.kind === 'benchmark' || base.kind === 'distribution';
  if (part.kind !== undefined) return null;
  if (isComparison && Object.keys(part).some((key) => !['dataset', 'filter', 'measures', 'dimensions'].includes(key)))
    return null;
  if (measures.length > 0) query = withMeasures(query, measures, isAdded);
  const dimensions = (part['dimensions'] ?? []) as DimensionRequest[];
  if (dimensions.length > 0) {
    if (isComparison || base['subtotals'] !== undefined) return null;
    query = { ...query, dimensions: joinDimensions(base, dimensions, isAdded, dataset) };
  }
  for (const key of ['having', 'order', 'limit', 'top', 'calculations', 'customMeasures', 'totals'])
    if (part[key] !== undefined) query = { ...query, [key]: part[key] };
  return query;
}

function withMeasures(query: QueryInput, measures: readonly string[], isAdded: boolean): QueryInput {
  if (query.kind === 'distribution') return { ...query, measure: measures[0] };
  const before = (query['measures'] ?? []) as string[];
  if (isAdded) return { ...query, measures: [...new Set([...before, ...measures])] };
  const { calculations: _, ...rest } = query;
  const renamed = (name: string) => (before.includes(name) ? measures[0]! : name);
  const order = (query['order'] ?? []) as { field: string; direction: string }[];
  const top = query['top'] as { measure: string } | undefined;
  return {
    ...(rest as QueryInput),
    measures,
    ...(order.length > 0 && { order: order.map((item) => ({ ...item, field: renamed(item.field) })) }),
    ...(top && { top: { ...top, measure: renamed(top.measure) } }),
  };
}

/** New dimensions stand in place of the old ones; a date only in place of a date. */
function joinDimensions(
  base: QueryInput,
  added: readonly DimensionRequest[],
  isAdded: boolean,
  { date }: DatasetLexicon,
): DimensionRequest[] {
  const before = (base['dimensions'] ?? []) as DimensionRequest[];
  const isDate = (item: DimensionRequest) => typeof item !== 'string' || item === date;
  const addsDate = added.some(isDate);
  const addsOther = added.some((item) => !isDate(item));
  const staying = before.filter((item) => (isDate(item) ? !addsDate : isAdded || !addsOther));
  const names = new Set(added.map((item) => JSON.stringify(item)));
  const others = staying.filter((item) => !names.has(JSON.stringify(item)));
  return [...others.filter((item) => !isDate(item)), ...added, ...others.filter(isDate)];
}
