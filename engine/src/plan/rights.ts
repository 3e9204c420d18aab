import type { ColumnMask, ModelRowRule } from '@rise/contract';
import { mapParts } from '../expression/tree.ts';
import type { CompiledDataset } from '../model/compile-model.ts';
import type { Bound } from './bound.ts';
import type { PlanExpression, PlanPredicate } from './plan.ts';
import type { Scope } from './scope.ts';

/** Whether a rule or mask is about this reader. Who is nobody in particular is excepted from nothing. */
function isAbout({ appliesTo, exceptFor }: ModelRowRule | ColumnMask, { reader }: Scope): boolean {
  if (reader === 'system') return false;
  const among = (readers: ModelRowRule['appliesTo']) =>
    readers !== undefined &&
    (readers.roles.some((role) => reader?.roles.includes(role) ?? false) ||
      readers.groups.some((group) => reader?.groups.includes(group) ?? false));
  if (among(exceptFor)) return false;
  return appliesTo === undefined || reader === undefined || among(appliesTo);
}

/** The model's rules for this reader, all of which hold for every row they get. */
export function planRules(bound: Bound, scope: Scope): PlanPredicate[] {
  return bound.from.dataset.rules
    .filter((rule) => isAbout(rule, scope))
    .map((rule) => ({ kind: 'holds', condition: bound.rule(bound.from.expressions.rules.get(rule.name)!) }));
}

const key = (table: string | null, column: string) => `${table}.${column}`.toLowerCase();

/** The columns of which this reader sees nothing. */
export function maskedColumns({ dataset }: CompiledDataset, scope: Scope): ReadonlySet<string> {
  const masks = dataset.masks.filter((mask) => isAbout(mask, scope));
  return new Set(masks.flatMap((mask) => mask.columns.map(({ table, column }) => key(table, column))));
}

/** The expression with nothing in the place of masked columns. */
export function withoutColumns(expression: PlanExpression, masked: ReadonlySet<string>): PlanExpression {
  const map = (each: PlanExpression): PlanExpression => {
    if (each.kind !== 'name') return mapParts(each, map);
    return masked.has(key(each.table, each.name)) ? { kind: 'nothing', like: each, at: each.at } : each;
  };
  return map(expression);
}
