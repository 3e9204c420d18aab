import { allOf, conjuncts, textOf } from '../expression/build.ts';
import type { BaseAggregate } from './measures.ts';

/** The aggregate without one of its conditions, by its text; null if it does not have it. */
export function withoutCondition(aggregate: BaseAggregate, condition: string): BaseAggregate | null {
  if (aggregate.kind === 'any') return aggregate;
  if (aggregate.kind === 'nested') {
    const of = withoutCondition(aggregate.of, condition);
    return of && { ...aggregate, of };
  }
  const all = conjuncts(aggregate.where);
  const others = all.filter((item) => textOf(item) !== condition);
  return others.length === all.length ? null : { ...aggregate, where: allOf(others) };
}
