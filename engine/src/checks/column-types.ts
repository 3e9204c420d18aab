import type { Dataset, Dimension, Measure, Model } from '@rise/contract';
import { commonType, NUMERIC, TYPE_PHRASES, typeOf } from '../expression/check.ts';
import type { Names } from '../expression/check.ts';
import { ExpressionError } from '../expression/tokens.ts';
import type { Expression, ValueType } from '../expression/tree.ts';
import { joinsOf, kindOf, tablesByName, validityColumns } from '../model/joins.ts';
import type { DeclaredJoin, Validity } from '../model/joins.ts';
import { declaredTimes, declaredTypes, dependsOnZone, unknownTime } from '../model/local-times.ts';
import { valueTypeOf } from '../model/parameter-value.ts';
import { pointInTime } from '../model/measures.ts';
import type { CatalogIndex } from '../model/catalog.ts';
import type { IssuePath, ReportIssue } from '../errors.ts';
import { READER, readExpressions } from '../model/read-expressions.ts';

/**
 * Column types that convert to a dimension's type without loss. Numbers and booleans are accepted as text, as codes are
 * often stored that way. Text is not accepted as a date, since one invalid value would fail every query; an expression
 * has to convert it.
 */
const FITS: Record<Dimension['type'], readonly ValueType[] | null> = {
  string: null,
  integer: ['integer', 'string'],
  // A floating-point number has no exact value that a filter could name.
  decimal: ['decimal', 'integer'],
  date: ['date', 'timestamp'],
  // A day is the same in every time zone; its first moment in UTC is a time of the day before in some.
  timestamp: ['timestamp'],
  boolean: ['boolean', 'integer', 'string'],
};

/** The days of times are those of the tenant's time zone, so the model has to know which columns are times. */
const UNKNOWN_TIME =
  "This is a time, and its day is one of the tenant's time zone. Write CAST(… AS timestamp), or declare it as a dimension of the type timestamp.";
const ZONE_IN_JOIN =
  "The condition of a join is the same for every tenant, and the days of times depend on the tenant's time zone. Put it into the 'where' of measures.";

/** Checks a dataset's expressions against the types of its columns. Missing columns are reported by another check. */
export function checkTypes(
  model: Model,
  dataset: Dataset,
  at: IssuePath,
  catalog: CatalogIndex,
  report: ReportIssue,
): void {
  const { values, conditions, rules, joins } = readExpressions(model, dataset, [], () => undefined);
  const tableOf = tablesByName(dataset);
  const parameters = new Map(model.parameters.map((parameter) => [parameter.name, parameter.type]));
  const names: Names = {
    column: (table, name) => catalog.typeOf(tableOf(table!), name),
    // The attribute is read as the type it is compared with.
    parameter: (name) => (name.startsWith(READER) ? 'unknown' : valueTypeOf(parameters.get(name)!)),
  };
  const declared = declaredTypes(declaredTimes(model), tableOf);
  const check = (path: IssuePath, expression: Expression | undefined): ValueType => {
    if (!expression) return 'unknown';
    try {
      const type = typeOf(expression, names);
      const time = unknownTime(expression, declared, names);
      if (time) throw new ExpressionError(time.at, UNKNOWN_TIME);
      return type;
    } catch (issue) {
      if (!(issue instanceof ExpressionError)) throw issue;
      const place = issue.at > 0 ? `At character ${issue.at + 1}: ` : '';
      report(path, `${place}${issue.message}`);
      return 'unknown';
    }
  };
  const need = (path: IssuePath, issue: string | null) => {
    if (issue !== null) report(path, issue);
  };

  const { asOf } = dataset;
  const dayType = asOf ? catalog.typeOf(tableOf(asOf.table), asOf.column) : 'unknown';
  if (asOf && !['date', 'timestamp', 'unknown'].includes(dayType))
    report(
      [...at, 'asOf'],
      `asOf names a day, and '${asOf.column}' is ${TYPE_PHRASES[dayType]}. Name a column of days.`,
    );
  for (const [index, join] of joinsOf(dataset).entries()) {
    const { name, table, to, on } = join;
    const where = joins.get(name);
    check([...at, 'joins', index, 'where'], where);
    if (where && dependsOnZone(where, names)) report([...at, 'joins', index, 'where'], ZONE_IN_JOIN);
    checkValidity(join, [...at, 'joins', index], catalog, report);
    for (const { column, key } of on) {
      const types = [catalog.typeOf(tableOf(to), column), catalog.typeOf(table, key)] as const;
      if (commonType(...types)) continue;
      const both = `'${to}.${column}' is ${TYPE_PHRASES[types[0]]} and '${name}.${key}' ${TYPE_PHRASES[types[1]]}`;
      report([...at, 'joins', index, 'on'], `${both}: they never meet. Join by columns of one type.`);
    }
  }
  for (const [index, dimension] of dataset.dimensions.entries()) {
    const path = [...at, 'dimensions', index, dimension.column ? 'column' : 'expression'];
    const type = check(path, values.get(dimension.name));
    const fits = FITS[dimension.type];
    if (dimension.bands) need(path, numberIssue(type, null));
    else if (fits && type !== 'unknown' && !fits.includes(type)) {
      const remedy = `Set its type to ${fitting(type)}, or CAST it AS ${dimension.type} in an expression.`;
      report([...at, 'dimensions', index, 'type'], `'${dimension.name}' is ${TYPE_PHRASES[type]}. ${remedy}`);
    }
  }
  for (const [index, measure] of dataset.measures.entries()) {
    if (['average_balance', 'combine', 'ratio', 'derived'].includes(measure.kind)) continue;
    const path = [...at, 'measures', index];
    if ('where' in measure) check([...path, 'where'], conditions.get(measure.name));
    const place = [...path, measure.kind === 'sum' && measure.columns ? 'columns' : 'expression'];
    const value = values.get(measure.name);
    if (value?.kind === 'weighted')
      need([...path, 'weight'], numberIssue(check([...path, 'weight'], value.weight), measure.kind));
    const type = check(place, value?.kind === 'weighted' ? value.of : value);
    need(place, measureIssue(measure, type));
  }
  for (const [index, rule] of dataset.rules.entries()) check([...at, 'rules', index, 'where'], rules.get(rule.name));
}

/** What the columns of a range can be, by its type: a day of a time is that in UTC, so facts have days themselves. */
const RANGES: Record<Validity['type'], { at: readonly ValueType[]; ends: readonly ValueType[] }> = {
  date: { at: ['date'], ends: ['date', 'timestamp'] },
  timestamp: { at: ['timestamp'], ends: ['timestamp'] },
  number: { at: NUMERIC, ends: NUMERIC },
};

/** Whether values of a column can be the ends of ranges of this type. */
export const isInRange = (type: Validity['type'], column: ValueType): boolean => RANGES[type].ends.includes(column);

function checkValidity(
  { name, table, to, validity }: DeclaredJoin,
  path: IssuePath,
  catalog: CatalogIndex,
  report: ReportIssue,
): void {
  if (!validity) return;
  const { type, at: column, toTable } = validity;
  const at = [...path, kindOf(validity)];
  const need = (called: string, found: ValueType, fits: readonly ValueType[]) => {
    if (found === 'unknown' || fits.includes(found)) return;
    const phrases = fits === NUMERIC ? 'a number' : fits.map((fit) => TYPE_PHRASES[fit]).join(' or ');
    report(
      at,
      `'${called}' is ${TYPE_PHRASES[found]}, but with the type '${type}' it has to be ${phrases}. Name another column, or set the type of all of them.`,
    );
  };
  need(`${to}.${column}`, catalog.typeOf(toTable, column), RANGES[type].at);
  for (const end of validityColumns(validity)) need(`${name}.${end}`, catalog.typeOf(table, end), RANGES[type].ends);
}

/** Why a measure cannot be computed from values of this type; null if it can. */
function measureIssue(measure: Measure, type: ValueType): string | null {
  const point = pointInTime(measure);
  if (point !== null) return pointIssue(type, point);
  if (measure.kind === 'count' || measure.kind === 'count_distinct') return null;
  return numberIssue(type, measure.kind);
}

function pointIssue(type: ValueType, point: 'date' | 'timestamp'): string | null {
  if (type === 'unknown' || type === point) return null;
  const unit =
    type === 'timestamp' ? "Take the unit 'time'" : type === 'date' ? "Take the unit 'date'" : 'Take that of a number';
  return `Its unit is that of ${TYPE_PHRASES[point]}, and this is ${TYPE_PHRASES[type]}. ${unit}, or CAST it AS ${point}.`;
}

/** Why values of this type are no numbers for a kind of measure, or for a banded dimension; null if they are. */
function numberIssue(type: ValueType, kind: Measure['kind'] | null): string | null {
  if (type === 'unknown' || NUMERIC.includes(type)) return null;
  if ((kind === 'min' || kind === 'max') && (type === 'date' || type === 'timestamp')) {
    const unit = type === 'date' ? 'date' : 'time';
    return `This is ${TYPE_PHRASES[type]}, so the unit of its format is '${unit}'. Set it to that.`;
  }
  const use = kind === null ? 'A banded dimension' : `'${kind}'`;
  return `${use} takes numbers, and this is ${TYPE_PHRASES[type]}. Name another column, or CAST it AS decimal.`;
}

function fitting(type: ValueType): Dimension['type'] {
  return type === 'integer' || type === 'decimal' || type === 'date' || type === 'timestamp' || type === 'boolean'
    ? type
    : 'string';
}
