import type { AmountCurrency, Dataset, Dimension, Measure, Model } from '@rise/contract';
import { typeOf } from '../expression/check.ts';
import type { Names } from '../expression/check.ts';
import { valueTypeOf } from './parameter-value.ts';
import { parseExpression } from '../expression/parse.ts';
import { ExpressionError } from '../expression/tokens.ts';
import { walk } from '../expression/tree.ts';
import type { Expression, ValueType } from '../expression/tree.ts';
import { currencyOf } from './amounts.ts';
import { checkMapped, mappingsIn, mappedLabel } from './mappings.ts';
import type { IssuePath, ReportIssue } from '../errors.ts';
import { suggestName } from '../expression/suggest-name.ts';
import { readAverages } from './average-balances.ts';
import { nameFinder, namesOf } from './declared-names.ts';
import { joinName } from './joins.ts';

/** Prefix of parameters that are attributes of the reader. */
export const READER = 'user_';

/** Parsed expressions of a dataset's fields, and conditions of its measures. */
export interface DatasetExpressions {
  values: Map<string, Expression>;
  conditions: Map<string, Expression>;
  /** Keyed by rule name. */
  rules: Map<string, Expression>;
  /** Conditions of joins, by the join's name. */
  joins: Map<string, Expression>;
  /** What a measure's amounts are in, if the model says so: the code itself, or an expression over the row. */
  currencies: Map<string, Expression>;
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

/** Adds the names of joins to columns; without one a column is of `own`. */
function qualified(
  expression: Expression,
  { names, own, unknown }: { names: readonly string[]; own: string; unknown: (name: string) => string },
): Expression {
  const find = nameFinder(names);
  walk(expression, (item) => {
    if (item.kind !== 'name') return;
    item.table = item.table === null ? own : find(item.table);
    if (!names.includes(item.table)) throw new ExpressionError(item.at, unknown(item.table));
  });
  return expression;
}

/** Why a name is none of a dataset's tables, with the remedy. */
export function unknownTable({ name: dataset, table, joins }: Dataset, name: string): string {
  const roles = joins.filter((join) => join.table === name).map((join) => `'${joinName(join)}'`);
  if (roles.length > 0) return `The table '${name}' is joined as ${roles.join(' and ')}. Take this name.`;
  const known = suggestName(name, namesOf({ table, joins }));
  return `The table '${name}' is not part of '${dataset}'. Add it under joins.${known}`;
}

/** Parses a join's condition, which is about the joined rows alone and the same for every tenant and reader. */
function ofJoin(text: string, name: string): Expression {
  const expression = qualified(parseExpression(text), {
    names: [name],
    own: name,
    unknown: (other) =>
      `The condition of a join is about its own rows. Name columns of '${name}', not of '${other}', or put it into the 'where' of measures.`,
  });
  const fixed = (place: number): never => {
    throw new ExpressionError(
      place,
      "The condition of a join has no parameters, no mappings and no time of day, which change after its keys were checked. Put it into the 'where' of measures.",
    );
  };
  const type = typeOf(expression, { column: () => 'unknown', parameter: (_, place) => fixed(place) });
  if (mappingsIn(expression).length > 0) fixed(0);
  walk(expression, (item) => {
    if (item.kind === 'call' && (item.function === 'hour' || item.function === 'minute')) fixed(item.at);
  });
  if (type !== 'boolean' && type !== 'unknown') throw new ExpressionError(0, CONDITION_NEEDED);
  return expression;
}

const CONDITION_NEEDED = 'A condition is needed here, such as `amount > 0`.';

/** The dimensions that a value per key is computed for. */
export const keysOf = ({ key }: NonNullable<Dimension['per']>): string[] => (typeof key === 'string' ? [key] : key);
/** Whether a value per key is computed from rows as such. */
export const takesNoValue = ({ take }: NonNullable<Dimension['per']>) => take === 'count' || take === 'any';

function oneOf(field: { column?: unknown; columns?: unknown; expression?: string | undefined }): boolean {
  return [field.column, field.columns, field.expression].filter((item) => item !== undefined).length === 1;
}

/** Types of parameters by name. The function throws `ExpressionError` for others. */
export function parametersOf(model: Model): Names['parameter'] {
  const parameters = new Map(model.parameters.map((parameter) => [parameter.name, parameter.type]));
  return (name, place, isListed) => {
    const type = parameters.get(name);
    if (type === 'list' && !isListed)
      throw new ExpressionError(place, `'${name}' is a list. Write it as IN (:${name}).`);
    if (type) return valueTypeOf(type);
    throw new ExpressionError(
      place,
      `There is no parameter '${name}'. Add it under parameters.${suggestName(name, parameters.keys())}`,
    );
  };
}

/** Runs a function and reports an `ExpressionError` with its position in the text. */
function issueGuard(report: ReportIssue) {
  return (path: IssuePath, read: () => void): void => {
    try {
      read();
    } catch (issue) {
      if (!(issue instanceof ExpressionError)) throw issue;
      report(path, `At character ${issue.at + 1}: ${issue.message}`);
    }
  };
}

/** Parses the expressions of derived measures, whose names are known; issues go to `report`. */
export function readMeasures(
  model: Model,
  measures: readonly Measure[],
  known: ReadonlySet<string>,
  at: IssuePath,
  report: ReportIssue,
): Map<string, Expression> {
  const values = new Map<string, Expression>();
  const guarded = issueGuard(report);
  for (const [index, measure] of measures.entries()) {
    if (measure.kind !== 'derived') continue;
    guarded([...at, 'measures', index, 'expression'], () =>
      values.set(measure.name, ofMeasures(measure.expression, known, parametersOf(model))),
    );
  }
  return values;
}

/** Parses the expressions of a dataset; `report` receives issues, and invalid ones are left out. */
export function readExpressions(
  model: Model,
  dataset: Dataset,
  at: IssuePath,
  report: ReportIssue,
): DatasetExpressions {
  const values = new Map<string, Expression>();
  const conditions = new Map<string, Expression>();
  const rules = new Map<string, Expression>();
  const joins = new Map<string, Expression>();
  const tables = new Set([dataset.table, ...dataset.joins.map((join) => join.table)]);
  const named = {
    names: namesOf(dataset),
    own: dataset.table,
    unknown: (name: string) => unknownTable(dataset, name),
  };
  const parameter = parametersOf(model);
  const guarded = issueGuard(report);
  const names = new Set(dataset.measures.map((measure) => measure.name));
  const ofRows = (text: string, expected: 'value' | 'condition', known = parameter): Expression => {
    const expression = qualified(parseExpression(text), named);
    const type = typeOf(expression, { column: () => 'unknown', parameter: known });
    checkMapped(expression, model);
    if (expected === 'condition' && type !== 'boolean' && type !== 'unknown')
      throw new ExpressionError(0, CONDITION_NEEDED);
    return expression;
  };

  const readDimension = (field: Dimension, path: IssuePath) => {
    const set = (value: Expression) =>
      values.set(field.name, field.mapping === undefined ? value : mappedLabel(value, field.mapping));
    if (field.since || (field.per && takesNoValue(field.per))) {
      if (field.column ?? field.expression)
        report(path, `'${field.name}' is computed without a column or expression. Leave it out.`);
    } else if (!oneOf(field)) {
      report(path, `Give '${field.name}' either a column or an expression.`);
    } else if (field.column) {
      set(column(field.column));
    } else {
      guarded([...path, 'expression'], () => set(ofRows(field.expression!, 'value')));
    }
  };
  const readMeasure = (field: Measure, path: IssuePath) => {
    if (field.kind === 'combine' || field.kind === 'ratio' || field.kind === 'average_balance') return;
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
    const of = values.get(field.name);
    if (!of || !('weight' in field) || field.weight === undefined) return;
    const text = field.weight;
    guarded([...path, 'weight'], () =>
      values.set(field.name, { kind: 'weighted', of, weight: ofRows(text, 'value'), at: 0 }),
    );
  };
  for (const [index, rule] of dataset.rules.entries()) {
    const path = [...at, 'rules', index];
    if (rules.has(rule.name)) report([...path, 'name'], `There are two rules '${rule.name}'. Rename one.`);
    const ofReader = (name: string, place: number) => (name.startsWith(READER) ? 'string' : parameter(name, place));
    guarded([...path, 'where'], () => rules.set(rule.name, ofRows(rule.where, 'condition', ofReader)));
  }
  for (const [index, mask] of dataset.masks.entries()) {
    for (const [place, { table }] of mask.columns.entries())
      if (!tables.has(table)) report([...at, 'masks', index, 'columns', place, 'table'], maskedTable(dataset, table));
  }
  for (const [index, join] of dataset.joins.entries()) {
    const { where } = join;
    if (where === undefined) continue;
    guarded([...at, 'joins', index, 'where'], () => joins.set(joinName(join), ofJoin(where, joinName(join))));
  }
  for (const [index, field] of dataset.dimensions.entries()) readDimension(field, [...at, 'dimensions', index]);
  readComputed(dataset, values, (index, where) => {
    let condition: Expression | null = null;
    guarded([...at, 'dimensions', index, 'per', 'where'], () => (condition = ofRows(where, 'condition')));
    return condition;
  });
  for (const [index, field] of dataset.measures.entries()) readMeasure(field, [...at, 'measures', index]);
  readAverages(dataset, values, conditions);
  const currencies = new Map<string, Expression>();
  for (const measure of dataset.measures) {
    const balance = measure.kind === 'average_balance' ? measure.measure : measure.name;
    const of = dataset.measures.find(({ name }) => name === balance);
    const currency = of && currencyOf(model, dataset, of);
    const value = currency === undefined ? undefined : currencyExpression(currency, named.names, values);
    if (value) currencies.set(measure.name, value);
  }
  return { values, conditions, rules, joins, currencies };
}

/** The currency of a row's amount; undefined for a column or dimension that the dataset does not have. */
function currencyExpression(
  currency: AmountCurrency,
  names: readonly string[],
  values: ReadonlyMap<string, Expression>,
): Expression | undefined {
  if (typeof currency === 'string') return { kind: 'text', value: currency, at: 0 };
  if ('dimension' in currency) return values.get(currency.dimension);
  return names.includes(currency.column.table) ? column(currency.column) : undefined;
}

/** Why a mask's table is none of a dataset's, with the remedy: masks hold for a table in all its roles. */
function maskedTable({ name, joins }: Dataset, table: string): string {
  const join = joins.find((item) => item.as === table);
  if (join) return `A mask holds for a table in all its roles. Name the table '${join.table}', which '${table}' joins.`;
  return `The table '${table}' is not part of '${name}'. Add it under joins.`;
}

/**
 * Composes the values of dimensions that are computed per key or between dates from those of other dimensions.
 * `readWhere` parses the condition of the dimension with this index; null if it is invalid.
 */
function readComputed(
  { dimensions }: Dataset,
  values: Map<string, Expression>,
  readWhere: (index: number, where: string) => Expression | null,
): void {
  for (const [index, { name, per }] of dimensions.entries()) {
    if (!per) continue;
    const where = per.where === undefined ? null : readWhere(index, per.where);
    const key = keysOf(per).flatMap((item) => values.get(item) ?? []);
    values.set(name, { kind: 'perKey', name, key, take: per.take, value: values.get(name) ?? null, where, at: 0 });
  }
  const isTime = (name: string) => dimensions.find((item) => item.name === name)?.type === 'timestamp';
  for (const { name, since } of dimensions) {
    const [from, to] = since ? [values.get(since.from), values.get(since.to)] : [];
    if (!since || !from || !to) continue;
    const times: [boolean, boolean] = [isTime(since.from), isTime(since.to)];
    values.set(name, { kind: 'since', grain: since.grain, from, to, times, at: 0 });
  }
}

/** Parses a derived measure: arithmetic over names of other measures. Throws `ExpressionError`. */
export function ofMeasures(
  text: string,
  known: ReadonlySet<string>,
  parameter: (name: string, at: number) => ValueType,
): Expression {
  const expression = parseExpression(text);
  typeOf(expression, {
    parameter,
    column(table, name, at) {
      if (table !== null)
        throw new ExpressionError(at, 'A derived measure combines measures; name them without a table.');
      if (!known.has(name)) throw new ExpressionError(at, `There is no measure '${name}'.${suggestName(name, known)}`);
      return 'number';
    },
  });
  if (mappingsIn(expression).length > 0)
    throw new ExpressionError(
      0,
      'MAPPED applies to codes in rows. Use it in the measures that this one is derived from.',
    );
  return expression;
}

/** Measures that a derived measure refers to. */
export function measuresIn(expression: Expression): string[] {
  const names = new Set<string>();
  walk(expression, (item) => {
    if (item.kind === 'name') names.add(item.name);
  });
  return [...names];
}
