import { parameterValues, semanticQuery } from '@rise/contract';
import type { Dimension, Measure, Model, ReportDocument, Tile, TileOf } from '@rise/contract';
import { QueryError } from '../errors.ts';
import type { IssuePath, ReportIssue } from '../errors.ts';
import { bindReport } from '../expression/bind-report.ts';
import { once } from '../expression/once.ts';
import { combine } from '../model/combine.ts';
import { withCustomMeasures } from '../planner/measures/custom-measures.ts';
import { compileModel } from './compile-model.ts';
import { checkDefaultPeers } from './default-peers.ts';
import { checkValues } from './filter-values.ts';
import { suggestName } from '../expression/suggest-name.ts';
import { missingRowValue } from '../planner/fields/row-values.ts';
import { checkParameterNames, unknownParameters } from './report-parameters.ts';
import { gapsInTile, namesInFilter, namesInTile } from './report-tiles.ts';
import type { TileName } from './report-tiles.ts';

interface DatasetFields {
  dimensions: string[];
  measures: string[];
  dimension: ReadonlyMap<string, Dimension>;
  /** Measures of a dataset of one table; null for a combined one, which has no rows of its own. */
  ofRows: ReadonlyMap<string, Measure> | null;
}

/** Names of a dataset's dimensions and measures. */
function fieldsOf(model: Model, name: string): DatasetFields | null {
  const dataset = model.datasets.find((dataset) => dataset.name === name);
  const byName = (dimensions: readonly Dimension[]) => new Map(dimensions.map((item) => [item.name, item]));
  const names = (fields: readonly { name: string }[]) => fields.map((field) => field.name);
  if (dataset) {
    const { dimensions, measures } = dataset;
    const ofRows = new Map(measures.map((measure) => [measure.name, measure]));
    return { dimensions: names(dimensions), measures: names(measures), dimension: byName(dimensions), ofRows };
  }
  const combined = model.combined.find((item) => item.name === name);
  if (!combined) return null;
  const { dimensions, measures } = combine(model, combined, () => undefined);
  return {
    dimensions: [...dimensions.keys()],
    measures: [...measures.keys()],
    dimension: dimensions,
    ofRows: null,
  };
}

/** For all reports that are checked against a model. */
const compiledOnce = once(compileModel);

/** Checks the measures that a report defines, as a query with them is checked. Returns their names. */
function checkCustomMeasures(report: ReportDocument, model: Model, issueAt: ReportIssue) {
  const { dataset, customMeasures = [] } = bindReport(report, parameterValues(report));
  if (customMeasures.length === 0) return [];
  try {
    const query = semanticQuery.parse({ dataset, customMeasures });
    withCustomMeasures(compiledOnce(model), { tenant: '', reader: 'system' }, query, null);
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    const keyOf = (part: string) => (/^\d+$/.test(part) ? Number(part) : part);
    for (const { field, message } of error.details) issueAt(field.split('.').map(keyOf), message);
  }
  return customMeasures.map(({ name }) => name);
}

type RowsTile = TileOf<'rows'>;

/** Checks that rows have a value of each column of a list, and of what it is ordered by. */
function checkRows(
  { columns, order, filter }: RowsTile,
  { dimensions, measures, ofRows }: DatasetFields,
  custom: readonly string[],
  at: IssuePath,
  issueAt: ReportIssue,
): void {
  if (!ofRows) {
    issueAt([...at, 'kind'], 'A combined dataset has no rows of its own. Make a report of the dataset of one fact.');
    return;
  }
  const check = (name: string, path: IssuePath) => {
    const measure = ofRows.get(name);
    if (custom.includes(name)) {
      issueAt(path, `'${name}' is defined by the report, and rows have no value of it. List a measure of the dataset.`);
      return;
    }
    if (!measure && !dimensions.includes(name))
      issueAt(path, `There is no dimension or measure '${name}'.${suggestName(name, [...dimensions, ...measures])}`);
    const instead = measure && missingRowValue(measure);
    if (instead) issueAt(path, instead);
  };
  for (const [index, name] of columns.entries()) {
    check(name, [...at, 'columns', index]);
    if (columns.indexOf(name) < index) issueAt([...at, 'columns', index], `'${name}' is listed twice. Leave one out.`);
  }
  for (const [index, { field }] of order.entries()) check(field, [...at, 'order', index, 'field']);
  for (const { name, path } of namesInFilter(filter, ['filter'])) check(name, [...at, ...path]);
}

/** Places of all tiles, as paths. */
function placesOf({ pages }: ReportDocument): { tile: Tile; at: IssuePath }[] {
  return pages.flatMap(({ rows }, page) =>
    rows.flatMap(({ tiles }, row) =>
      tiles.map((tile, index) => ({ tile, at: ['pages', page, 'rows', row, 'tiles', index] })),
    ),
  );
}

/** Checks that each page, row and tile has an id of its own. */
function checkIds({ pages }: ReportDocument, issueAt: ReportIssue): void {
  const seen = { page: new Set<string>(), row: new Set<string>(), tile: new Set<string>() };
  const check = (kind: keyof typeof seen, id: string, path: IssuePath) => {
    if (seen[kind].has(id)) issueAt([...path, 'id'], `Two ${kind}s have the id '${id}'. Rename one.`);
    seen[kind].add(id);
  };
  for (const [page, { id, rows }] of pages.entries()) {
    check('page', id, ['pages', page]);
    for (const [row, { id: rowId, tiles }] of rows.entries()) {
      check('row', rowId, ['pages', page, 'rows', row]);
      for (const [index, tile] of tiles.entries()) check('tile', tile.id, ['pages', page, 'rows', row, 'tiles', index]);
    }
  }
}

/** Checks that a report refers only to names in the model. */
export function checkReport(report: ReportDocument, model: Model, issueAt: ReportIssue): void {
  checkIds(report, issueAt);
  const datasets = new Map<string, DatasetFields | null>();
  const datasetAt = (name: string, path: IssuePath): DatasetFields | null => {
    const fields = datasets.get(name) ?? fieldsOf(model, name);
    datasets.set(name, fields);
    if (fields) return fields;
    const known = [...model.datasets, ...model.combined].map((item) => item.name);
    issueAt(path, `There is no dataset '${name}'.${suggestName(name, known)}`);
    return null;
  };
  const dataset = datasetAt(report.dataset, ['dataset']);
  if (!dataset) return;
  const custom = checkCustomMeasures(report, model, issueAt);
  checkParameterNames(report, model, issueAt);
  const need = (
    kind: TileName['kind'],
    name: string,
    path: IssuePath,
    of = { name: report.dataset, fields: dataset },
  ) => {
    const own = of.name === report.dataset ? custom : [];
    if (kind === 'measure' && path[0] === 'subject' && own.includes(name)) {
      issueAt(path, `'${name}' is defined by the report. Name a measure of the dataset.`);
      return;
    }
    const known = kind === 'measure' ? [...of.fields.measures, ...own] : of.fields.dimensions;
    if (known.includes(name)) return;
    issueAt(path, `There is no ${kind} '${name}' in '${of.name}'.${suggestName(name, known)}`);
  };
  const { subject } = report;
  if (subject) {
    need('dimension', subject.key, ['subject', 'key']);
    need('dimension', subject.title, ['subject', 'title']);
    need('measure', subject.size, ['subject', 'size']);
    if (subject.count !== undefined) need('measure', subject.count, ['subject', 'count']);
    for (const [index, name] of subject.details.entries()) need('dimension', name, ['subject', 'details', index]);
  } else if (report.peers.length > 0)
    issueAt(['peers'], `Only a report about a member has peers. Name its 'subject', or use 'filters'.`);
  for (const [index, name] of report.peers.entries()) need('dimension', name, ['peers', index]);
  checkDefaultPeers(report, dataset.dimension, issueAt);
  for (const [index, name] of report.filters.entries()) {
    need('dimension', name, ['filters', index]);
    if (report.peers.includes(name))
      issueAt(['filters', index], `'${name}' chooses the peers already. Remove it from 'peers' or from 'filters'.`);
  }
  for (const { kind, name, path } of namesInFilter(report.filter, ['filter'])) need(kind, name, path);
  for (const [page, { filter }] of report.pages.entries())
    for (const { kind, name, path } of namesInFilter(filter, ['pages', page, 'filter'])) need(kind, name, path);
  if (report.period) {
    need('dimension', report.period.field, ['period', 'field']);
    const type = dataset.dimension.get(report.period.field)?.type;
    if (type !== undefined && type !== 'date' && type !== 'timestamp')
      issueAt(['period', 'field'], `'${report.period.field}' is no date. Name a dimension that is one.`);
  }
  for (const [index, name] of report.measures.entries()) need('measure', name, ['measures', index]);
  const has = { hasSubject: subject !== undefined, hasMeasures: report.measures.length > 0 };
  for (const { tile, at } of placesOf(report)) {
    const name = ('dataset' in tile ? tile.dataset : undefined) ?? report.dataset;
    const fields = datasetAt(name, [...at, 'dataset']);
    if (!fields) continue;
    for (const found of namesInTile(tile)) need(found.kind, found.name, [...at, ...found.path], { name, fields });
    for (const { path, message } of [...gapsInTile(tile, has), ...unknownParameters(tile, report)])
      issueAt([...at, ...path], message);
    if (tile.kind === 'ranking' && tile.minimum) {
      const { field, from } = tile.minimum;
      need('dimension', field, [...at, 'minimum', 'field']);
      const dimension = dataset.dimension.get(field);
      const known = dimension?.bands?.map(({ value }) => value) ?? [];
      if (dimension && !dimension.bands)
        issueAt([...at, 'minimum', 'field'], `'${field}' has no buckets. Name one with 'bands'.`);
      else if (dimension && !known.includes(from))
        issueAt([...at, 'minimum', 'from'], `'${field}' has no bucket '${from}'.${suggestName(from, known)}`);
    }
    if (tile.kind === 'classification') {
      for (const [place, { field, values }] of (tile.notes ?? []).entries()) {
        need('dimension', field, [...at, 'notes', place, 'field']);
        checkValues(dataset.dimension.get(field), values, [...at, 'notes', place, 'values'], issueAt);
      }
    }
    if (tile.kind === 'rows') checkRows(tile, fields, name === report.dataset ? custom : [], at, issueAt);
  }
}
