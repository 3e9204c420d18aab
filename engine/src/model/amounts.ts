import { distinct } from '../expression/distinct.ts';
import { DEFAULT_CURRENCY } from '@rise/contract';
import type { AmountCurrency, Dataset, FigureFormat, Measure, Model } from '@rise/contract';
import { textOf } from '../expression/build.ts';
import type { Expression } from '../expression/tree.ts';
import { overOf } from './measures.ts';

type Amount = Extract<Measure, { kind: 'sum' }>;
/** How a measure's amounts are converted. */
type Conversion = NonNullable<Amount['convert']>;

const isAmount = (measure: Measure): measure is Amount =>
  measure.kind === 'sum' ||
  measure.kind === 'average' ||
  measure.kind === 'min' ||
  measure.kind === 'max' ||
  measure.kind === 'median' ||
  measure.kind === 'percentile' ||
  measure.kind === 'variance' ||
  measure.kind === 'stddev';

/** What a measure's amounts are in: its own currency or, with the unit `currency`, its dataset's or model's. */
export function currencyOf(
  model: Pick<Model, 'currency'>,
  dataset: Pick<Dataset, 'currency'>,
  measure: Measure,
): AmountCurrency | undefined {
  if (!isAmount(measure)) return undefined;
  if (measure.currency !== undefined || measure.format.unit !== 'currency') return measure.currency;
  return dataset.currency ?? model.currency;
}

/** How a measure's amounts are converted; undefined if they are not. */
export const conversionOf = (measure: Measure): Conversion | undefined =>
  isAmount(measure) ? measure.convert : undefined;

/** The date dimension with the days whose rates count; undefined if the model does not say. */
export const rateTimeOf = (measure: Measure, { snapshots }: Pick<Dataset, 'snapshots'>): string | undefined =>
  conversionOf(measure)?.time ?? overOf(measure)?.time ?? snapshots;

/** The tenant's reporting currency: as set, or else the model's. */
export const reportedIn = (model: Pick<Model, 'currency'>, set: string | null | undefined): string =>
  set ?? model.currency ?? DEFAULT_CURRENCY;

/** What amounts are in. */
export type Tender =
  /** Money whose currency the model does not name. */
  | { kind: 'unnamed' }
  | { kind: 'code'; code: string }
  /** Each row's own, by the expression's text. */
  | { kind: 'own'; of: string }
  | { kind: 'converted' };

/** The measures of a dataset, with what their amounts are in. */
export interface MeasuresWithCurrencies {
  measures: ReadonlyMap<string, Measure>;
  expressions: { values: ReadonlyMap<string, Expression>; currencies: ReadonlyMap<string, Expression> };
}

/** What the amounts that a measure is computed from are in, without duplicates; empty for what is not money. */
export function tendersOf(
  from: MeasuresWithCurrencies,
  names: readonly string[],
  factOf: (name: string) => string,
): Tender[] {
  const all = names.flatMap((name): Tender[] => {
    const measure = from.measures.get(name)!;
    const currency = from.expressions.currencies.get(name);
    const isMoney = measure.format.unit === 'currency' && (isAmount(measure) || measure.kind === 'average_balance');
    if (!currency) return isMoney ? [{ kind: 'unnamed' }] : [];
    if (conversionOf(measure)) return [{ kind: 'converted' }];
    if (currency.kind === 'text') return [{ kind: 'code', code: currency.value }];
    return [{ kind: 'own', of: `${factOf(name)} ${textOf(currency)}` }];
  });
  return distinct(all);
}

/** The format of a measure in results: amounts in a named currency say it. */
export function formatIn({ format }: Measure, tenders: readonly Tender[], target: string): FigureFormat {
  const [tender] = tenders;
  if (format.unit !== 'currency' || !tender || tender.kind === 'unnamed') return format;
  if (tender.kind === 'own') return { ...format, currency: null };
  return { ...format, currency: tender.kind === 'code' ? tender.code : target };
}
