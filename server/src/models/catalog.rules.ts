import { allSynonyms, type CatalogDataset, type CatalogMeasure, type Measure } from '@rise/contract';
import { formulaOf, measuresBehind, type CompiledDataset, type CompiledModel } from '@rise/engine';

/** What a model defines, as its readers see it: without row rules, masks and rollups. */
export function toCatalog(compiled: CompiledModel): CatalogDataset[] {
  const { datasets, combined } = compiled.model;
  return [...datasets, ...combined].map(({ name }) => toDataset(compiled, compiled.datasets.get(name)!));
}

function toDataset(model: CompiledModel, compiled: CompiledDataset): CatalogDataset {
  const { dataset } = compiled;
  const measures = [...compiled.measures.values()];
  const behind = new Map(
    measures.map(({ name }) => [name, new Set(measuresBehind(compiled, name).filter((part) => part !== name))]),
  );
  return {
    name: dataset.name,
    title: dataset.title,
    description: dataset.description,
    owner: 'owner' in dataset ? dataset.owner : null,
    table: 'table' in dataset && !dataset.query ? dataset.table : null,
    dimensions: [...compiled.dimensions.values()].map(({ name, title, description, type, mapping, synonyms }) => ({
      name,
      title,
      description: description ?? null,
      type,
      mapping: mapping ?? null,
      synonyms: allSynonyms(synonyms),
    })),
    measures: measures.map((measure) => ({
      ...toMeasure(measure),
      formula: formulaOf(model, compiled, measure),
      computedFrom: [...behind.get(measure.name)!],
      usedBy: measures.filter(({ name }) => behind.get(name)!.has(measure.name)).map(({ name }) => name),
    })),
  };
}

function toMeasure(measure: Measure): Omit<CatalogMeasure, 'formula' | 'computedFrom' | 'usedBy'> {
  const { name, title, definition, caveat, format, better, owner, source, synonyms } = measure;
  return {
    name,
    title,
    definition,
    caveat: caveat ?? null,
    format,
    better,
    owner: owner ?? null,
    source: source ?? null,
    synonyms: allSynonyms(synonyms),
  };
}
