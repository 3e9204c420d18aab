import type { AmountCurrency, Dataset, Measure, Model } from '@rise/contract';
import type { IssuePath, ReportIssue } from '../errors.ts';
import { binary } from '../expression/build.ts';
import type { Expression } from '../expression/tree.ts';
import { suggestName } from '../expression/suggest-name.ts';
import { conversionOf, currencyOf, rateTimeOf } from '../model/amounts.ts';
import type { CompiledDataset, CompiledModel } from '../model/compiled-model.ts';
import { namesOf } from '../model/declared-names.ts';
import { pointInTime } from '../model/measures.ts';
import { unknownTable } from '../model/read-expressions.ts';
import type { DatasetExpressions } from '../model/read-expressions.ts';
import { REPEATABLE, rowGrain } from '../model/row-grain.ts';
import { mixedTenders, tendersBehind } from '../planner/measures/tenders.ts';

type Parsed = Pick<DatasetExpressions, 'values' | 'currencies'>;

/** Checks that a currency names a column or dimension with codes. */
function checkCodes(dataset: Dataset, currency: AmountCurrency, path: IssuePath, report: ReportIssue): void {
  if (typeof currency === 'string') return;
  if ('column' in currency) {
    const { table } = currency.column;
    if (!namesOf(dataset).includes(table)) report([...path, 'column', 'table'], unknownTable(dataset, table));
    return;
  }
  const { dimension: name } = currency;
  const dimension = dataset.dimensions.find((item) => item.name === name);
  const known = dataset.dimensions.map((item) => item.name);
  if (!dimension)
    report([...path, 'dimension'], `There is no dimension '${name}' in '${dataset.name}'.${suggestName(name, known)}`);
  else if (dimension.type !== 'string' || dimension.bands || dimension.per)
    report([...path, 'dimension'], `'${name}' has no currency codes of rows. Name a dimension with texts such as EUR.`);
}

/** Checks the date whose rates count. Conversion needs as many rates for an amount as the amount counts: one. */
function checkConversion(
  dataset: Dataset,
  measure: Measure,
  { values, currencies }: Parsed,
  path: IssuePath,
  report: ReportIssue,
): void {
  const { name } = measure;
  const time = rateTimeOf(measure, dataset);
  const dimension = dataset.dimensions.find((item) => item.name === time);
  if (time === undefined) {
    report(path, `Name the date whose rates count, as 'time': a date dimension of '${dataset.name}'.`);
    return;
  }
  if (!dimension || (dimension.type !== 'date' && dimension.type !== 'timestamp')) {
    report([...path, 'time'], `'${time}' is not a date. Name a date dimension of '${dataset.name}'.`);
    return;
  }
  const [value, currency, day] = [values.get(name), currencies.get(name), values.get(time)];
  if (!value || !currency || !day || !REPEATABLE.has(measure.kind)) return;
  const parts = conversionOf(measure)!.at === 'day' ? [value, currency, day] : [value, currency];
  const together = parts.reduce((one, other): Expression => binary(one, '*', other));
  const grain = (of: Expression) => JSON.stringify(rowGrain(dataset, of));
  if (grain(value) !== grain(together))
    report(
      path,
      `An amount of '${name}' counts once for each row of its own table, and its currency or day is in another one, so it may have several rates. Take columns of the amount's table, or convert it in a dataset of that table.`,
    );
}

/** The two balances of an average would have the rates of two days. */
function checkAverage(
  dataset: Dataset,
  { name, measure: of }: Extract<Measure, { kind: 'average_balance' }>,
  { currencies }: Parsed,
  path: IssuePath,
  report: ReportIssue,
): void {
  const balance = dataset.measures.find((item) => item.name === of);
  const currency = currencies.get(name);
  if (!balance || (!conversionOf(balance) && (!currency || currency.kind === 'text'))) return;
  report(
    [...path, 'measure'],
    `'${of}' is in several currencies or converted, and its average has two balances of different days. Take the average of a balance in one currency that is not converted.`,
  );
}

/** Checks what the amounts of a dataset's measures are in, and how they are converted. */
export function checkCurrencies(
  model: Model,
  dataset: Dataset,
  parsed: Parsed,
  at: IssuePath,
  report: ReportIssue,
): void {
  if (dataset.currency !== undefined) checkCodes(dataset, dataset.currency, [...at, 'currency'], report);
  for (const [index, measure] of dataset.measures.entries()) {
    const path = [...at, 'measures', index];
    if ('currency' in measure && measure.currency !== undefined)
      checkCodes(dataset, measure.currency, [...path, 'currency'], report);
    if ((conversionOf(measure) || ('currency' in measure && measure.currency)) && pointInTime(measure) !== null)
      report(path, `'${measure.name}' is a ${measure.format.unit}, which is not money. Leave its currency out.`);
    if (measure.kind === 'average_balance') checkAverage(dataset, measure, parsed, path, report);
    if (!conversionOf(measure)) continue;
    if (!model.exchangeRates)
      report([...path, 'convert'], `Amounts are converted by a table of rates. Add 'exchangeRates' to the model.`);
    if (currencyOf(model, dataset, measure) === undefined)
      report(
        [...path, 'convert'],
        `State the currency of the amounts of '${measure.name}' are in: add its 'currency'.`,
      );
    else checkConversion(dataset, measure, parsed, [...path, 'convert'], report);
  }
}

const NO_RIGHTS =
  'Exchange rates are the same for every reader, so its table has no rules and no masks. Load the rates into a table of their own.';

/** Rules and masks would show different figures for the same amounts, so a table of rates has none. */
export function checkRatesTable({ exchangeRates: rates, datasets }: Model, report: ReportIssue): void {
  if (!rates) return;
  const name = rates.table.toLowerCase();
  const guards = datasets.some(
    ({ table, joins, rules, masks }) =>
      (rules.length > 0 && [table, ...joins.map((join) => join.table)].some((item) => item.toLowerCase() === name)) ||
      masks.some(({ columns }) => columns.some((column) => column.table.toLowerCase() === name)),
  );
  if (guards) report(['exchangeRates', 'table'], NO_RIGHTS);
}

/** Checks that no measure combines amounts in different currencies. */
export function checkMixedCurrencies({ model, datasets }: CompiledModel, report: ReportIssue): void {
  const check = (from: CompiledDataset, measures: readonly Measure[], at: IssuePath) => {
    for (const [index, { name }] of measures.entries()) {
      const issue = mixedTenders(name, tendersBehind(from, name));
      if (issue !== null) report([...at, 'measures', index], issue);
    }
  };
  for (const [index, { name, measures }] of model.datasets.entries())
    check(datasets.get(name)!, measures, ['datasets', index]);
  for (const [index, { name, measures }] of model.combined.entries())
    check(datasets.get(name)!, measures, ['combined', index]);
}
