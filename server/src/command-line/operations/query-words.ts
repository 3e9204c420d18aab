import type { AggregateQuery, Condition, DimensionRequest, ListedColumn, SemanticQuery } from '@rise/contract';
import { timeGrain } from '@rise/contract';
import type { CompiledModel } from '@rise/engine';

/** A query in the words of the command line. */
export interface QueryWords {
  /** The dataset, then measures; with `rows`, then columns. */
  readonly words: readonly string[];
  /** Dimensions, separated by commas; a date with a grain is `opened:month`, `who` the dataset's entity. */
  readonly by: readonly string[];
  /** Conditions that all hold, such as `state in CA,TX`. */
  readonly where: readonly string[];
  /** Columns, with ` desc` for the greatest first. */
  readonly order: readonly string[];
  readonly limit?: number | undefined;
  readonly totals?: boolean | undefined;
  /** List rows one by one. */
  readonly rows?: boolean | undefined;
  /** Of a list: rows that are equal once. */
  readonly distinct?: boolean | undefined;
}

/** The query before the contract's schema has checked it. Throws an `Error` that names the option and the remedy. */
export function queryOfWords({ words, by, where, order, limit, totals, ...list }: QueryWords): Record<string, unknown> {
  const [dataset, ...names] = words;
  const conditions = where.map(parseCondition);
  const common = {
    dataset,
    ...(conditions.length > 0 && { filter: { all: conditions } }),
    order: order.flatMap((item) => item.split(',')).map(parseOrder),
    ...(limit !== undefined && { limit }),
  };
  if (list.rows) {
    if (by.length > 0) throw new Error('--by does not go with --rows; write the columns after the dataset');
    if (totals !== undefined) throw new Error('--totals does not go with --rows; ask for totals without it');
    const columns = names.flatMap((item) => item.split(',')).map((item) => parseColumn(item, 'column'));
    return { kind: 'rows', ...common, columns, ...(list.distinct !== undefined && { distinct: list.distinct }) };
  }
  if (list.distinct !== undefined) throw new Error('--distinct goes with --rows only; groups are distinct already');
  return {
    ...common,
    measures: names,
    dimensions: by.flatMap((item) => item.split(',')).map(parseDimension),
    ...(totals !== undefined && { totals }),
  };
}

/** The word for the entity of a dataset, among its dimensions. */
const WHO = 'who';

/** The query with key and name of the dataset's entity for `who`; a dimension of this name is one like any other. */
export function withEntity(query: SemanticQuery, { datasets }: Pick<CompiledModel, 'datasets'>): SemanticQuery {
  const of = datasets.get(query.dataset);
  if (!of || !('entity' in of.dataset) || of.dimensions.has(WHO)) return query;
  const { entity } = of.dataset;
  if (!entity) return query;
  const named = <T>(fields: readonly (T | string)[]) => {
    const members = [...new Set([entity.key, entity.name])].filter((name) => !fields.includes(name));
    return fields.flatMap((field) => (field === WHO ? members : [field]));
  };
  if (query.kind === 'rows') return { ...query, columns: named(query.columns) };
  return query.kind === 'aggregate' ? { ...query, dimensions: named(query.dimensions) } : query;
}

function parseDimension(text: string): DimensionRequest {
  const column = parseColumn(text, '--by');
  return typeof column === 'string' ? column : { ...column, fill: false };
}

/** A field, or a date with a grain. */
function parseColumn(text: string, where: '--by' | 'column'): ListedColumn {
  const [field = '', grain] = text.trim().split(':');
  if (grain === undefined) return field;
  const known = timeGrain.safeParse(grain);
  if (known.success) return { field, grain: known.data };
  throw new Error(
    `${where}: '${grain}' is not a grain of a date; write ${field}: and one of ${timeGrain.options.join(', ')}`,
  );
}

function parseOrder(text: string): AggregateQuery['order'][number] {
  const [field = '', direction = 'asc', ...rest] = text.trim().split(/\s+/);
  if (rest.length === 0 && (direction === 'asc' || direction === 'desc')) return { field, direction };
  throw new Error(`--order: '${text}' is not an order; write a column of the result, and desc for the greatest first`);
}

const OPERATORS: readonly [pattern: RegExp, op: Condition['op'], values: 'none' | 'one' | 'list'][] = [
  [/^is\s+not\s+null$/i, 'isNotNull', 'none'],
  [/^is\s+null$/i, 'isNull', 'none'],
  [/^not\s*in\s+/i, 'notIn', 'list'],
  [/^in\s+/i, 'in', 'list'],
  [/^contains\s+/i, 'contains', 'one'],
  [/^starts\s*with\s+/i, 'startsWith', 'one'],
  [/^ends\s*with\s+/i, 'endsWith', 'one'],
  [/^>=\s*/, 'gte', 'one'],
  [/^<=\s*/, 'lte', 'one'],
  [/^(?:<>|!=)\s*/, 'notIn', 'one'],
  [/^=\s*/, 'in', 'one'],
  [/^>\s*/, 'gt', 'one'],
  [/^<\s*/, 'lt', 'one'],
];

/** A condition such as `state in CA,TX`; a value with a comma is in single quotes. */
export function parseCondition(text: string): Condition {
  const [, field, rest] = /^\s*([A-Za-z_]\w*)\s*(.*?)\s*$/s.exec(text) ?? [];
  for (const [pattern, op, count] of OPERATORS) {
    const matched = rest === undefined ? null : pattern.exec(rest);
    if (!matched || field === undefined) continue;
    const values = count === 'none' ? [] : parseValues(rest!.slice(matched[0].length), count);
    if (values) return { field, op, values };
  }
  const remedy =
    'write a dimension, one of = != < <= > >= in, not in, contains, starts with, ends with, is null, is not null, and values separated by commas; --file takes every other filter';
  throw new Error(`--where: '${text}' is not a condition; ${remedy}`);
}

/** Null where the text is no such list. */
function parseValues(text: string, count: 'one' | 'list'): string[] | null {
  if (count === 'one' && !text.startsWith("'")) return text === '' ? null : [text];
  const pattern = /\s*(?:'((?:[^']|'')*)'|([^',][^,]*?))\s*(?:,|$)/gy;
  const values: string[] = [];
  while (pattern.lastIndex < text.length) {
    const value = pattern.exec(text);
    if (!value || (value[0].endsWith(',') && pattern.lastIndex === text.length)) return null;
    values.push(value[1] === undefined ? value[2]! : value[1].replaceAll("''", "'"));
  }
  return values.length === 0 || (count === 'one' && values.length > 1) ? null : values;
}
