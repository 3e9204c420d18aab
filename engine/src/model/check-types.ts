import type { Dataset, Dimension, Model } from '@rise/contract';
import { commonType, NUMERIC, SAID, typeOf } from '../expression/check.ts';
import type { Names } from '../expression/check.ts';
import { ExpressionFault } from '../expression/tokens.ts';
import type { Expression, ValueType } from '../expression/tree.ts';
import { joinsOf } from '../plan/plan-source.ts';
import type { CatalogueIndex } from './catalogue.ts';
import type { ProblemPath } from './parse-yaml.ts';
import { READER, readExpressions } from './read-expressions.ts';

type Report = (path: ProblemPath, message: string) => void;

/**
 * What can become a dimension of a type without a loss. Of numbers and truths a text is taken at its word, as codes are
 * often stored as texts; one that is no day would fail every question, so days are converted in an expression.
 */
const FITS: Record<Dimension['type'], readonly ValueType[] | null> = {
  string: null,
  integer: ['integer', 'string'],
  date: ['date', 'timestamp'],
  timestamp: ['date', 'timestamp'],
  boolean: ['boolean', 'integer', 'string'],
};

/** Holds what a dataset computes to the types that its columns have. Columns that are missing are another check's. */
export function checkTypes(
  model: Model,
  dataset: Dataset,
  at: ProblemPath,
  catalogue: CatalogueIndex,
  report: Report,
): void {
  const { values, conditions, rules } = readExpressions(model, dataset, [], () => undefined);
  const parameters = new Map(model.parameters.map((each) => [each.name, each.type]));
  const names: Names = {
    column: (table, name) => catalogue.typeOf(table!, name),
    // What a reader's attribute is compared with decides how it is read.
    parameter: (name) => (name.startsWith(READER) ? 'unknown' : parameters.get(name)!),
  };
  const check = (path: ProblemPath, expression: Expression | undefined): ValueType => {
    if (!expression) return 'unknown';
    try {
      return typeOf(expression, names);
    } catch (fault) {
      if (!(fault instanceof ExpressionFault)) throw fault;
      const place = fault.at > 0 ? `At character ${fault.at + 1}: ` : '';
      report(path, `${place}${fault.message}`);
      return 'unknown';
    }
  };
  const needNumber = (path: ProblemPath, type: ValueType, use: string) => {
    if (type === 'unknown' || NUMERIC.includes(type)) return;
    report(path, `${use} takes numbers, and this is ${SAID[type]}. Name another column, or CAST it AS decimal.`);
  };

  const { asOf } = dataset;
  const dayType = asOf ? catalogue.typeOf(asOf.table, asOf.column) : 'unknown';
  if (asOf && !['date', 'timestamp', 'unknown'].includes(dayType))
    report([...at, 'asOf'], `asOf names a day, and '${asOf.column}' is ${SAID[dayType]}. Name a column of days.`);
  for (const [index, { table, to, on }] of joinsOf(dataset).entries()) {
    for (const { column, key } of on) {
      const types = [catalogue.typeOf(to, column), catalogue.typeOf(table, key)] as const;
      if (commonType(...types)) continue;
      const both = `'${to}.${column}' is ${SAID[types[0]]} and '${table}.${key}' ${SAID[types[1]]}`;
      report([...at, 'joins', index, 'on'], `${both}: they never meet. Join by columns of one type.`);
    }
  }
  for (const [index, dimension] of dataset.dimensions.entries()) {
    const path = [...at, 'dimensions', index, dimension.column ? 'column' : 'expression'];
    const type = check(path, values.get(dimension.name));
    const fits = FITS[dimension.type];
    if (dimension.bands) needNumber(path, type, 'A banded dimension');
    else if (fits && type !== 'unknown' && !fits.includes(type)) {
      const remedy = `Set its type to ${fitting(type)}, or CAST it AS ${dimension.type} in an expression.`;
      report([...at, 'dimensions', index, 'type'], `'${dimension.name}' is ${SAID[type]}. ${remedy}`);
    }
  }
  for (const [index, measure] of dataset.measures.entries()) {
    if (measure.kind === 'combine' || measure.kind === 'ratio' || measure.kind === 'derived') continue;
    const path = [...at, 'measures', index];
    if ('where' in measure) check([...path, 'where'], conditions.get(measure.name));
    const place = [...path, measure.kind === 'sum' && measure.columns ? 'columns' : 'expression'];
    const type = check(place, values.get(measure.name));
    if (measure.kind !== 'count' && measure.kind !== 'count_distinct') needNumber(place, type, `'${measure.kind}'`);
  }
  for (const [index, rule] of dataset.rules.entries()) check([...at, 'rules', index, 'where'], rules.get(rule.name));
}

function fitting(type: ValueType): Dimension['type'] {
  return type === 'integer' || type === 'date' || type === 'timestamp' || type === 'boolean' ? type : 'string';
}
