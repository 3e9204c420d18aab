import { isDeepStrictEqual } from 'node:util';
import { aggregateQuery } from '@rise/contract';
import type { AggregateQuery, ModelTest } from '@rise/contract';
import { add, formatDecimal, multiply, parseDecimal } from '../plan/exact-decimal.ts';
import type { Scope } from '../plan/scope.ts';
import { planQuery } from '../planner/query.ts';
import type { CompiledModel } from '../model/compiled-model.ts';

/** The query of a test: its measure over the rows that its filter chooses. */
export function queryOfTest({
  dataset,
  measure,
  filter,
}: Pick<ModelTest, 'dataset' | 'measure' | 'filter'>): AggregateQuery {
  return aggregateQuery.parse({ dataset, measures: [measure], ...(filter && { filter }) });
}

const plain = (value: string | number): string => formatDecimal(parseDecimal(String(value)));
const magnitude = (value: string): string => value.replace(/^-/, '');
const isNegative = (value: string): boolean => value.startsWith('-') && /[1-9]/.test(value);

/** What a test expects, as exact decimals: its figure, and by how much a figure may differ from it. */
export function boundsOfTest({ expect, tolerance }: ModelTest): { expected: string; tolerance: string } {
  const expected = plain(expect);
  if (typeof tolerance === 'number') return { expected, tolerance: plain(tolerance) };
  const share = multiply(plain(tolerance.percent), '0.01');
  return { expected, tolerance: multiply(magnitude(expected), share) };
}

export interface TestVerdict {
  readonly passed: boolean;
  readonly actual: string | null;
  /** Actual − expected; null where there is no figure. */
  readonly difference: string | null;
}

/** Compares a figure with what a test expects. Without rows there is no figure, and the test fails. */
export function judgeFigure(test: ModelTest, figure: string | number | null): TestVerdict {
  if (figure === null) return { passed: false, actual: null, difference: null };
  const { expected, tolerance } = boundsOfTest(test);
  const actual = plain(figure);
  const difference = add(actual, multiply(expected, '-1'));
  return { passed: !isNegative(add(tolerance, `-${magnitude(difference)}`)), actual, difference };
}

/**
 * Whether the reader would see another figure of a test than the tenant's: a row rule or a mask of its dataset changes
 * the plan.
 */
export function isRestrictedTest(model: CompiledModel, test: ModelTest, scope: Scope, asOf: string | null): boolean {
  const { predicates: _, onBehalfOf: __, ...own } = scope;
  const query = queryOfTest(test);
  try {
    const whole = planQuery(model, { ...own, reader: 'system' }, query, asOf);
    return !isDeepStrictEqual(planQuery(model, scope, query, asOf), whole);
  } catch {
    // A document may have changed since the test ran: what cannot be planned is not shown.
    return true;
  }
}
