import type {
  AggregateQuery,
  Condition,
  DimensionRequest,
  Filter,
  Having,
  MeasureCondition,
  Period,
  QuestionChoice,
  ReadingPart,
  SemanticQuery,
  TimeGrain,
} from '@rise/contract';
import {
  conditionsOf,
  describeQuery,
  fieldTitle,
  filterField,
  filtersOf,
  groupsOf,
  groupTitle,
  periodWords,
  type DescribeContext,
  type Described,
} from './describe.rules.ts';
import { titleOfValue, type DatasetLexicon } from './lexicon.rules.ts';
import { questionTexts } from './question-texts.ts';

/** The most alternatives of one part: a menu stays readable. */
const MOST = 8;

type Changes = Pick<ReadingPart, 'alternatives' | 'without'>;
const NONE: Changes = { alternatives: [], without: null };

/** What else a part of a query could be, and the query without it. */
export function alternativesOf(part: Described, query: SemanticQuery, context: DescribeContext): Changes {
  const [kind, name = ''] = part.key.split(':');
  if (kind === 'measure') return ofMeasure(name, query, context);
  if (kind === 'filter' || kind === 'time') return ofFilter(part.key, query, context);
  if (query.kind !== 'aggregate') return NONE;
  if (kind === 'group') return ofGroup(name, query, context);
  if (kind === 'grain') return ofGrain(query, context);
  if (kind === 'having') return ofCondition(name, query, context);
  if (kind === 'order') return ofOrder(query, context);
  return kind === 'calculation' ? ofCalculation(query, context) : NONE;
}

/** Names a choice by what the part would be. */
function choice(query: SemanticQuery, key: string, context: DescribeContext): QuestionChoice[] {
  const found = describeQuery(query, context).find((part) => part.key === key);
  return found ? [{ title: found.meaning, query }] : [];
}

function ofMeasure(name: string, query: SemanticQuery, context: DescribeContext): Changes {
  const alternatives = similarMeasures(name, context.dataset).flatMap((other) => {
    const changed = replaceMeasure(query, name, other);
    return changed ? choice(changed, `measure:${other}`, context) : [];
  });
  if (query.kind !== 'aggregate' || query.measures.length < 2) return { alternatives, without: null };
  const isNeeded =
    query.order.some(({ field }) => field === name) ||
    query.top?.measure === name ||
    query.calculations.some(({ measure }) => measure === name);
  return {
    alternatives,
    without: isNeeded ? null : { ...query, measures: query.measures.filter((own) => own !== name) },
  };
}

/** Of each measure, the words that tell it from others; collected once, as a lexicon has a phrase for each value. */
const wordsOfMeasures = new WeakMap<DatasetLexicon['phrases'], Map<string, Set<string>>>();

function measureWords(phrases: DatasetLexicon['phrases']): Map<string, Set<string>> {
  const known = wordsOfMeasures.get(phrases);
  if (known) return known;
  const words = new Map<string, Set<string>>();
  for (const { meaning, words: list } of phrases) {
    if (meaning.kind !== 'measure') continue;
    const own = words.get(meaning.name) ?? new Set();
    words.set(meaning.name, own);
    for (const word of list) if (word.length > 3) own.add(word);
  }
  wordsOfMeasures.set(phrases, words);
  return words;
}

/** Measures that share most words with a measure, with the same unit first. */
export function similarMeasures(name: string, { measures, phrases }: DatasetLexicon): string[] {
  const words = measureWords(phrases);
  const own = words.get(name) ?? new Set();
  const unit = measures.get(name)?.format.unit;
  return [...measures.values()]
    .filter((measure) => measure.name !== name)
    .map((measure) => ({
      name: measure.name,
      shared:
        [...(words.get(measure.name) ?? [])].filter((word) => own.has(word)).length +
        (measure.format.unit === unit ? 0.5 : 0),
    }))
    .filter(({ shared }) => shared >= 1)
    .toSorted((a, b) => b.shared - a.shared)
    .slice(0, MOST)
    .map((item) => item.name);
}

function replaceMeasure(query: SemanticQuery, from: string, to: string): SemanticQuery | null {
  const renamed = (name: string) => (name === from ? to : name);
  if (query.kind === 'distribution') return { ...query, measure: to };
  if (query.kind === 'benchmark') return { ...query, measures: [...new Set(query.measures.map(renamed))] };
  if (
    query.kind !== 'aggregate' ||
    query.measures.includes(to) ||
    query.customMeasures?.some(({ name }) => name === from)
  )
    return null;
  const { top } = query;
  return {
    ...query,
    measures: query.measures.map(renamed),
    order: query.order.map((item) => ({ ...item, field: renamed(item.field) })),
    calculations: query.calculations.map((item) => ({ ...item, measure: renamed(item.measure) })),
    ...(top && { top: { ...top, measure: renamed(top.measure) } }),
  };
}

function ofFilter(key: string, query: SemanticQuery, context: DescribeContext): Changes {
  if (!('filter' in query) || query.filter === undefined) return NONE;
  const all = filtersOf(query.filter);
  const isOwn = (filter: Filter) =>
    key === 'time'
      ? 'during' in filter || ('any' in filter && filter.any.every((item) => 'during' in item))
      : key === `filter:${filterField(filter)}`;
  const at = all.findIndex(isOwn);
  const own = all[at];
  if (!own) return NONE;
  const withFilter = (filter: Filter): SemanticQuery =>
    ({ ...query, filter: combined(all.with(at, filter)) }) as SemanticQuery;
  const others =
    key === 'time' ? otherPeriods(own, context) : 'op' in own && 'values' in own ? otherConditions(own, context) : [];
  const rest = combined(all.filter((_, place) => place !== at));
  const { filter: _, ...bare } = query;
  const without = (rest ? { ...query, filter: rest } : bare) as SemanticQuery;
  return {
    alternatives: others.slice(0, MOST).map(({ title, filter }) => ({ title, query: withFilter(filter) })),
    without,
  };
}

const combined = (filters: readonly Filter[]): Filter | undefined =>
  filters.length > 1 ? { all: [...filters] } : filters[0];

function otherPeriods(filter: Filter, context: DescribeContext): { title: string; filter: Filter }[] {
  const field = filterField(filter);
  const last = (count: number, unit: 'month' | 'quarter' | 'year'): Period => ({
    last: count,
    unit,
    including: false,
    from: 'data',
  });
  const periods: Period[] = [
    last(1, 'month'),
    last(3, 'month'),
    last(1, 'quarter'),
    { current: 'year', from: 'data' },
    last(12, 'month'),
    last(1, 'year'),
    last(3, 'year'),
  ];
  const own = JSON.stringify(filter);
  return periods
    .map((period) => ({ title: periodWords(period, context), filter: { field, during: period } }))
    .filter((item) => JSON.stringify(item.filter) !== own);
}

function otherConditions(own: Condition, context: DescribeContext): { title: string; filter: Filter }[] {
  const { field, op, values } = own;
  const dimension = context.dataset.dimensions.get(field);
  if (op !== 'in' && op !== 'notIn') return [];
  const texts = questionTexts(context.language);
  const title = fieldTitle(context, field);
  const [first] = values;
  if (typeof first === 'boolean')
    return [{ title: texts.is(title, first ? texts.no : texts.yes), filter: { field, op: 'in', values: [!first] } }];
  const written = values.map((value) => titleOfValue(dimension, value, context.language)).join(texts.or);
  const opposite = op === 'in' ? texts.isNot(title, written) : texts.is(title, written);
  const declared = [...(dimension?.values ?? []), ...(dimension?.bands ?? [])].filter(
    ({ value }) => !values.includes(value),
  );
  return [
    { title: opposite, filter: { field, op: op === 'in' ? 'notIn' : 'in', values } },
    ...declared.map(({ value }) => ({
      title: texts.is(title, titleOfValue(dimension, value, context.language)),
      filter: { field, op: 'in' as const, values: [value] },
    })),
  ];
}

function ofGroup(name: string, query: AggregateQuery, context: DescribeContext): Changes {
  const { dataset } = context;
  const { entity } = dataset;
  const own = groupsOf(query, dataset);
  const isEntity = entity !== null && name === entity.key;
  const columns = (group: string) =>
    entity && group === entity.key && entity.name !== entity.key ? [entity.key, entity.name] : [group];
  const replaced = (columnsInstead: readonly string[]): AggregateQuery | null => {
    const dimensions = query.dimensions.flatMap((item): DimensionRequest[] => {
      if (typeof item !== 'string') return [item];
      if (item === name) return [...columnsInstead];
      return isEntity && item === entity.name ? [] : [item];
    });
    if (query.top || query.subtotals) return null;
    return { ...query, dimensions };
  };
  const candidates = [
    ...(entity ? [entity.key] : []),
    ...[...dataset.dimensions.values()].flatMap((item) =>
      item.type === 'date' || item.type === 'timestamp' || item.name === entity?.name || item.name === entity?.key
        ? []
        : [item.name],
    ),
  ];
  const alternatives = candidates
    .filter((other) => !own.includes(other))
    .slice(0, MOST)
    .flatMap((other) => {
      const changed = replaced(columns(other));
      return changed ? [{ title: questionTexts(context.language).by(groupTitle(context, other)), query: changed }] : [];
    });
  const isNeeded =
    query.order.length > 0 || query.calculations.some(({ kind }) => kind === 'share') || query.having !== undefined;
  return { alternatives, without: isNeeded && own.length < 2 ? null : replaced([]) };
}

const GRAINS: readonly TimeGrain[] = ['month', 'quarter', 'year'];

function ofGrain(query: AggregateQuery, context: DescribeContext): Changes {
  const own = query.dimensions.find((item) => typeof item !== 'string');
  if (!own || typeof own === 'string') return NONE;
  const alternatives = GRAINS.filter((grain) => grain !== own.grain).map((grain) => ({
    title: questionTexts(context.language).perUnit(grain),
    query: { ...query, dimensions: query.dimensions.map((item) => (item === own ? { ...own, grain } : item)) },
  }));
  const without =
    query.calculations.length > 0 ? null : { ...query, dimensions: query.dimensions.filter((item) => item !== own) };
  return { alternatives, without };
}

const OPS = ['gt', 'gte', 'lt', 'lte'] as const;

function ofCondition(measure: string, query: AggregateQuery, context: DescribeContext): Changes {
  const all = conditionsOf(query.having);
  const at = all.findIndex((item) => 'measure' in item && item.measure === measure);
  const own = all[at] as MeasureCondition | undefined;
  if (!own) return NONE;
  const withHaving = (list: readonly Having[]): AggregateQuery => {
    const { having: _, totals: __, ...rest } = query;
    const [first] = list;
    return first ? { ...query, having: list.length > 1 ? { all: [...list] } : first } : { ...rest, totals: false };
  };
  const alternatives = OPS.filter((op) => op !== own.op).flatMap((op) =>
    choice(withHaving(all.with(at, { ...own, op })), `having:${measure}`, context),
  );
  const rest = withHaving(all.filter((_, place) => place !== at));
  return { alternatives, without: query.subtotals ? null : rest };
}

const COUNTS = [1, 3, 5, 10, 20];

function ofOrder(query: AggregateQuery, context: DescribeContext): Changes {
  const { top } = query;
  const [first] = query.order;
  const changed: AggregateQuery[] = top
    ? [
        ...COUNTS.filter((n) => n !== top.n).map((n) => ({ ...query, top: { ...top, n } })),
        { ...query, top: { ...top, best: top.best === 'greatest' ? ('least' as const) : ('greatest' as const) } },
      ]
    : first
      ? [
          ...(context.dataset.dimensions.has(first.field) ? [] : COUNTS)
            .filter((limit) => limit !== query.limit)
            .map((limit) => ({ ...query, limit })),
          {
            ...query,
            order: [{ ...first, direction: first.direction === 'desc' ? ('asc' as const) : ('desc' as const) }],
          },
        ]
      : [];
  const { top: _, ...rest } = query;
  return {
    alternatives: changed.flatMap((item) => choice(item, 'order', context)),
    without: { ...rest, order: [], limit: 1000 },
  };
}

function ofCalculation(query: AggregateQuery, context: DescribeContext): Changes {
  const [own] = query.calculations;
  if (!own) return NONE;
  const alternatives =
    own.kind === 'compare'
      ? (['previous_period', 'same_period_last_year'] as const)
          .filter((period) => period !== own.with)
          .flatMap((period) => choice({ ...query, calculations: [{ ...own, with: period }] }, 'calculation', context))
      : [];
  const isOrdered = query.order.some(({ field }) => field === own.name);
  return { alternatives, without: isOrdered ? null : { ...query, calculations: [] } };
}
