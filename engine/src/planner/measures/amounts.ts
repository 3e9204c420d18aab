import type { Expression, RateLookUp } from '../../expression/tree.ts';
import { binary, columnNamed } from '../../expression/build.ts';
import { conversionOf, rateTimeOf } from '../../model/amounts.ts';
import { overOf } from '../../model/measures.ts';
import type { PlanMeasure } from '../../plan/measures.ts';
import type { PlanExpression } from '../../plan/predicates.ts';
import type { BoundDataset, BoundFact } from '../binding/bound-dataset.ts';
import { planPeriods } from '../binding/fields.ts';

/** Amounts of a measure over rows in currencies that may differ from row to row. */
export interface Amounts {
  /** The measure over rows. */
  measure: string;
  fact: BoundFact;
  currency: PlanExpression;
  /** How they are converted; null if they are not. */
  rate: RateLookUp | null;
  /** The rows with an amount. */
  where: PlanExpression;
}

/** What rows without a rate, without a currency and of different currencies are counted as. */
const MISSING_RATES = 'without rate';
const NO_CURRENCY = 'without currency';
const CURRENCIES = 'currencies';

/** Titles of the counts that figures of amounts are checked by, as in a list of rows. */
export const CHECK_TITLES = {
  [MISSING_RATES]: { en: 'Without a rate', tr: 'Kuru bulunmayan' },
  [NO_CURRENCY]: { en: 'Without a currency', tr: 'Para birimi olmayan' },
  [CURRENCIES]: { en: 'Currency', tr: 'Para birimi' },
};

const exists = (of: Expression): Expression => ({ kind: 'missing', of, negated: true, at: 0 });
const isPositive = (weight: Expression): Expression => binary(weight, '>', { kind: 'number', value: '0', at: 0 });
const missing = (of: Expression): Expression => ({ kind: 'missing', of, negated: false, at: 0 });

/** The day whose rate counts for a row: its own, or the last one of the group's period. */
function rateDay(bound: BoundDataset, name: string, at: 'day' | 'period_end'): PlanExpression {
  const fact = bound.factOf(name);
  const measure = bound.from.measures.get(name)!;
  // Validation has ensured that there is one.
  const time = rateTimeOf(measure, fact.from.dataset)!;
  if (at === 'day') return planPeriods(fact.home, fact.home.from.dimensions.get(time)!, 'day').value;
  const over = overOf(measure);
  if (!over) return columnNamed(fact.snapshotDates.addEnd(time).name, 'end');
  return columnNamed(fact.snapshotDates.add(over.time).name, over.take === 'first' ? 'first' : 'last');
}

/** Whether a row has an amount that counts: of weighted ones, those with a positive weight. */
const countsWith = (value: PlanExpression): PlanExpression =>
  value.kind === 'weighted' ? binary(isPositive(value.weight), 'and', exists(value.of)) : exists(value);

/** The currencies of a measure's amounts; null where they are in one, or in none that the model names. */
export function amountsOf(
  bound: BoundDataset,
  name: string,
  { value, where }: { value: PlanExpression; where: PlanExpression | null },
): Amounts | null {
  const declared = bound.from.expressions.currencies.get(name);
  const convert = conversionOf(bound.from.measures.get(name)!);
  const { target, rates } = bound;
  if (!declared || (declared.kind === 'text' && (!convert || declared.value === target))) return null;
  const fact = bound.factOf(name);
  const currency = fact.bind(declared);
  const rate: RateLookUp | null =
    convert && rates
      ? { kind: 'rate', from: currency, to: target, day: rateDay(bound, name, convert.at), rates, take: 'rate' }
      : null;
  const counts = countsWith(value);
  return { measure: name, fact, currency, rate, where: where ? binary(where, 'and', counts) : counts };
}

/** The amount of a row in the currency that it is converted to. */
export function convertedBy(value: PlanExpression, amounts: Amounts | null): PlanExpression {
  if (!amounts?.rate) return value;
  if (value.kind === 'weighted') return { ...value, of: convertedBy(value.of, amounts) };
  return binary(value, '*', { ...amounts.rate, at: 0 });
}

/** Adds the count of rows without a rate. */
function checkRates({ measure, fact, currency, rate, where }: Amounts): string {
  const aggregate = `${measure} ${MISSING_RATES}`;
  const unrated = binary(where, 'and', missing({ ...rate!, at: 0 }));
  fact.checkedAmounts.set(aggregate, { aggregate, currency, rate, where });
  return fact.aggregates.add({ name: aggregate, kind: 'count', where: unrated });
}

/** Adds the count of rows without a currency. */
function checkStated({ measure, fact, currency, where }: Amounts): string {
  const name = `${measure} ${NO_CURRENCY}`;
  return fact.aggregates.add({ name, kind: 'count', where: binary(where, 'and', missing(currency)) });
}

/** Adds the count of different currencies of all amounts together, which have the same expression for theirs. */
function checkAlike(name: string, all: readonly [Amounts, ...Amounts[]]): string {
  const [{ fact, currency, where: first, measure }] = all;
  const aggregate = `${all.length === 1 ? measure : name} ${CURRENCIES}`;
  const where = all.slice(1).reduce((any, amounts) => binary(any, 'or', amounts.where), first);
  fact.checkedAmounts.set(aggregate, { aggregate, currency, rate: null, where });
  return fact.aggregates.add({ name: aggregate, kind: 'distinct', value: currency, where });
}

/** The measure without a value where its amounts cannot be added up: without a rate, or in several currencies. */
export function checkedBy(measure: PlanMeasure, amounts: readonly Amounts[]): PlanMeasure {
  if (amounts.length === 0) return measure;
  const byName = [...new Map(amounts.map((item) => [item.measure, item])).values()];
  const [first, ...others] = byName.filter(({ rate }) => !rate);
  const none = byName.map((item) => (item.rate ? checkRates(item) : checkStated(item)));
  const alike = first ? [checkAlike(measure.name, [first, ...others])] : [];
  return { name: measure.name, kind: 'checked', of: measure, none, alike };
}

/** A measure of money without the check of its amounts. */
export const unchecked = (measure: PlanMeasure): PlanMeasure => (measure.kind === 'checked' ? measure.of : measure);

/** Why groups, whose amounts may be in different currencies, are not compared by a measure; null if they can be. */
export function notComparable(measure: PlanMeasure): string | null {
  if (measure.kind !== 'checked' || measure.alike.length === 0) return null;
  return `'${measure.name}' has amounts in several currencies, which do not compare. Add 'convert' to the measure in the model.`;
}
