import type { FormulaWord } from '@rise/contract';
import type { TFunction } from 'i18next';

const TEXTS = {
  months: 'report.formula.months',
  where: 'report.formula.where',
  else: 'report.formula.else',
  once: 'report.formula.once',
  known: 'report.formula.known',
  population: 'report.formula.population',
  weighted: 'report.formula.weighted',
  prior_year_end: 'report.formula.prior_year_end',
  last: 'report.formula.last',
  first: 'report.formula.first',
  average: 'report.formula.average',
  min: 'report.formula.min',
  max: 'report.formula.max',
} as const satisfies Record<FormulaWord, string>;

const WORD = new RegExp(`\\{(${Object.keys(TEXTS).join('|')})\\}`, 'g');

/** An explanation's formula with its words in the reader's language. */
export function writeFormula(formula: string, t: TFunction): string {
  return formula.replaceAll(WORD, (_, word: FormulaWord) => t(TEXTS[word]));
}
