import { semanticQuery } from '@rise/contract';
import type { Dimension, Measure, Model, ReportDocument, Tile } from '@rise/contract';
import { QueryError } from '../errors.ts';
import type { IssuePath, ReportIssue } from '../errors.ts';
import { combine } from '../model/combine.ts';
import { withCustomMeasures } from '../planner/measures/custom-measures.ts';
import { compileModel } from './compile-model.ts';
import { checkDefaultPeers } from './default-peers.ts';
import { checkValues } from './filter-values.ts';
import { suggestName } from '../expression/suggest-name.ts';
import { missingRowValue } from '../planner/fields/row-values.ts';

function measuresOf(tile: Tile): { path: IssuePath; name: string }[] {
  const item = (key: string, names: string[]) => names.map((name, index) => ({ path: [key, index], name }));
  switch (tile.kind) {
    case 'kpis':
    case 'table':
      return item('measures', tile.measures);
    case 'classification':
      return [{ path: ['measure'], name: tile.measure }, ...item('companions', tile.companions ?? [])];
    case 'mix':
      return [{ path: ['whole'], name: tile.whole }, ...item('parts', tile.parts)];
    case 'ranking':
    case 'distribution':
    case 'rows':
      return [];
  }
}

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

/** Checks the measures that a report defines, as a query with them is checked. Returns their names. */
function checkCustomMeasures({ dataset, customMeasures = [] }: ReportDocument, model: Model, issueAt: ReportIssue) {
  if (customMeasures.length === 0) return [];
  try {
    const query = semanticQuery.parse({ dataset, customMeasures });
    withCustomMeasures(compileModel(model), { tenant: '', reader: 'system' }, query, null);
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    const keyOf = (part: string) => (/^\d+$/.test(part) ? Number(part) : part);
    for (const { field, message } of error.details) issueAt(field.split('.').map(keyOf), message);
  }
  return customMeasures.map(({ name }) => name);
}

type RowsTile = Extract<Tile, { kind: 'rows' }>;

/** Checks that rows have a value of each column of a list, and of what it is ordered by. */
function checkRows(
  { columns, order }: RowsTile,
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
}

/** Checks that a report refers only to names in the model. */
export function checkReport(report: ReportDocument, model: Model, issueAt: ReportIssue): void {
  const dataset = fieldsOf(model, report.dataset);
  if (!dataset) {
    const known = [...model.datasets, ...model.combined].map((item) => item.name);
    issueAt(['dataset'], `There is no dataset '${report.dataset}'.${suggestName(report.dataset, known)}`);
    return;
  }
  const custom = checkCustomMeasures(report, model, issueAt);
  const need = (kind: 'dimensions' | 'measures', name: string, path: IssuePath) => {
    const isOfSubject = path[0] === 'subject';
    if (kind === 'measures' && isOfSubject && custom.includes(name)) {
      issueAt(path, `'${name}' is defined by the report. Name a measure of the dataset.`);
      return;
    }
    const known = kind === 'measures' ? [...dataset[kind], ...custom] : dataset[kind];
    if (known.includes(name)) return;
    issueAt(path, `There is no ${kind.slice(0, -1)} '${name}' in '${report.dataset}'.${suggestName(name, known)}`);
  };
  need('dimensions', report.subject.key, ['subject', 'key']);
  need('dimensions', report.subject.title, ['subject', 'title']);
  need('measures', report.subject.size, ['subject', 'size']);
  if (report.subject.count !== undefined) need('measures', report.subject.count, ['subject', 'count']);
  for (const [index, name] of report.subject.details.entries()) need('dimensions', name, ['subject', 'details', index]);
  for (const [index, name] of report.peers.entries()) need('dimensions', name, ['peers', index]);
  checkDefaultPeers(report, dataset.dimension, issueAt);
  for (const [index, name] of report.filters.entries()) {
    need('dimensions', name, ['filters', index]);
    if (report.peers.includes(name))
      issueAt(['filters', index], `'${name}' chooses the peers already. Remove it from 'peers' or from 'filters'.`);
  }
  for (const [index, name] of report.measures.entries()) need('measures', name, ['measures', index]);
  const ids = new Set<string>();
  for (const [index, tile] of report.tiles.entries()) {
    if (ids.has(tile.id)) issueAt(['tiles', index, 'id'], `Two tiles have the id '${tile.id}'. Rename one.`);
    ids.add(tile.id);
    for (const { path, name } of measuresOf(tile)) need('measures', name, ['tiles', index, ...path]);
    if (tile.kind === 'ranking' && tile.minimum) {
      const { field, from } = tile.minimum;
      const at = ['tiles', index, 'minimum'];
      need('dimensions', field, [...at, 'field']);
      const dimension = dataset.dimension.get(field);
      const known = dimension?.bands?.map(({ value }) => value) ?? [];
      if (dimension && !dimension.bands) issueAt([...at, 'field'], `'${field}' has no buckets. Name one with 'bands'.`);
      else if (dimension && !known.includes(from))
        issueAt([...at, 'from'], `'${field}' has no bucket '${from}'.${suggestName(from, known)}`);
    }
    if (tile.kind === 'classification') {
      for (const [place, { field, values }] of (tile.notes ?? []).entries()) {
        const at = ['tiles', index, 'notes', place];
        need('dimensions', field, [...at, 'field']);
        checkValues(dataset.dimension.get(field), values, [...at, 'values'], issueAt);
      }
    }
    if (tile.kind === 'rows') checkRows(tile, dataset, custom, ['tiles', index], issueAt);
    if (tile.kind === 'table') need('dimensions', tile.dimension, ['tiles', index, 'dimension']);
  }
}
