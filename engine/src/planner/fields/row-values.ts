import type { Measure } from '@rise/contract';
import { parseExpression } from '../../expression/parse.ts';
import type { Expression } from '../../expression/tree.ts';
import type { CompiledFact } from '../../model/compiled-model.ts';
import { pointInTime } from '../../model/measures.ts';
import { measuresIn } from '../../model/read-expressions.ts';

const ONE: Expression = { kind: 'number', value: '1', at: 0 };

/** Names of the measures that a measure is computed from. */
function partsOf(measure: Extract<Measure, { kind: 'combine' | 'ratio' | 'derived' }>): string[] {
  const terms = (list: readonly { measure: string }[]) => list.map(({ measure: part }) => part);
  switch (measure.kind) {
    case 'combine':
      return terms(measure.terms);
    case 'ratio':
      return [...terms(measure.numerator), ...terms(measure.denominator)];
    case 'derived':
      return measuresIn(parseExpression(measure.expression));
  }
}

/** Why a list of rows cannot show a measure, with what to name instead; null if it can. */
export function missingRowValue(measure: Measure): string | null {
  const { name } = measure;
  switch (measure.kind) {
    case 'count_distinct':
      return `'${name}' counts distinct values, which no single row does. Name the dimension with these values, or add one to the model.`;
    case 'average_balance':
      return `'${name}' averages a balance with that of another date, which is not in the same row. Name the balance: '${measure.measure}'.`;
    case 'combine':
    case 'ratio':
    case 'derived': {
      const parts = [...new Set(partsOf(measure))].map((part) => `'${part}'`).join(', ');
      return `'${name}' is computed from other measures of many rows, and a row has no value of it. Name what it is computed from: ${parts}.`;
    }
    default:
      return null;
  }
}

/** A row's own value of a measure: null where the row does not count. */
function valueOf(measure: Measure, { expressions }: CompiledFact): Expression {
  const own = measure.kind === 'count' ? ONE : expressions.values.get(measure.name)!;
  // The weight of a value is not part of it.
  const value = own.kind === 'weighted' ? own.of : own;
  const where = expressions.conditions.get(measure.name);
  return where ? { kind: 'case', of: null, when: [{ when: where, value }], else: null, at: 0 } : value;
}

/**
 * The fact with the values of its rows as dimensions, under the names of their measures: a list of rows shows them,
 * filters and orders by them like by any dimension.
 */
export function withRowValues(fact: CompiledFact): CompiledFact {
  const dimensions = new Map(fact.dimensions);
  const values = new Map(fact.expressions.values);
  const unlisted = new Map<string, string>();
  for (const measure of fact.measures.values()) {
    const { name, title, label } = measure;
    const instead = missingRowValue(measure);
    if (instead !== null) {
      unlisted.set(name, instead);
      continue;
    }
    const type = measure.kind === 'count' ? 'integer' : (pointInTime(measure) ?? 'decimal');
    dimensions.set(name, { name, title: label ?? title, type, synonyms: [] });
    values.set(name, valueOf(measure, fact));
  }
  return { ...fact, dimensions, unlisted, expressions: { ...fact.expressions, values } };
}
