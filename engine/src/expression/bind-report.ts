import type { ParameterValues, ReportDocument } from '@rise/contract';
import { numberOf, withTiles } from '@rise/contract';
import { ExpressionError, tokenize } from './tokens.ts';

/** Digits behind the point of a number that is written into a formula: more than any parameter is entered with. */
const DIGITS = 12;

/** A number as a formula writes it: without an exponent, and a negative one as an operand. */
function literal(value: number): string {
  const digits = Math.abs(value)
    .toFixed(DIGITS)
    .replace(/\.?0+$/, '');
  return value < 0 ? `(-${digits})` : digits;
}

/**
 * A formula with numbers in place of parameters, as it was written otherwise; one that cannot be read stays as it is, so
 * that compiling it says why.
 */
function bindFormula(formula: string, values: ParameterValues): string {
  try {
    return tokenize(formula)
      .filter(({ kind, text }) => kind === 'parameter' && values[text] !== undefined)
      .toReversed()
      .reduce(
        (bound, { text, at }) => bound.slice(0, at) + literal(values[text]!) + bound.slice(at + text.length + 1),
        formula,
      );
  } catch (error) {
    if (error instanceof ExpressionError) return formula;
    throw error;
  }
}

/** A report in which each parameter has its value: in the formulas of its measures, and at the lines of its charts. */
export function bindReport(document: ReportDocument, values: ParameterValues): ReportDocument {
  if (Object.keys(values).length === 0) return document;
  const { customMeasures } = document;
  const bound = withTiles(document, (tile) => {
    if (tile.kind !== 'chart' || !tile.references) return tile;
    const references = tile.references.map((line) => ({ ...line, value: numberOf(line.value, values) ?? line.value }));
    return { ...tile, references };
  });
  if (!customMeasures) return bound;
  return {
    ...bound,
    customMeasures: customMeasures.map((measure) =>
      measure.kind === 'formula' ? { ...measure, expression: bindFormula(measure.expression, values) } : measure,
    ),
  };
}
