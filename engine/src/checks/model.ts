import type { Dataset, Model } from '@rise/contract';
import { checkAverageBalances } from './average-balances.ts';
import { checkClasses } from './classes.ts';
import { checkCombined, DAY_NEEDED } from './combined.ts';
import { checkCurrencies, checkRatesTable } from './currencies.ts';
import { checkEntity } from './entity.ts';
import { checkDerived } from './derived-datasets.ts';
import { checkHierarchies } from './hierarchies.ts';
import { checkLastKnown } from './last-known.ts';
import { checkMappings } from './mappings.ts';
import { checkMeasures } from './measures.ts';
import { checkOptional } from './optional.ts';
import { checkPerKey } from './per-key.ts';
import type { IssuePath, ReportIssue } from '../errors.ts';
import { checkRowGrains } from './row-grains.ts';
import { overOf } from '../model/measures.ts';
import { definitionIssues } from '../model/parameter-value.ts';
import { joinName } from '../model/joins.ts';
import { READER, readExpressions, unknownTable } from '../model/read-expressions.ts';
import { suggestName } from '../expression/suggest-name.ts';

function checkNames(dataset: Dataset, at: IssuePath, report: ReportIssue): void {
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

function checkTables(dataset: Dataset, at: IssuePath, report: ReportIssue): void {
  const names = new Set([dataset.table]);
  // Engines compare names without regard to case.
  const taken = new Set([dataset.table.toLowerCase()]);
  for (const [index, join] of dataset.joins.entries()) {
    const name = joinName(join);
    if (join.to !== undefined && !names.has(join.to)) {
      const known = suggestName(join.to, names);
      report([...at, 'joins', index, 'to'], `The table '${join.to}' is not joined before '${name}'.${known}`);
    }
    if (taken.has(name.toLowerCase())) {
      const message =
        join.as === undefined
          ? `The table '${name}' is in this dataset already. Name this join by its role with 'as'.`
          : `There is a table '${name}' in this dataset already. Give the join another name.`;
      report([...at, 'joins', index, join.as === undefined ? 'table' : 'as'], message);
    }
    names.add(name);
    taken.add(name.toLowerCase());
  }
  const reach = (table: string, path: IssuePath) => {
    if (!names.has(table)) report(path, unknownTable(dataset, table));
  };
  if (dataset.asOf) reach(dataset.asOf.table, [...at, 'asOf', 'table']);
  for (const [index, measure] of dataset.measures.entries()) {
    if (measure.kind === 'ratio' && measure.annualise && !dataset.asOf)
      report([...at, 'measures', index, 'annualise'], DAY_NEEDED);
  }
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

function checkDimensions(dataset: Dataset, at: IssuePath, report: ReportIssue): void {
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

/** The date of snapshots, and of a semi-additive measure, has to be a date dimension of the dataset. */
function checkTimes(dataset: Dataset, at: IssuePath, report: ReportIssue): void {
  const times = dataset.measures.flatMap((measure, index) => {
    const over = overOf(measure);
    return over ? [{ time: over.time, path: [...at, 'measures', index, 'over', 'time'] }] : [];
  });
  if (dataset.snapshots !== undefined) times.push({ time: dataset.snapshots, path: [...at, 'snapshots'] });
  for (const { time, path } of times) {
    const dimension = dataset.dimensions.find((dimension) => dimension.name === time);
    const known = dataset.dimensions.map(({ name }) => name);
    if (!dimension) report(path, `There is no dimension '${time}' in '${dataset.name}'.${suggestName(time, known)}`);
    else if (dimension.type !== 'date' && dimension.type !== 'timestamp')
      report(path, `'${time}' is not a date. Name the date dimension of the measure's snapshots.`);
  }
}

function checkParameters(model: Model, report: ReportIssue): void {
  const seen = new Set<string>();
  for (const [index, parameter] of model.parameters.entries()) {
    const at = ['parameters', index];
    if (seen.has(parameter.name)) report([...at, 'name'], `There are two parameters '${parameter.name}'. Rename one.`);
    seen.add(parameter.name);
    if (parameter.name.startsWith(READER))
      report([...at, 'name'], `Names that begin with '${READER}' are the reader's own attributes. Take another one.`);
    for (const { field, message } of definitionIssues(parameter)) report([...at, field], message);
  }
}

/** Shared definitions have unique names, by which datasets use them. */
function checkShared({ shared }: Model, report: ReportIssue): void {
  const checkNames = (list: 'joins' | 'dimensions', names: readonly string[]) => {
    for (const [index, name] of names.entries())
      if (names.indexOf(name) < index)
        report(['shared', list, index], `'${name}' is defined twice under shared.${list}. Rename one.`);
  };
  checkNames('joins', shared.joins.map(joinName));
  checkNames(
    'dimensions',
    shared.dimensions.map(({ name }) => name),
  );
}

/** Checks what the schema cannot: unique names, references, cycles, reachable tables. */
export function checkModel(model: Model, report: ReportIssue): void {
  const names = new Set<string>();
  for (const [index, dataset] of model.datasets.entries()) {
    const at = ['datasets', index];
    if (names.has(dataset.name)) report([...at, 'name'], `There are two datasets '${dataset.name}'. Rename one.`);
    names.add(dataset.name);
    checkNames(dataset, at, report);
    checkTables(dataset, at, report);
    checkDimensions(dataset, at, report);
    const measures = new Map(dataset.measures.map((measure) => [measure.name, measure]));
    checkMeasures(dataset.name, dataset.measures, measures, at, report);
    checkClasses(
      dataset.name,
      dataset.measures,
      new Map(dataset.dimensions.map((dimension) => [dimension.name, dimension])),
      at,
      report,
    );
    checkTimes(dataset, at, report);
    checkEntity(dataset, at, report);
    checkHierarchies(
      dataset,
      dataset.dimensions.map(({ name }) => name),
      at,
      report,
    );
    const expressions = readExpressions(model, dataset, at, report);
    checkPerKey(dataset, expressions, at, report);
    checkOptional(dataset, expressions, at, report);
    checkRowGrains(dataset, expressions, at, report);
    checkLastKnown(dataset, expressions, at, report);
    checkAverageBalances(dataset, expressions, at, report);
    checkCurrencies(model, dataset, expressions, at, report);
  }
  for (const [index, combined] of model.combined.entries()) {
    const at = ['combined', index];
    if (names.has(combined.name)) report([...at, 'name'], `There are two datasets '${combined.name}'. Rename one.`);
    names.add(combined.name);
    checkCombined(model, combined, at, report);
  }
  checkDerived(model, report);
  checkRatesTable(model, report);
  checkShared(model, report);
  checkParameters(model, report);
  checkMappings(model, report);
}
