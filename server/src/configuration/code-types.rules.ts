import type { CodeMapping, CodeWeight, Dimension, LocalizedText, MappedCode } from '@rise/contract';
import {
  figureFormatOf,
  mappedFields,
  reportedIn,
  type CompiledDataset,
  type CompiledModel,
  type MappedField,
} from '@rise/engine';
import type { TenantSettings } from '../tenant-settings/tenant-settings.service.ts';

/** A type of codes: a mapping, or a dimension whose labels are in the model. */
export interface CodeType {
  readonly name: string;
  readonly title: LocalizedText;
  readonly description: LocalizedText | null;
  readonly mapping: CodeMapping | null;
  /** Targets of the model, or a dimension's labels; null: any text. */
  readonly targets: { value: string; title: LocalizedText }[] | null;
  /** The labels of a dimension as entries: each code maps to itself. */
  readonly labels: readonly MappedCode[];
  /** Of a dimension with labels: the table’s column with the codes; null where they are computed. */
  readonly column: { readonly table: string; readonly column: string } | null;
  /** By dataset, the fields that read these codes from its rows. */
  readonly fields: readonly { dataset: string; fields: readonly MappedField[] }[];
  readonly datasets: LocalizedText[];
  /** Sums by which codes can be weighed, money first. */
  readonly weights: CodeWeight[];
}

/** All types of a model that some field of a dataset uses, or that tenants can map. */
export function listTypes(model: CompiledModel, settings: TenantSettings): CodeType[] {
  const names = new Set(model.model.mappings.map(({ name }) => name));
  for (const dataset of model.datasets.values()) for (const { type } of mappedFields(model, dataset)) names.add(type);
  return [...names].map((name) => findType(model, settings, name)!);
}

/** A type by name; null where the model does not have it. */
export function findType(model: CompiledModel, settings: TenantSettings, name: string): CodeType | null {
  const mapping = model.model.mappings.find((item) => item.name === name) ?? null;
  const all = [...model.datasets].flatMap(([dataset, compiled]) => {
    const fields = mappedFields(model, compiled).filter(({ type }) => type === name);
    return fields.length > 0 && compiled.facts.length === 1 ? [{ dataset, compiled, fields }] : [];
  });
  // Rows of derived datasets are those of others again.
  const stored = all.filter(({ compiled }) => !('query' in compiled.dataset && compiled.dataset.query));
  const used = stored.length > 0 ? stored : all;
  const first = used[0];
  const dimension = first && !mapping ? first.compiled.dimensions.get(first.fields[0]!.field) : undefined;
  if (!mapping && !dimension) return null;
  const labels = mapping
    ? null
    : (dimension!.values ?? []).map(({ value, title }) => ({ value: String(value), title }));
  return {
    name,
    title: mapping?.title ?? dimension!.title,
    description: mapping?.description ?? dimension?.description ?? null,
    mapping,
    targets: mapping ? (mapping.targets ?? null) : labels,
    labels: (labels ?? []).map(({ value }) => ({ code: value, value, attributes: {}, from: null, until: null })),
    column: labels && first ? columnOf(dimension!, first.compiled.dataset) : null,
    fields: used.map(({ dataset, fields }) => ({ dataset, fields })),
    datasets: used.map(({ compiled }) => compiled.dataset.title),
    weights: used.flatMap(({ dataset, compiled }) => weightsOf(dataset, compiled, model, settings)),
  };
}

/** The column that a dimension is, by the name of its table in the warehouse. */
function columnOf({ column }: Dimension, dataset: CompiledDataset['dataset']): CodeType['column'] {
  if (!column || !('joins' in dataset)) return null;
  const join = dataset.joins.find(({ as, table }) => (as ?? table) === column.table);
  return { table: join?.table ?? column.table, column: column.column };
}

/** The sums of a dataset that can be split by code: those over all rows, or over the last date of snapshots. */
function weightsOf(
  dataset: string,
  compiled: CompiledDataset,
  { model }: CompiledModel,
  { currency }: TenantSettings,
): CodeWeight[] {
  const reported = reportedIn(model, currency);
  return [...compiled.measures.values()]
    .filter((measure) => measure.kind === 'sum' && (measure.over === undefined || measure.over.per === undefined))
    .filter((measure) => !('over' in measure) || measure.over === undefined || measure.over.take === 'last')
    .map((measure) => ({
      name: `${dataset}.${measure.name}`,
      title: measure.label ?? measure.title,
      dataset: compiled.dataset.title,
      format: figureFormatOf(compiled, measure, reported),
    }))
    .toSorted((a, b) => Number(b.format.unit === 'currency') - Number(a.format.unit === 'currency'));
}
