import type { Dataset, Measure, Model } from '@rise/contract';
import type { ProblemPath } from './parse-yaml.ts';
import { parseExpression } from '../expression/parse.ts';
import { PARAMETER_SAID, parameterValue } from './parameter-value.ts';
import { measuresIn, READER, readExpressions } from './read-expressions.ts';
import { suggestName } from './suggest-name.ts';

type Report = (path: ProblemPath, message: string) => void;
type Term = { measure: string; factor: number };

/** The terms of a measure with where they stand in it. */
export function termsOf(measure: Measure): { part: string; terms: Term[] }[] {
  switch (measure.kind) {
    case 'combine':
      return [{ part: 'terms', terms: measure.terms }];
    case 'ratio':
      return [
        { part: 'numerator', terms: measure.numerator },
        { part: 'denominator', terms: measure.denominator },
      ];
    default:
      return [];
  }
}

/** What may be added up with factors: sums, counts, and what is made of them. */
const ADDS_UP = new Set<Measure['kind']>(['sum', 'count', 'combine']);

/** The measures that a measure is made of. */
function madeOf(measure: Measure): string[] {
  if (measure.kind !== 'derived') return termsOf(measure).flatMap((part) => part.terms.map((term) => term.measure));
  try {
    return measuresIn(parseExpression(measure.expression));
  } catch {
    // The fault in the expression is told where expressions are read.
    return [];
  }
}

function checkNames(dataset: Dataset, at: ProblemPath, report: Report): void {
  const seen = new Set<string>();
  for (const list of ['dimensions', 'measures'] as const) {
    for (const [index, field] of dataset[list].entries()) {
      if (seen.has(field.name)) {
        report(
          [...at, list, index, 'name'],
          `The name '${field.name}' is used twice in '${dataset.name}'. Give each dimension and measure its own name.`,
        );
      }
      seen.add(field.name);
    }
  }
}

function checkTables(dataset: Dataset, at: ProblemPath, report: Report): void {
  const tables = new Set([dataset.table]);
  for (const [index, join] of dataset.joins.entries()) {
    if (tables.has(join.table)) {
      report([...at, 'joins', index, 'table'], `The table '${join.table}' is joined twice. Join each table once.`);
    }
    tables.add(join.table);
  }
  const reach = (table: string, path: ProblemPath) => {
    if (!tables.has(table)) {
      report(path, `The table '${table}' is not part of '${dataset.name}'. Add it under joins.`);
    }
  };
  reach(dataset.asOf.table, [...at, 'asOf', 'table']);
  for (const [index, field] of dataset.dimensions.entries()) {
    if (field.column) reach(field.column.table, [...at, 'dimensions', index, 'column', 'table']);
  }
  for (const [index, field] of dataset.measures.entries()) {
    if (field.kind !== 'sum') continue;
    for (const [position, column] of (field.columns ?? []).entries()) {
      reach(column.table, [...at, 'measures', index, 'columns', position, 'table']);
    }
  }
}

function checkDimensions(dataset: Dataset, at: ProblemPath, report: Report): void {
  for (const [index, field] of dataset.dimensions.entries()) {
    const bands = field.bands;
    if (!bands) continue;
    const path = [...at, 'dimensions', index, 'bands'];
    if (bands.length === 0) report(path, 'Name at least one band, or leave bands out.');
    if (field.type !== 'string')
      report([...at, 'dimensions', index, 'type'], 'A banded dimension has the type string.');
    if (new Set(bands.map((band) => band.value)).size < bands.length) report(path, 'Give each band its own value.');
    for (const [position, band] of bands.entries()) {
      if (position === 0) continue;
      const before = bands[position - 1]!.from;
      if (band.from === null || (before !== null && band.from <= before)) {
        report(
          [...path, position, 'from'],
          'List the bands from the lowest to the highest; only the first may start at null.',
        );
      }
    }
  }
}

function checkMeasures(dataset: Dataset, at: ProblemPath, report: Report): void {
  const byName = new Map(dataset.measures.map((measure) => [measure.name, measure]));
  const inCycle = (start: string): boolean => {
    const open = [start];
    const seen = new Set<string>();
    while (open.length > 0) {
      const measure = byName.get(open.pop()!);
      for (const part of measure ? madeOf(measure) : []) {
        if (part === start) return true;
        if (seen.has(part)) continue;
        seen.add(part);
        open.push(part);
      }
    }
    return false;
  };
  for (const [index, measure] of dataset.measures.entries()) {
    const path = [...at, 'measures', index];
    for (const { part, terms } of termsOf(measure)) {
      for (const [position, term] of terms.entries()) {
        const here = [...path, part, position];
        const used = byName.get(term.measure);
        if (!used) {
          report(
            [...here, 'measure'],
            `There is no measure '${term.measure}' in '${dataset.name}'.${suggestName(term.measure, byName.keys())}`,
          );
        } else if (!ADDS_UP.has(used.kind)) {
          const what = used.kind === 'ratio' ? 'a ratio' : `of the kind ${used.kind}`;
          report(
            [...here, 'measure'],
            `'${term.measure}' is ${what} and cannot be added up. Name its parts instead, or make a derived measure.`,
          );
        }
        if (!/^-?\d+(\.\d{1,6})?$/.test(String(term.factor))) {
          report([...here, 'factor'], 'Write the factor with at most six digits after the point.');
        }
      }
    }
    if (inCycle(measure.name)) report([...path, 'name'], `'${measure.name}' is defined by itself. Break the circle.`);
    const bands = measure.bands ?? [];
    for (const [position, band] of bands.entries()) {
      const before = bands[position - 1]?.from;
      if (position > 0 && (before === null || (band.from !== null && before !== undefined && band.from >= before))) {
        report(
          [...path, 'bands', position, 'from'],
          'List the bands from the highest to the lowest; only the last may be null.',
        );
      }
    }
  }
}

function checkParameters(model: Model, report: Report): void {
  const seen = new Set<string>();
  for (const [index, parameter] of model.parameters.entries()) {
    const at = ['parameters', index];
    if (seen.has(parameter.name)) report([...at, 'name'], `There are two parameters '${parameter.name}'. Rename one.`);
    seen.add(parameter.name);
    if (parameter.name.startsWith(READER))
      report([...at, 'name'], `Names that begin with '${READER}' are the reader's own attributes. Take another one.`);
    if (parameterValue(parameter, parameter.default) === null)
      report([...at, 'default'], `The default of '${parameter.name}' is not ${PARAMETER_SAID[parameter.type]}.`);
  }
}

/** Checks what a schema cannot: names, references, circles, reachable tables. */
export function checkModel(model: Model, report: Report): void {
  const names = new Set<string>();
  for (const [index, dataset] of model.datasets.entries()) {
    const at = ['datasets', index];
    if (names.has(dataset.name)) report([...at, 'name'], `There are two datasets '${dataset.name}'. Rename one.`);
    names.add(dataset.name);
    checkNames(dataset, at, report);
    checkTables(dataset, at, report);
    checkDimensions(dataset, at, report);
    checkMeasures(dataset, at, report);
    readExpressions(model, dataset, at, report);
  }
  checkParameters(model, report);
}
