import { parseExpression } from '../expression/parse.ts';
import { ExpressionError, tokenize, type Token } from '../expression/tokens.ts';
import type { Expression } from '../expression/tree.ts';

/** Aggregate functions of the specification, and what they are here. */
const KINDS = {
  sum: 'sum',
  avg: 'average',
  min: 'min',
  max: 'max',
  count: 'count',
  median: 'median',
} as const;

export interface Aggregate {
  readonly kind: (typeof KINDS)[keyof typeof KINDS] | 'count_distinct';
  /** Null for COUNT(*). */
  readonly value: Expression | null;
}

/** A metric's SQL: aggregates, and a formula over them by the names `aggregate_0`, `aggregate_1` …. */
export interface AggregateFormula {
  readonly aggregates: readonly Aggregate[];
  readonly formula: Expression;
}

/** Reads the SQL of a metric. Throws `ExpressionError` for what the expression language does not have. */
export function readAggregates(sql: string): AggregateFormula {
  const tokens = tokenize(sql);
  const aggregates: Aggregate[] = [];
  let text = '';
  let done = 0;
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!;
    const kind = kindOf(tokens, index);
    if (kind === null) continue;
    const close = closingBracket(tokens, index + 1);
    refuseAfter(tokens[close + 1]!);
    text += `${sql.slice(done, token.at)}aggregate_${aggregates.length}`;
    aggregates.push(readAggregate(sql, kind, tokens.slice(index + 2, close), tokens[close]!.at));
    done = tokens[close]!.at + 1;
    index = close;
  }
  if (aggregates.length === 0) throw new ExpressionError(0, 'It has no aggregate, such as SUM.');
  return { aggregates, formula: parseExpression(text + sql.slice(done)) };
}

function kindOf(tokens: readonly Token[], index: number): Aggregate['kind'] | null {
  const word = tokens[index]!;
  const next = tokens[index + 1];
  const name = word.text.toLowerCase();
  if (word.kind !== 'word' || next?.kind !== 'sign' || next.text !== '(' || !Object.hasOwn(KINDS, name)) return null;
  return KINDS[name as keyof typeof KINDS];
}

/** The index of the bracket that closes the one at `open`. */
function closingBracket(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let index = open; index < tokens.length; index++) {
    const { kind, text } = tokens[index]!;
    if (kind !== 'sign') continue;
    if (text === '(') depth += 1;
    if (text === ')') depth -= 1;
    if (depth === 0) return index;
  }
  throw new ExpressionError(tokens[open]!.at, 'A bracket is not closed.');
}

function refuseAfter({ kind, text, at }: Token): void {
  if (kind !== 'word') return;
  const word = text.toLowerCase();
  if (word === 'over') throw new ExpressionError(at, 'It is a window function. Queries have calculations for it.');
  if (word === 'filter' || word === 'within') throw new ExpressionError(at, `It uses ${text.toUpperCase()}.`);
}

function readAggregate(sql: string, kind: Aggregate['kind'], inner: readonly Token[], end: number): Aggregate {
  const [first, second] = inner;
  if (first === undefined) throw new ExpressionError(end, 'An aggregate has no value.');
  if (kind === 'count' && inner.length === 1 && first.text === '*') return { kind, value: null };
  if (inner.some((_, index) => kindOf(inner, index) !== null))
    throw new ExpressionError(first.at, 'It aggregates aggregates.');
  const distinct = first.kind === 'word' && first.text.toLowerCase() === 'distinct';
  const value = parseExpression(sql.slice(distinct ? second?.at : first.at, end));
  if (!distinct) return { kind, value };
  if (kind === 'count') return { kind: 'count_distinct', value };
  throw new ExpressionError(first.at, 'It uses DISTINCT in another aggregate than COUNT.');
}
