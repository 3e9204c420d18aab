import { model as modelSchema, type Dataset, type Dimension, type Model } from '@rise/contract';
import { indexChecked } from '../checks/compile-model.ts';
import { readYaml, type YamlText } from '../yaml/read-yaml.ts';
import { ModelError, type ModelIssue } from '../errors.ts';
import { importDimensions } from './import-fields.ts';
import { importMetrics, type ScopedMetric } from './import-metrics.ts';
import { namesOf, synonymsOf, unread } from './import-names.ts';
import { flatOssieDocument, ossieDocument, type ExchangeNote, type OssieModel } from './ossie-document.ts';
import { findChanges, restoreModel } from './restore-model.ts';
import { findStars, type StarTables } from './star-tables.ts';
import { writeOssie } from './write-ossie.ts';

/** A model read from a document, and what of the document is not in it. */
export interface OssieImport {
  readonly model: Model;
  readonly notes: readonly ExchangeNote[];
}

/** The owner of what a document, which has no word for it, brings. */
const OWNER = 'unknown';

/**
 * Reads a model in the format of Apache Ossie, as YAML or JSON. A document that Rise wrote returns an equal model. Throws
 * `ModelError` with line and column of each issue of the document.
 */
export function readOssie(text: string, file: string): OssieImport {
  const source = readYaml(text, file);
  const { document, others } = parseDocument(source);
  const notes: ExchangeNote[] = others.map((name) => ({
    place: `semantic_model.${name}`,
    reason: 'A document is read as one model, its first. Put this one into a file of its own.',
  }));
  const restored = restoreModel(document);
  if (restored !== null) {
    const model = checkModel(restored, source);
    return { model, notes: [...notes, ...findChanges(document, writeOssie(model).document.semantic_model[0]!)] };
  }
  const note = (one: ExchangeNote) => void notes.push(one);
  return { model: checkModel(withValidMeasures(importModel(document, note), note), source), notes };
}

function parseDocument({ data, issueAt }: YamlText): { document: OssieModel; others: string[] } {
  const listed = typeof data === 'object' && data !== null && 'semantic_model' in data;
  const fail = (issues: readonly { path: PropertyKey[]; message: string }[]): never => {
    throw new ModelError(issues.map(({ path, message }) => issueAt(path, message)));
  };
  if (!listed) {
    const flat = flatOssieDocument.safeParse(data);
    if (!flat.success) return fail(flat.error.issues);
    const { version: _v, dialects: _d, vendors: _n, ...document } = flat.data;
    return { document, others: [] };
  }
  const parsed = ossieDocument.safeParse(data);
  if (!parsed.success) return fail(parsed.error.issues);
  const [document, ...others] = parsed.data.semantic_model;
  return { document: document!, others: others.map(({ name }) => name) };
}

/**
 * The model without measures that would be rejected, each of which is noted: the format does not say, for example, that
 * a join shares no row. Then those that need them are rejected, so it is checked again.
 */
function withValidMeasures(model: Model, note: (note: ExchangeNote) => void): Model {
  const rejected = new Map<Dataset['measures'][number], string>();
  indexChecked(model, ([list, at, member, index], message) => {
    if (list !== 'datasets' || member !== 'measures') return;
    const measure = model.datasets[Number(at)]?.measures[Number(index)];
    if (measure) rejected.set(measure, message);
  });
  if (rejected.size === 0) return model;
  const datasets = model.datasets.map((dataset) => {
    for (const measure of dataset.measures)
      if (rejected.has(measure))
        note({ place: `datasets.${dataset.name}.${measure.name}`, reason: `Not carried: ${rejected.get(measure)}` });
    return { ...dataset, measures: dataset.measures.filter((measure) => !rejected.has(measure)) };
  });
  return withValidMeasures({ ...model, datasets }, note);
}

/** Validates a model as a push would, without a warehouse. */
function checkModel(candidate: unknown, { issueAt }: YamlText): Model {
  const issueIn = (path: readonly PropertyKey[], message: string): ModelIssue => ({
    ...issueAt([], `The model that was read is not valid: ${message}`),
    path: path.map(String).join('.'),
  });
  const parsed = modelSchema.safeParse(candidate);
  if (!parsed.success) throw new ModelError(parsed.error.issues.map(({ path, message }) => issueIn(path, message)));
  const issues: ModelIssue[] = [];
  indexChecked(parsed.data, (path, message) => void issues.push(issueIn(path, message)));
  if (issues.length > 0) throw new ModelError(issues);
  return parsed.data;
}

function importModel(document: OssieModel, note: (note: ExchangeNote) => void): Model {
  for (const reason of unread(document)) note({ place: 'semantic_model', reason });
  if (synonymsOf(document.ai_context).length > 0)
    note({
      place: 'semantic_model',
      reason: 'Its synonyms were not read: datasets, dimensions and measures have them.',
    });
  noteUnread(document, note);
  const stars = findStars(document, note);
  const dimensions = new Map(stars.map((star) => [star.root.name, importDimensions(star, note)]));
  const names = new Map([...dimensions].map(([name, list]) => [name, list.map((dimension) => dimension.name)]));
  const measures = importMetrics(stars, scopedMetrics(document), names, note);
  const taken = new Set<string>();
  const datasets = stars.map((star): Dataset => {
    const { root } = star;
    return importDataset(star, dimensions.get(root.name)!, measures.get(root.name)!, taken, note);
  });
  const general = `Owners and units are not in the format: the owner is '${OWNER}', and figures are numbers. Enter both. Joins have no names here, and types of measures follow from their formulas.`;
  note({ place: 'semantic_model', reason: general });
  const { name, title } = namesOf(document, new Set(), 'model');
  return {
    name,
    title,
    description: { en: document.description || title.en },
    parameters: [],
    mappings: [],
    shared: { joins: [], dimensions: [] },
    datasets,
    combined: [],
    tests: [],
  };
}

function importDataset(
  { root, tables, joins }: StarTables,
  dimensions: Dimension[],
  measures: Dataset['measures'],
  taken: Set<string>,
  note: (note: ExchangeNote) => void,
): Dataset {
  const { name, title, description, synonyms, notes } = namesOf(root, taken, 'dataset');
  for (const reason of notes) note({ place: `datasets.${root.name}`, reason });
  return {
    name,
    title,
    description: { en: description ?? title.en },
    owner: OWNER,
    synonyms,
    table: tables.get(root.name)!.table,
    joins: joins.map(({ table, to, on }) => ({ table, to, on: [...on] })),
    dimensions,
    hierarchies: [],
    measures,
    rules: [],
    masks: [],
    rollups: [],
    optional: [],
  };
}

function scopedMetrics({ datasets, metrics = [] }: OssieModel): ScopedMetric[] {
  const own = datasets.flatMap((owner) =>
    (owner.metrics ?? []).map((metric) => ({ metric, owner, place: `datasets.${owner.name}.metrics.${metric.name}` })),
  );
  return [...own, ...metrics.map((metric) => ({ metric, owner: null, place: `metrics.${metric.name}` }))];
}

/** Keys, words of relationships, and words of joined datasets, which a model has no place for. */
function noteUnread({ datasets, relationships = [] }: OssieModel, note: (note: ExchangeNote) => void): void {
  const targets = new Set(relationships.map(({ to }) => to));
  for (const dataset of datasets) {
    const place = `datasets.${dataset.name}`;
    if (dataset.primary_key || dataset.unique_keys)
      note({ place, reason: 'Its keys were not read: a push checks those of joins in the warehouse.' });
    if (!targets.has(dataset.name)) continue;
    for (const reason of unread(dataset)) note({ place, reason });
    if (dataset.description !== undefined || dataset.ai_context !== undefined)
      note({ place, reason: 'It is a joined table, which has no description and no synonyms of its own.' });
  }
  for (const { name, description, ...rest } of relationships) {
    const place = `relationships.${name}`;
    const words = description !== undefined || rest.ai_context !== undefined;
    if (words) note({ place, reason: 'A join has no name, description and synonyms.' });
    for (const reason of unread({ custom_extensions: rest.custom_extensions })) note({ place, reason });
  }
}
