import { parameterValues, tilesOf, type Report, type ReportDocument } from '@rise/contract';
import {
  bindReport,
  figureFormatOf,
  measuresBehind,
  QueryError,
  reportedIn,
  withCustomMeasures,
  type CompiledDataset,
} from '@rise/engine';
import type { Warehouse } from '../warehouse/warehouse.service.ts';
import { type Fields } from './choices.ts';
import { levelsOf } from './levels.rules.ts';
import { datasetOf as datasetOfTile, fieldNamesOf, fieldsByDataset } from './report-fields.service.ts';
import { aggregateQuery } from './tile-queries.ts';

/**
 * The dataset of a report with the measures that the report defines. Without them where the model no longer fits: tiles
 * then say what is wrong.
 */
function datasetOf({ model, version }: Warehouse, document: ReportDocument): CompiledDataset | undefined {
  const { customMeasures } = bindReport(document, parameterValues(document));
  const query = aggregateQuery(document, { customMeasures });
  try {
    return withCustomMeasures(model, { tenant: '', reader: 'system' }, query, version.asOf).datasets.get(query.dataset);
  } catch (error) {
    if (error instanceof QueryError) return model.datasets.get(query.dataset);
    throw error;
  }
}

/** Looks up the fields of a dataset; the report's own has the measures that the report defines, too. */
export function fieldLookup(warehouse: Warehouse, document: ReportDocument): (dataset: string) => Fields {
  const own = datasetOf(warehouse, document);
  return (name) => {
    const dataset = name === document.dataset ? own : warehouse.model.datasets.get(name);
    return { dimension: (field) => dataset?.dimensions.get(field), measure: (field) => dataset?.measures.get(field) };
  };
}

const isAverage = ({ measures }: CompiledDataset, name: string): boolean =>
  measures.get(name)?.kind === 'average_balance';

/** The currency that the tenant reports in. */
export const currencyOf = ({ model, tenantSettings }: Warehouse): string =>
  reportedIn(model.model, tenantSettings.currency);

function describeDimensions(dataset: CompiledDataset | undefined, names: readonly string[]) {
  return names.flatMap((name) => {
    const dimension = dataset?.dimensions.get(name);
    if (!dimension) return [];
    const values = dimension.bands ?? dimension.values ?? null;
    return {
      name,
      title: dimension.title,
      description: dimension.description ?? null,
      values: values && values.map(({ value, title }) => ({ value, title })),
    };
  });
}

/** The levels that readers can open in a report's tiles. */
export const describeLevels = ({ model }: Warehouse, document: ReportDocument): Report['levels'] =>
  levelsOf(document, (name) => model.datasets.get(name));

/** Definitions of the fields of a report, so that its figures can be labeled. */
export function describeFields(warehouse: Warehouse, document: ReportDocument): Report['fields'] {
  const dataset = datasetOf(warehouse, document);
  const levels = describeLevels(warehouse, document);
  const below = (of: string) =>
    tilesOf(document)
      .filter((tile) => datasetOfTile(document, tile) === of)
      .flatMap((tile) => (levels[tile.id] ?? []).flatMap((path) => path.levels))
      .map((request) => (typeof request === 'string' ? request : request.field));
  const names = fieldNamesOf(document);
  const others = [...fieldsByDataset(document)].filter(([name]) => name !== document.dataset);
  return {
    dimensions: [
      ...describeDimensions(dataset, [...new Set([...names.dimensions, ...below(document.dataset)])]),
      ...others.flatMap(([name, { dimensions }]) =>
        describeDimensions(warehouse.model.datasets.get(name), [...new Set([...dimensions, ...below(name)])]).map(
          (one) => ({ ...one, dataset: name }),
        ),
      ),
    ],
    measures: names.measures.flatMap((name) => {
      const measure = dataset?.measures.get(name);
      if (!measure || !dataset) return [];
      const { title, label, definition, caveat, better, bands, classifies } = measure;
      return {
        name,
        title,
        label: label ?? null,
        definition,
        caveat: caveat ?? null,
        averages: measuresBehind(dataset, name).some((part) => isAverage(dataset, part)),
        better,
        format: figureFormatOf(dataset, measure, currencyOf(warehouse)),
        bands: bands ?? null,
        classifies: classifies ? { ...classifies, values: classifies.values.map(String) } : null,
      };
    }),
  };
}
