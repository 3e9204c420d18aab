import type { Dataset, Dimension, Measure, Model } from '@rise/contract';
import { typeOf } from '../expression/check.ts';
import { parseExpression } from '../expression/parse.ts';
import { ExpressionFault } from '../expression/tokens.ts';
import { walk } from '../expression/tree.ts';
import type { Expression, ValueType } from '../expression/tree.ts';
import { checkMapped, mappingsIn, meant } from './check-mappings.ts';
import type { ProblemPath } from './parse-yaml.ts';
import { suggestName } from './suggest-name.ts';

/** How the names of a reader's attributes begin where they stand as parameters. */
export const READER = 'user_';

type Report = (path: ProblemPath, message: string) => void;

/** The expressions of a dataset, read: what a dimension or measure computes, and which rows a measure takes. */
export interface DatasetExpressions {
  values: Map<string, Expression>;
  conditions: Map<string, Expression>;
  /** By the rule's name. */
  rules: Map<string, Expression>;
}

const column = (ref: { table: string; column: string }): Expression => ({
  kind: 'name',
  table: ref.table,
  name: ref.column,
  at: 0,
});

function fromColumns(columns: readonly { table: string; column: string }[]): Expression {
  return columns.length === 1
    ? column(columns[0]!)
    : { kind: 'call', function: 'coalesce', arguments: columns.map(column), at: 0 };
}

/** Names get their table; what is not written with one is the dataset's own. */
function placed(expression: Expression, tables: ReadonlySet<string>, own: string): Expression {
  walk(expression, (each) => {
    if (each.kind !== 'name') return;
    each.table ??= own;
    if (!tables.has(each.table)) {
      throw new ExpressionFault(
        each.at,
        `The table '${each.table}' is not part of this dataset. Add it under joins.${suggestName(each.table, tables)}`,
      );
    }
  });
  return expression;
}

function oneOf(field: { column?: unknown; columns?: unknown; expression?: string | undefined }): boolean {
  return [field.column, field.columns, field.expression].filter((each) => each !== undefined).length === 1;
}

/** The type of a parameter by its name. */
function parametersOf(model: Model): (name: string, at: number) => ValueType {
  const parameters = new Map(model.parameters.map((each) => [each.name, each.type]));
  return (name, place) => {
    const type = parameters.get(name);
    if (type) return type;
    throw new ExpressionFault(
      place,
      `There is no parameter '${name}'. Add it under parameters.${suggestName(name, parameters.keys())}`,
    );
  };
}

/** Runs what may find a fault, which is reported with its place in the text. */
function guardedBy(report: Report) {
  return (path: ProblemPath, read: () => void): void => {
    try {
      read();
    } catch (fault) {
      if (!(fault instanceof ExpressionFault)) throw fault;
      report(path, `At character ${fault.at + 1}: ${fault.message}`);
    }
  };
}

/** Reads what derived measures compute of other measures, whose names are known; what is wrong goes to `report`. */
export function readMeasures(
  model: Model,
  measures: readonly Measure[],
  known: ReadonlySet<string>,
  at: ProblemPath,
  report: Report,
): Map<string, Expression> {
  const values = new Map<string, Expression>();
  const guarded = guardedBy(report);
  for (const [index, measure] of measures.entries()) {
    if (measure.kind !== 'derived') continue;
    guarded([...at, 'measures', index, 'expression'], () =>
      values.set(measure.name, ofMeasures(measure.expression, known, parametersOf(model))),
    );
  }
  return values;
}

/** Reads the expressions of a dataset; what is wrong with them goes to `report`, and is left out. */
export function readExpressions(model: Model, dataset: Dataset, at: ProblemPath, report: Report): DatasetExpressions {
  const values = new Map<string, Expression>();
  const conditions = new Map<string, Expression>();
  const rules = new Map<string, Expression>();
  const tables = new Set([dataset.table, ...dataset.joins.map((join) => join.table)]);
  const parameter = parametersOf(model);
  const guarded = guardedBy(report);
  const names = new Set(dataset.measures.map((measure) => measure.name));
  const ofRows = (text: string, wanted: 'value' | 'condition', known = parameter): Expression => {
    const expression = placed(parseExpression(text), tables, dataset.table);
    const type = typeOf(expression, { column: () => 'unknown', parameter: known });
    checkMapped(expression, model);
    if (wanted === 'condition' && type !== 'boolean' && type !== 'unknown')
      throw new ExpressionFault(0, 'A condition is needed here, such as `amount > 0`.');
    return expression;
  };

  const readDimension = (field: Dimension, path: ProblemPath) => {
    const set = (value: Expression) =>
      values.set(field.name, field.mapping === undefined ? value : meant(value, field.mapping));
    if (!oneOf(field)) {
      report(path, `Give '${field.name}' either a column or an expression.`);
    } else if (field.column) {
      set(column(field.column));
    } else {
      guarded([...path, 'expression'], () => set(ofRows(field.expression!, 'value')));
    }
  };
  const readMeasure = (field: Measure, path: ProblemPath) => {
    if (field.kind === 'combine' || field.kind === 'ratio') return;
    if (field.kind === 'derived') {
      guarded([...path, 'expression'], () => values.set(field.name, ofMeasures(field.expression, names, parameter)));
      return;
    }
    const { where } = field;
    if (where !== undefined) guarded([...path, 'where'], () => conditions.set(field.name, ofRows(where, 'condition')));
    if (field.kind === 'count') return;
    if (field.kind === 'sum' && !oneOf(field)) {
      report(path, `Give '${field.name}' either columns or an expression.`);
    } else if (field.kind === 'sum' && field.columns) {
      values.set(field.name, fromColumns(field.columns));
    } else {
      guarded([...path, 'expression'], () => values.set(field.name, ofRows(field.expression!, 'value')));
    }
  };
  for (const [index, rule] of dataset.rules.entries()) {
    const path = [...at, 'rules', index];
    if (rules.has(rule.name)) report([...path, 'name'], `There are two rules '${rule.name}'. Rename one.`);
    const ofReader = (name: string, place: number) => (name.startsWith(READER) ? 'string' : parameter(name, place));
    guarded([...path, 'where'], () => rules.set(rule.name, ofRows(rule.where, 'condition', ofReader)));
  }
  for (const [index, mask] of dataset.masks.entries()) {
    for (const [place, { table }] of mask.columns.entries())
      if (!tables.has(table))
        report(
          [...at, 'masks', index, 'columns', place, 'table'],
          `The table '${table}' is not part of '${dataset.name}'. Add it under joins.`,
        );
  }
  for (const [index, field] of dataset.dimensions.entries()) readDimension(field, [...at, 'dimensions', index]);
  for (const [index, field] of dataset.measures.entries()) readMeasure(field, [...at, 'measures', index]);
  return { values, conditions, rules };
}

/** A derived measure: arithmetic over names of other measures. */
function ofMeasures(
  text: string,
  known: ReadonlySet<string>,
  parameter: (name: string, at: number) => ValueType,
): Expression {
  const expression = parseExpression(text);
  typeOf(expression, {
    parameter,
    column(table, name, at) {
      if (table !== null)
        throw new ExpressionFault(at, 'A derived measure is made of measures; name them without a table.');
      if (!known.has(name)) throw new ExpressionFault(at, `There is no measure '${name}'.${suggestName(name, known)}`);
      return 'number';
    },
  });
  if (mappingsIn(expression).length > 0)
    throw new ExpressionFault(0, 'MAPPED takes codes of rows. Use it in the measures that this one is made of.');
  return expression;
}

/** The measures that a derived measure names. */
export function measuresIn(expression: Expression): string[] {
  const names = new Set<string>();
  walk(expression, (each) => {
    if (each.kind === 'name') names.add(each.name);
  });
  return [...names];
}
