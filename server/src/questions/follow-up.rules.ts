import type { DimensionRequest, Filter } from '@rise/contract';
import { coversOf, type Cover, type Item } from './cover.rules.ts';
import type { DatasetLexicon } from './lexicon.rules.ts';
import type { MatchedWords } from './matches.rules.ts';
import { contextOfWords, type QueryInput } from './reading-draft.rules.ts';
import { isFailure, readCover, type Reading } from './reading.rules.ts';
import type { QuestionContext, Understanding } from './understand.rules.ts';

/** Words that continue what was said before, at the beginning or anywhere. */
const STARTS: ReadonlySet<string> = new Set([
  'and',
  'follow',
  'also',
  'only',
  'chart',
  'table',
  'instead',
  'not',
  'order',
]);
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
  const [first] = fragmentsOf(matched, previous, dataset, context);
  if (first) return toUnderstanding(first.reading);
  const elsewhere = context.lexicon.datasets
    .filter((other) => other !== dataset && !other.isCombined)
    .flatMap((other) => {
      const moved = moveQuery(previous, dataset, other);
      return moved ? fragmentsOf(matched, moved, other, context).filter(replacesMeasures) : [];
    })
    .toSorted((a, b) => b.reading.total - a.reading.total);
  return elsewhere[0] ? toUnderstanding(elsewhere[0].reading) : null;
}

const toUnderstanding = (reading: Reading): Understanding =>
  reading.meanings.length > 0
    ? { kind: 'ask', readings: reading.meanings.map((query) => ({ ...reading, query, meanings: [] })), isOpen: true }
    : { kind: 'answer', reading };

/** Measures of another dataset stand in place of all that were shown: they cannot be added to these. */
const replacesMeasures = ({ cover, reading }: Fragment): boolean =>
  !cover.items.some((item) => item.kind === 'cue' && item.cue === 'also') &&
  cover.items.some((item) => item.kind === 'measure') &&
  Array.isArray(reading.query['measures']);

/** The query with the fields of another dataset; null where that does not have all of them. */
function moveQuery(query: QueryInput, from: DatasetLexicon, to: DatasetLexicon): QueryInput | null {
  const {
    dimensions = [],
    measures = [],
    filter,
    order,
    limit,
    ...rest
  } = query as QueryInput & {
    dimensions?: DimensionRequest[];
    measures?: string[];
    order?: { field: string }[];
  };
  // What is computed of the old measures has no counterpart.
  const others = Object.keys(rest).filter((key) => !['dataset', 'kind'].includes(key));
  if ((query.kind ?? 'aggregate') !== 'aggregate' || others.some((key) => !isEmpty(rest[key]))) return null;
  const rename = (field: string): string | null => {
    const own = field === from.date ? to.date : field;
    return own !== null && to.dimensions.has(own) && (field === from.date || isSame(field, from, to)) ? own : null;
  };
  const moved: DimensionRequest[] = [];
  for (const item of dimensions) {
    const field = rename(typeof item === 'string' ? item : item.field);
    if (field === null) return null;
    moved.push(typeof item === 'string' ? field : { ...item, field });
  }
  const filters: Filter[] = [];
  for (const item of filtersOf({ dataset: from.name, filter })) {
    const field = 'field' in item ? rename(item.field) : null;
    if (field === null) return null;
    filters.push({ ...item, field } as Filter);
  }
  if (moved.length === 0 && filters.length === 0) return null;
  const isByMeasure = order?.every(({ field }) => measures.includes(field)) ?? true;
  if (!isByMeasure) return null;
  return withFilters(
    { dataset: to.name, dimensions: moved, measures, ...(order && { order, ...(limit !== undefined && { limit }) }) },
    filters,
  );
}

const isEmpty = (value: unknown) =>
  value === undefined || value === false || (Array.isArray(value) && value.length === 0);
/** Dimensions that datasets have in common are called alike. */
const isSame = (name: string, from: DatasetLexicon, to: DatasetLexicon) =>
  from.dimensions.get(name)?.title.en === to.dimensions.get(name)?.title.en;

/** What the words change of a query about a dataset, the likeliest first. */
function fragmentsOf(
  matched: MatchedWords,
  previous: QueryInput,
  dataset: DatasetLexicon,
  context: QuestionContext,
): Fragment[] {
  const covers = coversOf(matched, dataset, context).filter(({ unknown }) => unknown === 0);
  const best = covers[0]?.total ?? 0;
  return covers
    .filter(({ total }) => total >= best - 1)
    .flatMap((cover): Fragment[] => {
      const removed = removals(cover, dataset);
      const items = cover.items.filter((item) => !removed.items.has(item));
      const reading = readCover(
        { ...cover, items },
        { ...contextOfWords(matched, dataset, context.home), base: previous },
      );
      if (isFailure(reading) || !continues(cover, reading)) return [];
      const query = patch(withoutFilters(previous, removed.fields), reading, cover, dataset);
      return query ? [{ cover, reading: { ...reading, query } }] : [];
    })
    .toSorted((a, b) => b.reading.total - a.reading.total);
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
  // “sorted by members” shows these as well.
  const isAdded = items.some((item) => item.kind === 'cue' && (item.cue === 'also' || item.cue === 'order'));
  const added = filtersOf(part);
  const fields = new Set(added.map(fieldOf));
  // A member by its key stands in place of one by its name.
  const { entity } = dataset;
  if (entity && (fields.has(entity.key) || fields.has(entity.name))) {
    if (base.kind === 'benchmark') return null;
    fields.add(entity.key).add(entity.name);
  }
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
