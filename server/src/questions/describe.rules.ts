import {
  localize,
  type AggregateQuery,
  type Condition,
  type Filter,
  type Having,
  type Language,
  type Period,
  type QuestionChoice,
  type ReadingPart,
  type SemanticQuery,
} from '@rise/contract';
import { conditionValue, havingText } from '@rise/contract/having-text';
import { daysOf } from '@rise/engine';
import { titleOfValue, type DatasetLexicon } from './lexicon.rules.ts';
import { dayIn, questionTexts } from './question-texts.ts';

type Calendar = Parameters<typeof daysOf>[1]['calendar'];

export interface DescribeContext {
  readonly dataset: DatasetLexicon;
  readonly language: Language;
  readonly asOf: string | null;
  readonly today: string;
  readonly calendar: Calendar;
  /** The tenant's reporting currency. */
  readonly currency: string;
}

/** A part of a query in words, before its alternatives are known. */
export type Described = Pick<ReadingPart, 'key' | 'role' | 'meaning'>;

export function measureTitle({ dataset, language }: DescribeContext, query: SemanticQuery, name: string): string {
  const own = dataset.measures.get(name)?.title;
  const custom = 'customMeasures' in query ? query.customMeasures?.find((item) => item.name === name) : undefined;
  const title = own ?? custom?.title;
  if (title) return localize(title, language);
  if (custom?.kind !== 'formula') return name;
  const words = custom.expression.split(/\b/).map((word) => {
    const found = dataset.measures.get(word);
    return found ? localize(found.title, language) : word;
  });
  return words.join('').replace(' - ', ' − ').replace(' / ', ' ÷ ');
}

export function fieldTitle({ dataset, language }: DescribeContext, name: string): string {
  const found = dataset.dimensions.get(name);
  return found ? localize(found.title, language) : name;
}

/** The parts of a query in words, in the order in which a sentence says them. */
export function describeQuery(query: SemanticQuery, context: DescribeContext): Described[] {
  if (query.kind === 'benchmark' || query.kind === 'distribution') return describeComparison(query, context);
  if (query.kind !== 'aggregate') return [];
  const texts = questionTexts(context.language);
  return [
    ...query.measures.map((name): Described => ({
      key: `measure:${name}`,
      role: 'measure',
      meaning: measureTitle(context, query, name),
    })),
    ...query.calculations.map((item): Described => ({
      key: 'calculation',
      role: 'calculation',
      meaning: calculationWords(item, context),
    })),
    ...groupsOf(query, context.dataset).map((name): Described => ({
      key: `group:${name}`,
      role: 'group',
      meaning: texts.by(groupTitle(context, name)),
    })),
    ...query.dimensions.flatMap((item): Described[] =>
      typeof item === 'string' ? [] : [{ key: 'grain', role: 'group', meaning: texts.perUnit(item.grain) }],
    ),
    ...filtersOf(query.filter).map((filter) => describeFilter(filter, context)),
    ...conditionsOf(query.having).map((having) => describeCondition(having, query, context)),
    ...describeOrder(query, context),
  ];
}

/** Groups without dates; the entity once, by its key. */
export function groupsOf({ dimensions }: AggregateQuery, { entity }: DatasetLexicon): string[] {
  const names = dimensions.filter((item) => typeof item === 'string');
  return names.filter((name) => !(entity && name === entity.name && name !== entity.key && names.includes(entity.key)));
}

/** A group's title; of the entity, that of its name. */
export function groupTitle(context: DescribeContext, name: string): string {
  const { entity } = context.dataset;
  return fieldTitle(context, entity && name === entity.key ? entity.name : name);
}

export const filtersOf = (filter: Filter | undefined): Filter[] =>
  filter === undefined ? [] : 'all' in filter ? filter.all : [filter];
export const conditionsOf = (having: Having | undefined): Having[] =>
  having === undefined ? [] : 'all' in having ? having.all : [having];

export function filterField(filter: Filter): string {
  if ('field' in filter) return filter.field;
  if ('not' in filter) return filterField(filter.not);
  const [first] = 'all' in filter ? filter.all : filter.any;
  return first ? filterField(first) : '';
}

function describeFilter(filter: Filter, context: DescribeContext): Described {
  const field = filterField(filter);
  const periods = 'any' in filter ? filter.any : [filter];
  const isTime = periods.every((item) => 'during' in item);
  if (isTime && periods.length > 0) {
    const { language } = context;
    const words = periods.flatMap((item) => ('during' in item ? [periodWords(item.during, context)] : []));
    return { key: 'time', role: 'time', meaning: words.join(questionTexts(language).and) };
  }
  const meaning = 'op' in filter && 'values' in filter ? conditionWords(filter, context) : fieldTitle(context, field);
  return { key: `filter:${field}`, role: 'filter', meaning };
}

function conditionWords({ field, op, values }: Condition, context: DescribeContext): string {
  const texts = questionTexts(context.language);
  const dimension = context.dataset.dimensions.get(field);
  const title = fieldTitle(context, field);
  const written = values.map((value) =>
    typeof value === 'boolean' ? (value ? texts.yes : texts.no) : titleOfValue(dimension, value, context.language),
  );
  const signs = { ...SIGNS, contains: '~', startsWith: '~', endsWith: '~' } as const;
  if (op === 'in') return texts.is(title, written.join(texts.or));
  if (op === 'notIn') return texts.isNot(title, written.join(texts.or));
  if (op === 'isNull') return texts.is(title, texts.missing);
  if (op === 'isNotNull') return texts.isNot(title, texts.missing);
  return `${title} ${signs[op]} ${written.join(texts.or)}`;
}

/** A period in words with its days: 'last quarter (Oct 1, 2025 – Dec 31, 2025)'. */
export function periodWords(period: Period, { language, asOf, today, calendar }: DescribeContext): string {
  const texts = questionTexts(language);
  const { from, to } = daysOf(period, { asOf, today, calendar });
  const days =
    from !== null && to !== null
      ? texts.range(dayIn(from, language), dayIn(to, language))
      : from !== null
        ? texts.since(dayIn(from, language))
        : to === null
          ? ''
          : texts.until(dayIn(to, language));
  if ('last' in period) return texts.titleWith(texts.last(period.last, period.unit), days);
  return 'current' in period ? texts.titleWith(texts.current(period.current), days) : days;
}

const SIGNS = { gt: '>', gte: '≥', lt: '<', lte: '≤', in: '=', notIn: '≠' } as const;

function describeCondition(having: Having, query: AggregateQuery, context: DescribeContext): Described {
  const { language, dataset, currency } = context;
  const formatOf = (name: string) => dataset.measures.get(name)?.format ?? { unit: 'number' as const };
  const write = (name: string, value: string | number) => conditionValue(value, formatOf(name), { currency, language });
  if (!('measure' in having) || having.op === 'isNull' || having.op === 'isNotNull') {
    const titleOfMeasure = (name: string) => dataset.measures.get(name)?.title ?? { en: name };
    return {
      key: 'having:',
      role: 'condition',
      meaning: localize(havingText(having, titleOfMeasure, write), language),
    };
  }
  const { measure, op, values } = having;
  const title = measureTitle(context, query, measure);
  const written = values.map((value) => write(measure, value)).join(questionTexts(language).or);
  // Two measures that are compared: their difference from 0.
  const meaning =
    title.includes(' − ') && written === '0'
      ? title.replace(' − ', ` ${SIGNS[op]} `)
      : `${title} ${SIGNS[op]} ${written}`;
  return { key: `having:${measure}`, role: 'condition', meaning };
}

/** The limit of a query that names none. */
const ALL_ROWS = 1000;

function describeOrder(query: AggregateQuery, context: DescribeContext): Described[] {
  const texts = questionTexts(context.language);
  const columnTitle = (name: string) => {
    const calculation = query.calculations.find((item) => item.name === name);
    return calculation ? calculationWords(calculation, context) : measureTitle(context, query, name);
  };
  const { top } = query;
  if (top) {
    const write = top.best === 'greatest' ? texts.highest : texts.lowest;
    const text = write(top.n, columnTitle(top.measure));
    const [within] = top.within;
    return [
      {
        key: 'order',
        role: 'order',
        meaning: within === undefined ? text : texts.within(text, groupTitle(context, within)),
      },
    ];
  }
  const [first] = query.order;
  if (!first) return [];
  const isDimension = context.dataset.dimensions.has(first.field);
  const title = isDimension ? groupTitle(context, first.field) : columnTitle(first.field);
  const write = first.direction === 'desc' ? texts.highest : texts.lowest;
  const meaning =
    isDimension || query.limit >= ALL_ROWS
      ? texts.sorted(title, first.direction === 'desc', isDimension)
      : write(query.limit, title);
  return [{ key: 'order', role: 'order', meaning }];
}

function calculationWords(calculation: AggregateQuery['calculations'][number], { language }: DescribeContext): string {
  const texts = questionTexts(language);
  if (calculation.kind === 'accumulate') return texts.running;
  if (calculation.kind !== 'compare') return texts.share;
  return calculation.with === 'same_period_last_year' ? texts.lastYear : texts.previous;
}

type Comparison = Extract<SemanticQuery, { kind: 'benchmark' | 'distribution' }>;

function describeComparison(query: Comparison, context: DescribeContext): Described[] {
  const texts = questionTexts(context.language);
  const filters = filtersOf(query.filter).map((filter) => describeFilter(filter, context));
  if (query.kind === 'distribution') {
    const name = measureTitle(context, query, query.measure);
    const by: Described[] =
      query.by === undefined
        ? []
        : [{ key: `group:${query.by}`, role: 'group', meaning: texts.by(groupTitle(context, query.by)) }];
    return [{ key: `measure:${query.measure}`, role: 'measure', meaning: texts.distribution(name) }, ...by, ...filters];
  }
  const { entity } = context.dataset;
  const by = query.by ?? entity?.key ?? '';
  const member = titleOfValue(context.dataset.dimensions.get(by), query.member, context.language);
  const name = entity && by === entity.key ? memberName(context.dataset, member) : member;
  return [
    ...query.measures.map((measure): Described => ({
      key: `measure:${measure}`,
      role: 'measure',
      meaning: measureTitle(context, query, measure),
    })),
    { key: 'member', role: 'comparison', meaning: texts.compared(name) },
    ...filters,
  ];
}

function memberName({ keysOfName }: DatasetLexicon, key: string): string {
  for (const [name, keys] of keysOfName) if (keys.includes(key)) return `${name} (${key})`;
  return key;
}

/** What the figures of a query are of, in one line. */
export function titleOf(query: SemanticQuery, context: DescribeContext): string {
  const parts = describeQuery(query, context);
  const texts = questionTexts(context.language);
  const measures = parts.filter(({ role }) => role === 'measure').map(({ meaning }) => meaning);
  const groups =
    query.kind === 'aggregate'
      ? [
          ...groupsOf(query, context.dataset).map((name) => groupTitle(context, name)),
          ...query.dimensions.flatMap((item) => (typeof item === 'string' ? [] : [texts.unit(item.grain)])),
        ]
      : [];
  const rest = parts.filter(({ role }) => role !== 'measure' && role !== 'group').map(({ meaning }) => meaning);
  const title = measures.join(texts.and);
  const grouped = groups.length === 0 ? title : texts.titleBy(title, groups.join(texts.and));
  return rest.length === 0 ? grouped : `${grouped} · ${rest.join(' · ')}`;
}

export const toChoice = (query: SemanticQuery, context: DescribeContext): QuestionChoice => ({
  title: titleOf(query, context),
  query,
});
