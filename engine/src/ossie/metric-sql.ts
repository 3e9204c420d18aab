import type { Measure } from '@rise/contract';
import { mapParts, type Expression } from '../expression/tree.ts';
import type { CompiledDataset } from '../model/compiled-model.ts';
import { overOf } from '../model/measures.ts';
import { NotPortable, writePortable, type FieldName } from './portable-sql.ts';

type Terms = Extract<Measure, { kind: 'combine' }>['terms'];

const AGGREGATES: Partial<Record<Measure['kind'], (value: string) => string>> = {
  sum: (value) => `SUM(${value})`,
  average: (value) => `AVG(${value})`,
  min: (value) => `MIN(${value})`,
  max: (value) => `MAX(${value})`,
  count_distinct: (value) => `COUNT(DISTINCT ${value})`,
  median: (value) => `PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY ${value})`,
};

const SPREADS = { variance: 'VAR', stddev: 'STDDEV' };

/** Writes measures of a dataset as aggregates in the specification's SQL. */
export class MetricSql {
  readonly #dataset: CompiledDataset;
  readonly #nameOf: FieldName;
  /** What the SQL leaves out of the measures behind it, for readers of the document. */
  readonly warnings = new Set<string>();

  constructor(dataset: CompiledDataset, nameOf: FieldName) {
    this.#dataset = dataset;
    this.#nameOf = nameOf;
  }

  /** Throws `NotPortable`. */
  write(measure: Measure): string {
    switch (measure.kind) {
      case 'combine':
        return this.#sum(measure.terms);
      case 'ratio':
        if (measure.annualise) throw new NotPortable('is annualized by the months of the reported period');
        if (measure.format.truncate) this.warnings.add('The value is truncated to its decimal places, not rounded.');
        return `1.0 * (${this.#sum(measure.numerator)}) / NULLIF(${this.#sum(measure.denominator)}, 0)`;
      case 'average_balance':
        throw new NotPortable('is the average with the balance at the prior year-end');
      case 'derived':
        return this.#derived(this.#dataset.expressions.values.get(measure.name)!);
      default:
        return this.#aggregate(measure);
    }
  }

  /** Terms without a value count as 0, unless none has one. */
  #sum(terms: Terms): string {
    const values = terms.map(({ measure }) => this.write(this.#dataset.measures.get(measure)!));
    const parts = terms.map(({ factor }, index) => {
      const value = terms.length === 1 ? values[index]! : `COALESCE(${values[index]!}, 0)`;
      return factor === 1 ? value : `${factor} * ${terms.length === 1 ? `(${value})` : value}`;
    });
    if (terms.length === 1) return parts[0]!;
    return `CASE WHEN COALESCE(${values.join(', ')}) IS NOT NULL THEN ${parts.join(' + ')} END`;
  }

  /** A formula over measures: each name is replaced by that measure's SQL. */
  #derived(formula: Expression): string {
    const parts: string[] = [];
    const replace = (part: Expression): Expression => {
      if (part.kind !== 'name') return mapParts(part, replace);
      parts.push(this.write(this.#dataset.measures.get(part.name)!));
      return { ...part, name: `rise_part_${parts.length - 1}` };
    };
    const text = writePortable(replace(formula), this.#nameOf);
    return text.replaceAll(/\brise_part_(\d+)\b/g, (_, index: string) => `(${parts[Number(index)]})`);
  }

  #aggregate(measure: Measure): string {
    const { name, kind } = measure;
    const over = overOf(measure);
    if (over?.per !== undefined) throw new NotPortable('takes last known values');
    if (over)
      this.warnings.add(`Not additive over '${over.time}': valid for one date; take the ${over.take} of several.`);
    const fact = this.#dataset.factOf.get(name) ?? this.#dataset;
    const condition = fact.expressions.conditions.get(name);
    const where = condition && writePortable(condition, this.#nameOf);
    if (kind === 'count' && where === undefined) {
      this.warnings.add(`COUNT(*) counts the rows of '${this.#dataset.dataset.name}'.`);
      return 'COUNT(*)';
    }
    if (kind === 'count') return `COUNT(CASE WHEN ${where} THEN 1 END)`;
    const value = writePortable(fact.expressions.values.get(name)!, this.#nameOf);
    const counted = where === undefined ? value : `CASE WHEN ${where} THEN ${value} END`;
    if (kind === 'percentile') return `PERCENTILE_CONT(${measure.share}) WITHIN GROUP (ORDER BY ${counted})`;
    if (kind === 'variance' || kind === 'stddev')
      return `${SPREADS[kind]}_${measure.population ? 'POP' : 'SAMP'}(${counted})`;
    return AGGREGATES[kind]!(counted);
  }
}
