import type { CompiledDataset, CompiledModel } from '@rise/engine';
import type { Dimension } from '@rise/contract';
import type { DateRange, LexiconSource } from './lexicon.rules.ts';

/** What a reader may see of a dataset's data. */
export interface VisibleData {
  /** Fields that are empty for this reader. */
  readonly hidden: ReadonlySet<string>;
  /** Values by dimension. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** Keys of the entity by its name. */
  readonly keysOfName: ReadonlyMap<string, readonly string[]>;
  /** First and last day of the rows. */
  readonly dates: DateRange | null;
}

/** What questions about a model can name, without what is hidden from their reader. */
export function lexiconSources(model: CompiledModel, dataOf: (dataset: string) => VisibleData): LexiconSource[] {
  const { datasets, combined } = model.model;
  return [...datasets, ...combined].map(({ name }) => {
    const compiled = model.datasets.get(name)!;
    const { hidden, values, keysOfName, dates } = dataOf(name);
    const isVisible = (field: { name: string }) => !hidden.has(field.name);
    const dimensions = [...compiled.dimensions.values()].filter(isVisible);
    const entity = entityOf(compiled);
    const isNamed = entity !== null && !hidden.has(entity.key) && !hidden.has(entity.name);
    return {
      name,
      title: compiled.dataset.title,
      isCombined: 'facts' in compiled.dataset,
      measures: [...compiled.measures.values()].filter(isVisible),
      dimensions,
      entity: isNamed ? entity : null,
      asOf: asOfDimension(compiled, dimensions),
      values,
      keysOfName,
      dates,
      isSnapshot: 'snapshots' in compiled.dataset && compiled.dataset.snapshots !== undefined,
    };
  });
}

export function entityOf({ dataset }: CompiledDataset): { key: string; name: string } | null {
  return 'entity' in dataset ? (dataset.entity ?? null) : null;
}

/** Dimensions whose values are looked up in the data: texts without declared values. */
export const searchableDimensions = (compiled: CompiledDataset): Dimension[] =>
  [...compiled.dimensions.values()].filter(({ type, values, bands }) => type === 'string' && !values && !bands);

/** The date that balances are of, or the one that the dataset's as-of date comes from. */
export function asOfDimension({ dataset, measures }: CompiledDataset, dimensions: readonly Dimension[]): string | null {
  const dates = dimensions.filter(({ type }) => type === 'date' || type === 'timestamp');
  const named = 'snapshots' in dataset ? dataset.snapshots : undefined;
  if (named !== undefined && dates.some(({ name }) => name === named)) return named;
  for (const measure of measures.values())
    if ('over' in measure && measure.over && dates.some(({ name }) => name === measure.over!.time))
      return measure.over.time;
  const asOf = 'asOf' in dataset ? dataset.asOf?.column.toLowerCase() : undefined;
  const own = dates.find(({ column, expression }) => (column?.column ?? expression)?.toLowerCase() === asOf);
  // Combined datasets have the dates that all of them share.
  return own?.name ?? (dates.length === 1 ? dates[0]!.name : null);
}
