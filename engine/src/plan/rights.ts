import type { ColumnMask, ModelRowRule } from '@rise/contract';
import { mapParts } from '../expression/tree.ts';
import type { CompiledFact } from '../model/compile-model.ts';
import type { Bound } from './bound.ts';
import type { PlanExpression, PlanPredicate } from './plan.ts';
import type { Scope } from './scope.ts';

type Reader = Scope['reader'];

/** All whose rights hold: the reader, and whoever looks through their eyes. */
export function readersOf({ reader, onBehalfOf }: Scope): Reader[] {
  return onBehalfOf === undefined ? [reader] : [reader, onBehalfOf];
}

/** Whether a rule or mask is about this reader. Who is nobody in particular is excepted from nothing. */
function isAbout({ appliesTo, exceptFor }: ModelRowRule | ColumnMask, reader: Reader): boolean {
  if (reader === 'system') return false;
  const among = (readers: ModelRowRule['appliesTo']) =>
    readers !== undefined &&
    (readers.roles.some((role) => reader?.roles.includes(role) ?? false) ||
      readers.groups.some((group) => reader?.groups.includes(group) ?? false));
  if (among(exceptFor)) return false;
  return appliesTo === undefined || reader === undefined || among(appliesTo);
}

/** Those of a dataset's rules that are about this reader. */
export function rulesAbout({ dataset }: CompiledFact, reader: Reader): ModelRowRule[] {
  return dataset.rules.filter((rule) => isAbout(rule, reader));
}

/** Those of a dataset's masks that are about this reader. */
export function masksAbout({ dataset }: CompiledFact, reader: Reader): ColumnMask[] {
  return dataset.masks.filter((mask) => isAbout(mask, reader));
}

/** One of the model's rules for a reader. */
export function planRule(bound: Bound, rule: ModelRowRule, reader: Reader): PlanPredicate {
  return { kind: 'holds', condition: bound.rule(bound.from.expressions.rules.get(rule.name)!, reader) };
}

/** The model's rules for this reader, all of which hold for every row they get. */
export function planRules(bound: Bound, scope: Scope): PlanPredicate[] {
  const rules = readersOf(scope).flatMap((reader) =>
    rulesAbout(bound.from, reader).map((rule) => planRule(bound, rule, reader)),
  );
  // Where two readers are alike in a rule, it stands once.
  return [...new Map(rules.map((rule) => [JSON.stringify(rule), rule])).values()];
}

const key = (table: string | null, column: string) => `${table}.${column}`.toLowerCase();

/** The columns of which this reader sees nothing. */
export function maskedColumns(from: CompiledFact, scope: Scope): ReadonlySet<string> {
  const masks = readersOf(scope).flatMap((reader) => masksAbout(from, reader));
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
