import type { Measure } from '@rise/contract';
import { allOf, binary } from '../../expression/build.ts';
import type { Expression } from '../../expression/tree.ts';
import { plainDecimal } from '../../plan/exact-decimal.ts';
import type { BaseAggregate } from '../../plan/measures.ts';
import type { PlanExpression } from '../../plan/predicates.ts';

/** Decimal places of the share of a weighted percentile. */
const SHARE_PLACES = 10;

/**
 * A weighted median or percentile: the positive weights of each value are added up first. `by` is the key of the joined
 * table that value and weight belong to, each row of which counts once; null for those of the fact.
 */
export function planWeighted(
  measure: Measure,
  { of, weight }: Extract<Expression, { kind: 'weighted' }>,
  { by, where }: { by: PlanExpression[] | null; where: PlanExpression | null },
): BaseAggregate {
  const { name } = measure;
  const share = measure.kind === 'percentile' ? measure.share : 0.5;
  const counted = allOf([
    ...(where ? [where] : []),
    binary(weight, '>', { kind: 'number', value: '0', at: 0 }),
    { kind: 'missing', of, negated: true, at: 0 },
  ]);
  return {
    name,
    kind: 'nested',
    by: [...(by ?? []), of],
    of: { name, kind: by ? 'max' : 'sum', value: weight, where: counted },
    take: { kind: 'weighted', share: plainDecimal(share.toFixed(SHARE_PLACES))! },
  };
}
