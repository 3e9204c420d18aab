import type { CustomMeasure, Filter } from '@rise/contract';
import type { ComparisonPhrase } from './comparison-words.rules.ts';
import type { Item } from './cover.rules.ts';
import { neighbor, ReadingFailure, type Condition, type Draft } from './reading-draft.rules.ts';

type MeasureItem = Extract<Item, { kind: 'measure' | 'dimension' }>;

/** Conditions on measures, and on dimensions that are numbers. */
export interface Conditions {
  readonly having: readonly Condition[];
  readonly filters: readonly Filter[];
  /** Differences of two measures that are compared with each other. */
  readonly customMeasures: readonly CustomMeasure[];
  /** Measures that are compared with each other. */
  readonly compared: readonly string[];
  /** Measures that only conditions name. */
  readonly items: ReadonlySet<Item>;
  /** Conditions without a measure of their own: on the one that is shown. */
  readonly onShown: readonly ComparisonPhrase[];
}

/** Joins each comparison with the measure that it is about. */
export function bindConditions(draft: Draft): Conditions {
  const having: Condition[] = [];
  const filters: Filter[] = [];
  const customMeasures: CustomMeasure[] = [];
  const items = new Set<Item>();
  const onShown: ComparisonPhrase[] = [];
  const compared: string[] = [];
  for (const item of draft.items) {
    if (item.kind === 'versus') {
      const bound = bindVersus(draft, item, customMeasures.length);
      customMeasures.push(bound.difference);
      compared.push(...bound.names);
      having.push({ measure: bound.difference.name, tests: [{ op: item.op, value: 0 }] });
      for (const one of bound.items) items.add(one);
    }
    if (item.kind !== 'comparison') continue;
    draft.used.add(item);
    const field = fieldOf(draft, item, items);
    if (field?.kind === 'measure') {
      const tests = testsFor(draft, item, field.name);
      having.push({ measure: field.name, tests });
      draft.places.set(`having:${field.name}`, place(field, item));
      items.add(field);
      draft.used.add(field);
      useTwins(draft, field, items);
    } else if (field) {
      for (const { op, value } of item.comparison.tests) filters.push({ field: field.name, op, values: [value] });
      draft.places.set(`filter:${field.name}`, place(field, item));
      draft.used.add(field);
    } else {
      onShown.push(item.comparison);
      draft.places.set('having:', place(item, item));
    }
  }
  return { having, filters, customMeasures, compared, items, onShown };
}

/** “asset size”: words beside each other that mean one measure. */
function useTwins(draft: Draft, field: MeasureItem, items: Set<Item>): void {
  for (const step of [1, -1] as const) {
    const twin = neighbor(draft, field, step);
    if (twin?.kind !== 'measure' || twin.name !== field.name) continue;
    items.add(twin);
    draft.used.add(twin);
  }
}

export const place = (a: { from: number; to: number }, b: { from: number; to: number }) => ({
  from: Math.min(a.from, b.from),
  to: Math.max(a.to, b.to),
});

/** The measure before a comparison or, where another stands there, the one after it. */
function fieldOf(draft: Draft, item: Item, taken: ReadonlySet<Item>): MeasureItem | undefined {
  const isOpen = (other: Item | undefined): other is MeasureItem =>
    other !== undefined && !taken.has(other) && (other.kind === 'measure' || isNumberDimension(draft, other));
  const before = neighbor(draft, item, -1);
  if (isOpen(before)) return before;
  // “loans with over 1 billion”: what joins says nothing.
  if (before?.kind === 'cue' && (before.cue === 'and' || before.cue === 'those')) {
    const further = neighbor(draft, before, -1);
    if (before.cue === 'those' && isOpen(further)) return further;
  }
  const after = neighbor(draft, item, 1);
  return isOpen(after) ? after : undefined;
}

/** A dimension whose values are numbers, such as a year. */
function isNumberDimension({ context }: Draft, item: Item): item is MeasureItem {
  if (item.kind !== 'dimension') return false;
  const dimension = context.dataset.dimensions.get(item.name)!;
  return (dimension.type === 'integer' || dimension.type === 'decimal') && !dimension.bands && !dimension.values;
}

/** A percentage is compared with a fraction, a plain number with a percentage only at a guess: 2 as 2 %. */
export function testsFor(draft: Draft, item: Item & { kind: 'comparison' }, measure: string): Condition['tests'] {
  const { isPercent, tests } = item.comparison;
  const unit = draft.context.dataset.measures.get(measure)?.format.unit;
  if (isPercent && unit !== 'percent') throw new ReadingFailure('not_comparable', item, true);
  if (isPercent || unit !== 'percent') return tests;
  if (tests.some(({ value }) => value > 100)) throw new ReadingFailure('not_comparable', item, true);
  if (tests.every(({ value }) => value < 1)) return tests;
  draft.penalty += 0.1;
  return tests.map(({ op, value }) => ({ op, value: Number((value / 100).toPrecision(15)) }));
}

/** “loans greater than shares”, “mevduatı kredisinden fazla olan”. */
function bindVersus(draft: Draft, item: Item & { kind: 'versus' }, count: number) {
  const before = neighbor(draft, item, -1);
  const after = neighbor(draft, item, 1);
  const earlier = before && neighbor(draft, before, -1);
  const isTurkish = before?.kind === 'measure' && before.case === 'from' && earlier?.kind === 'measure';
  const [left, right] = isTurkish ? [earlier, before] : [before, after];
  if (left?.kind !== 'measure' || right?.kind !== 'measure') throw new ReadingFailure('unused_words', item);
  const unit = (name: string) => draft.context.dataset.measures.get(name)?.format.unit;
  if (unit(left.name) !== unit(right.name)) throw new ReadingFailure('not_comparable', item, true);
  const items = [left, right, item];
  for (const one of items) draft.used.add(one);
  const name = `difference${count === 0 ? '' : `_${count + 1}`}`;
  draft.places.set(`having:${name}`, place(left, place(item, right)));
  const difference: CustomMeasure = {
    name,
    kind: 'formula',
    expression: `${left.name} - ${right.name}`,
    format: { unit: unit(left.name) === 'currency' ? 'currency' : 'number', decimals: 2, truncate: false },
  };
  return { difference, items: [left, right] as Item[], names: [left.name, right.name] };
}
