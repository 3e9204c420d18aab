import type { ErrorDetail, Measure } from '@rise/contract';
import type { CompiledDataset } from '../../model/compiled-model.ts';
import { suggestName } from '../../expression/suggest-name.ts';

/** Finds a measure, or reports the name with the nearest match. */
export function findMeasure(from: CompiledDataset, name: string, path: string, details: ErrorDetail[]): Measure | null {
  const measure = from.measures.get(name);
  if (measure) return measure;
  const known = from.dimensions.has(name)
    ? ` '${name}' is a dimension; list it under dimensions.`
    : suggestName(name, from.measures.keys());
  details.push({ field: path, message: `There is no measure '${name}' in '${from.dataset.name}'.${known}` });
  return null;
}

/** Reports duplicate names in a list. */
export function rejectDuplicates(names: readonly string[], path: string, details: ErrorDetail[]): void {
  for (const [index, name] of names.entries()) {
    if (names.indexOf(name) < index) {
      details.push({ field: `${path}.${index}`, message: `'${name}' is listed twice. Leave one out.` });
    }
  }
}
