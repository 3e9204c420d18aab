import type { ExchangeRates } from '@rise/contract';

/** The syntax tree of an expression. Plain data: it can be stored, compared and hashed. */

/** The types of the language. `unknown` is the type of a column while no catalog has been read; it fits everywhere. */
export type ValueType = 'boolean' | 'integer' | 'decimal' | 'number' | 'string' | 'date' | 'timestamp' | 'unknown';

export const CAST_TYPES = ['boolean', 'integer', 'decimal', 'number', 'string', 'date', 'timestamp'] as const;
export type CastType = (typeof CAST_TYPES)[number];

export type BinaryOperator = '+' | '-' | '*' | '/' | '%' | '||' | '=' | '<>' | '<' | '<=' | '>' | '>=' | 'and' | 'or';

export type ComparisonOperator = '=' | '<>' | '<' | '<=' | '>' | '>=';
/** Types of dimensions. */
export type TestedType = 'string' | 'decimal' | 'integer' | 'date' | 'timestamp' | 'boolean';
/** What a filter requires of a value; a range includes `from` but not `to`. */
export type ValueTest =
  | { kind: 'in'; values: (string | number | boolean)[] }
  | { kind: 'compare'; op: 'gt' | 'gte' | 'lt' | 'lte'; value: string | number | boolean }
  | { kind: 'text'; op: 'contains' | 'startsWith' | 'endsWith'; value: string }
  | { kind: 'range'; from: number | null; to: number | null };

/** `at` is the 0-based position of the first character. */
export type Expression = { at: number } & (
  | { kind: 'text'; value: string }
  /** As written, so that 0.1 stays exact. */
  | { kind: 'number'; value: string }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'null' }
  /** 'YYYY-MM-DD' */
  | { kind: 'day'; value: string }
  /** A column, with its table if it is written. */
  | { kind: 'name'; table: string | null; name: string }
  /** A parameter of the tenant, written ':name'. */
  | { kind: 'parameter'; name: string }
  | { kind: 'call'; function: string; arguments: Expression[] }
  | { kind: 'negative'; of: Expression }
  | { kind: 'not'; of: Expression }
  | { kind: 'binary'; operator: BinaryOperator; left: Expression; right: Expression }
  | { kind: 'in'; of: Expression; list: Expression[]; negated: boolean }
  | { kind: 'between'; of: Expression; from: Expression; to: Expression; negated: boolean }
  | { kind: 'missing'; of: Expression; negated: boolean }
  | { kind: 'case'; of: Expression | null; when: { when: Expression; value: Expression }[]; else: Expression | null }
  | { kind: 'cast'; of: Expression; type: CastType }
  /** Looks a text up in a list of pairs, each text once; null if it is not there. Has no syntax. */
  | { kind: 'lookup'; of: Expression; pairs: readonly (readonly [text: string, means: string])[] }
  /** Compares two dimensions of one type. Has no syntax. */
  | { kind: 'compared'; left: Expression; right: Expression; type: TestedType; operator: ComparisonOperator }
  /** Whether a value of a dimension passes a test of a filter. Has no syntax. */
  | { kind: 'test'; of: Expression; type: TestedType; test: ValueTest }
  /**
   * A figure over all rows of the dataset with the same key, as far as the reader may see them; null where a part of the
   * key is. Has no syntax.
   */
  | PerKey
  | RateLookUp
  /** Number of periods of the tenant's calendar from one date to another; `times` says which are times. Has no syntax. */
  | { kind: 'since'; grain: SinceGrain; from: Expression; to: Expression; times: [from: boolean, to: boolean] }
  /** A value of a row with its weight, as weighted medians take them. Has no syntax. */
  | { kind: 'weighted'; of: Expression; weight: Expression }
  /** Null, of a column's type: replaces a column that is masked for the reader. Has no syntax. */
  | { kind: 'nothing'; like: Expression }
  /** Null, of this type: replaces a column that the version does not have. Has no syntax. */
  | { kind: 'absent'; table: string; name: string; type: TestedType }
);

export type SinceGrain = 'day' | 'week' | 'month' | 'quarter' | 'year' | 'fiscal_quarter' | 'fiscal_year';

/** See `Expression`. */
export interface PerKey {
  kind: 'perKey';
  /** Of the dimension. */
  name: string;
  key: Expression[];
  take: 'min' | 'max' | 'sum' | 'count' | 'count_distinct' | 'any';
  /** Null for `count` and `any`. */
  value: Expression | null;
  where: Expression | null;
  /**
   * Set if a row looks the value up under another key than its own: that of the prior year-end. `day` is the row's own
   * day; values of the same table are looked up together.
   */
  prior?: { table: string; key: Expression[]; day: Expression };
}

/**
 * The exact rate by which an amount of a row is converted from the currency `from` to another, on a day; 1 where they are
 * the same, null where none is known. Or the day of that rate, null where none is needed. Has no syntax.
 */
export interface RateLookUp {
  kind: 'rate';
  from: Expression;
  /** ISO 4217. */
  to: string;
  day: Expression;
  rates: ExchangeRates;
  take: 'rate' | 'day';
}

/** Calls `visit` for the expression and everything in it, outer ones first. */
export function walk(expression: Expression, visit: (item: Expression) => void): void {
  visit(expression);
  for (const inner of partsOf(expression)) walk(inner, visit);
}

/** Whether an expression depends on other rows than its own. */
export function hasPerKey(expression: Expression): boolean {
  return expression.kind === 'perKey' || partsOf(expression).some(hasPerKey);
}

/** Direct children of an expression. */
export function partsOf(expression: Expression): Expression[] {
  switch (expression.kind) {
    case 'call':
      return expression.arguments;
    case 'negative':
    case 'not':
    case 'missing':
    case 'cast':
    case 'lookup':
    case 'test':
      return [expression.of];
    case 'nothing':
      return [expression.like];
    case 'weighted':
      return [expression.of, expression.weight];
    case 'since':
      return [expression.from, expression.to];
    case 'rate':
      return [expression.from, expression.day];
    case 'perKey':
      return [
        ...expression.key,
        ...[expression.value, expression.where].filter((item) => item !== null),
        ...(expression.prior ? [...expression.prior.key, expression.prior.day] : []),
      ];
    case 'binary':
    case 'compared':
      return [expression.left, expression.right];
    case 'in':
      return [expression.of, ...expression.list];
    case 'between':
      return [expression.of, expression.from, expression.to];
    case 'case':
      return [
        ...(expression.of ? [expression.of] : []),
        ...expression.when.flatMap(({ when, value }) => [when, value]),
        ...(expression.else ? [expression.else] : []),
      ];
    default:
      return [];
  }
}

/** The expression with each direct child mapped. */
export function mapParts(expression: Expression, map: (part: Expression) => Expression): Expression {
  switch (expression.kind) {
    case 'call':
      return { ...expression, arguments: expression.arguments.map(map) };
    case 'negative':
    case 'not':
    case 'missing':
    case 'cast':
    case 'lookup':
    case 'test':
      return { ...expression, of: map(expression.of) };
    case 'weighted':
      return { ...expression, of: map(expression.of), weight: map(expression.weight) };
    case 'since':
      return { ...expression, from: map(expression.from), to: map(expression.to) };
    case 'rate':
      return { ...expression, from: map(expression.from), day: map(expression.day) };
    case 'perKey': {
      const [value, where] = [expression.value && map(expression.value), expression.where && map(expression.where)];
      const { prior } = expression;
      return {
        ...expression,
        key: expression.key.map(map),
        value,
        where,
        ...(prior && { prior: { ...prior, key: prior.key.map(map), day: map(prior.day) } }),
      };
    }
    case 'binary':
    case 'compared':
      return { ...expression, left: map(expression.left), right: map(expression.right) };
    case 'in':
      return { ...expression, of: map(expression.of), list: expression.list.map(map) };
    case 'between':
      return { ...expression, of: map(expression.of), from: map(expression.from), to: map(expression.to) };
    case 'case':
      return {
        ...expression,
        of: expression.of && map(expression.of),
        when: expression.when.map(({ when, value }) => ({ when: map(when), value: map(value) })),
        else: expression.else && map(expression.else),
      };
    default:
      return expression;
  }
}
