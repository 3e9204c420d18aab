import { accountCode } from '@rise/contract';
import type { FormulaWord, Measure, Model } from '@rise/contract';
import { writeExpression } from '../expression/write.ts';
import type { CompiledDataset, CompiledModel } from '../model/compiled-model.ts';
import { isOfSnapshots } from '../model/snapshots.ts';
import { lastKnownOf, overOf } from '../model/measures.ts';
import { oncePer } from '../model/row-grain.ts';
import type { PlanTerm } from '../plan/measures.ts';
import { flattenTerms } from '../planner/measures/parts.ts';

const word = (name: FormulaWord): string => `{${name}}`;

/** Writes the arithmetic of measures in account codes: '041B ÷ 025B', '(550 − 551) × 12 ÷ {months} ÷ 025B'. */
export class FormulaWriter {
  readonly #model: Model;
  readonly #dataset: CompiledDataset;

  constructor(model: Model, dataset: CompiledDataset) {
    this.#model = model;
    this.#dataset = dataset;
  }

  write(measure: Measure): string {
    const { expressions } = this.#dataset;
    switch (measure.kind) {
      case 'derived':
        return writeExpression(expressions.values.get(measure.name)!);
      case 'combine':
        return this.#sum(flattenTerms(this.#dataset, measure.terms));
      case 'ratio':
        return this.#ratio(measure);
      default:
        return this.#aggregate(measure.name);
    }
  }

  #ratio(measure: Measure & { kind: 'ratio' }): string {
    const numerator = this.#inBrackets(flattenTerms(this.#dataset, measure.numerator));
    const denominator = this.#inBrackets(flattenTerms(this.#dataset, measure.denominator));
    const ratio = `${numerator}${measure.annualise ? ` × 12 ÷ ${word('months')}` : ''} ÷ ${denominator}`;
    const { truncate, unit, decimals } = measure.format;
    if (!truncate) return ratio;
    return unit === 'percent' ? `trunc(${ratio} × 100, ${decimals}) %` : `trunc(${ratio}, ${decimals})`;
  }

  #inBrackets(terms: PlanTerm[]): string {
    return terms.length === 1 ? this.#sum(terms) : `(${this.#sum(terms)})`;
  }

  #sum(terms: PlanTerm[]): string {
    return terms
      .map(({ aggregate, factor }, index) => {
        const negative = factor.startsWith('-');
        const size = negative ? factor.slice(1) : factor;
        const text = size === '1' ? this.#aggregate(aggregate) : `${this.#aggregate(aggregate)} × ${size}`;
        return index === 0 ? `${negative ? '−' : ''}${text}` : ` ${negative ? '−' : '+'} ${text}`;
      })
      .join('');
  }

  /** A base aggregate; a semi-additive one after the snapshot that counts: '{last} sum(balance.amount)'. */
  #aggregate(name: string): string {
    const measure = this.#dataset.measures.get(name)!;
    if (measure.kind === 'average_balance') return this.#average(measure);
    const over = overOf(measure);
    const known = lastKnownOf(measure);
    const per = known ? `, ${word('known')} ${known.per.join(', ')}` : '';
    const dataset = this.#dataset.factOf.get(name)?.dataset;
    if (!over || (dataset && isOfSnapshots(dataset, measure))) return this.#ofRows(name);
    return `${word(over.take)} ${this.#ofRows(name)}${per}`;
  }

  /** The two dates of an average balance: '((010 + {prior_year_end} 010) ÷ 2)'. */
  #average({ name, measure }: Measure & { kind: 'average_balance' }): string {
    const balance = this.#aggregate(measure);
    const condition = this.#dataset.expressions.conditions.get(name);
    const where = condition ? ` ${word('where')} ${writeExpression(condition)}` : '';
    return `((${balance} + ${word('prior_year_end')} ${balance}) ÷ 2${where})`;
  }

  #ofRows(name: string): string {
    const measure = this.#dataset.measures.get(name)!;
    const { values, conditions } = this.#dataset.expressions;
    const value = values.get(name);
    const condition = conditions.get(name);
    const { dataset } = this.#dataset.factOf.get(name)!;
    const table = oncePer(dataset, this.#dataset.expressions, measure);
    const where = [
      condition ? ` ${word('where')} ${writeExpression(condition)}` : '',
      table === null ? '' : `, ${word('once')} ${table}`,
    ].join('');
    if (measure.kind === 'sum' && measure.columns) {
      const codes = measure.columns.map(({ column }) => accountCode(column, this.#model));
      const text = codes.length === 1 ? codes[0]! : `(${codes.join(`, ${word('else')} `)})`;
      return where ? `sum(${text}${where})` : text;
    }
    if (measure.kind === 'count') return `count(${dataset.table}${where})`;
    const population = 'population' in measure && measure.population;
    const share = measure.kind === 'percentile' ? `, ${measure.share}` : population ? `, ${word('population')}` : '';
    const of = value?.kind === 'weighted' ? value.of : value;
    const weight = value?.kind === 'weighted' ? `, ${word('weighted')} ${writeExpression(value.weight)}` : '';
    return `${measure.kind}(${of ? writeExpression(of) : name}${share}${weight}${where})`;
  }
}

/** How a measure is computed, in account codes: see `FormulaWriter`. */
export function formulaOf({ model }: CompiledModel, dataset: CompiledDataset, measure: Measure): string {
  return new FormulaWriter(model, dataset).write(measure);
}
