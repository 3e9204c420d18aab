/** What an expression of a model is once it is read. Plain data: it can be stored, compared and hashed. */

/** The types of the language. `unknown` is what a column has while nobody has looked at the warehouse; it fits everywhere. */
export type ValueType = 'boolean' | 'integer' | 'decimal' | 'number' | 'string' | 'date' | 'timestamp' | 'unknown';

export const CAST_TYPES = ['boolean', 'integer', 'decimal', 'number', 'string', 'date', 'timestamp'] as const;
export type CastType = (typeof CAST_TYPES)[number];

export type BinaryOperator = '+' | '-' | '*' | '/' | '%' | '||' | '=' | '<>' | '<' | '<=' | '>' | '>=' | 'and' | 'or';

/** `at` is the place of the first character, counted from 0. */
export type Expression = { at: number } & (
  | { kind: 'text'; value: string }
  /** As written, so that 0.1 stays exactly that. */
  | { kind: 'number'; value: string }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'null' }
  /** 'YYYY-MM-DD' */
  | { kind: 'day'; value: string }
  /** A column, with its table where one is written. */
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
  /** What a text stands for by a list of pairs, each text once in it; null where it is not. Nobody can write it. */
  | { kind: 'lookup'; of: Expression; pairs: readonly (readonly [text: string, means: string])[] }
  /** No value, of a column's type: what a reader finds in the place of a column they may not see. Nobody can write it. */
  | { kind: 'nothing'; like: Expression }
);

/** Calls `visit` for the expression and all inside it, the outer one first. */
export function walk(expression: Expression, visit: (each: Expression) => void): void {
  visit(expression);
  for (const inner of partsOf(expression)) walk(inner, visit);
}

/** What stands directly inside an expression. */
export function partsOf(expression: Expression): Expression[] {
  switch (expression.kind) {
    case 'call':
      return expression.arguments;
    case 'negative':
    case 'not':
    case 'missing':
    case 'cast':
    case 'lookup':
      return [expression.of];
    case 'nothing':
      return [expression.like];
    case 'binary':
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

/** The expression with each part directly inside it mapped. */
export function mapParts(expression: Expression, map: (part: Expression) => Expression): Expression {
  switch (expression.kind) {
    case 'call':
      return { ...expression, arguments: expression.arguments.map(map) };
    case 'negative':
    case 'not':
    case 'missing':
    case 'cast':
    case 'lookup':
      return { ...expression, of: map(expression.of) };
    case 'binary':
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
