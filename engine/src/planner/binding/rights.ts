import type { ColumnMask, ModelRowRule } from '@rise/contract';
import { mapParts } from '../../expression/tree.ts';
import type { CompiledFact } from '../../model/compiled-model.ts';
import type { Bound } from './bound.ts';
import type { PlanExpression, PlanPredicate } from '../../plan/plan.ts';
import type { Scope } from '../../plan/scope.ts';

type Reader = Scope['reader'];

/** Everyone whose rights apply: the reader, and the person viewing as them, if any. */
export function readersOf({ reader, onBehalfOf }: Scope): Reader[] {
  return onBehalfOf === undefined ? [reader] : [reader, onBehalfOf];
}

/** Whether a rule or mask applies to this reader. An unnamed reader is exempt from none. */
function isAbout({ appliesTo, exceptFor }: ModelRowRule | ColumnMask, reader: Reader): boolean {
  if (reader === 'system') return false;
  const among = (readers: ModelRowRule['appliesTo']) =>
    readers !== undefined &&
    (readers.roles.some((role) => reader?.roles.includes(role) ?? false) ||
      readers.groups.some((group) => reader?.groups.includes(group) ?? false));
  if (among(exceptFor)) return false;
  return appliesTo === undefined || reader === undefined || among(appliesTo);
}

/** The dataset's rules that apply to this reader. */
export function rulesAbout({ dataset }: CompiledFact, reader: Reader): ModelRowRule[] {
  return dataset.rules.filter((rule) => isAbout(rule, reader));
}

/** The dataset's masks that apply to this reader. */
export function masksAbout({ dataset }: CompiledFact, reader: Reader): ColumnMask[] {
  return dataset.masks.filter((mask) => isAbout(mask, reader));
}

/** One rule of the model, for one reader. */
export function planRule(bound: Bound, rule: ModelRowRule, reader: Reader): PlanPredicate {
  return { kind: 'holds', condition: bound.rule(bound.from.expressions.rules.get(rule.name)!, reader) };
}

/** The model's rules for this reader. A row must satisfy all of them. */
export function planRules(bound: Bound, scope: Scope): PlanPredicate[] {
  const rules = readersOf(scope).flatMap((reader) =>
    rulesAbout(bound.from, reader).map((rule) => planRule(bound, rule, reader)),
  );
  // A rule that is the same for both readers is applied once.
  return [...new Map(rules.map((rule) => [JSON.stringify(rule), rule])).values()];
}

const key = (table: string | null, column: string) => `${table}.${column}`.toLowerCase();

/** Columns that are masked for this reader. */
export function maskedColumns(from: CompiledFact, scope: Scope): ReadonlySet<string> {
  const masks = readersOf(scope).flatMap((reader) => masksAbout(from, reader));
  return new Set(masks.flatMap((mask) => mask.columns.map(({ table, column }) => key(table, column))));
}

/** Replaces masked columns by null. */
export function withoutColumns(expression: PlanExpression, masked: ReadonlySet<string>): PlanExpression {
  const map = (item: PlanExpression): PlanExpression => {
    if (item.kind !== 'name') return mapParts(item, map);
    return masked.has(key(item.table, item.name)) ? { kind: 'nothing', like: item, at: item.at } : item;
  };
  return map(expression);
}
