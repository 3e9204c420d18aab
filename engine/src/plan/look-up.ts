import type { ErrorDetail, Measure } from '@rise/contract';
import type { CompiledDataset } from '../model/compile-model.ts';
import { suggestName } from '../model/suggest-name.ts';

/** Looks a measure up, or says what is nearest to it. */
export function findMeasure(from: CompiledDataset, name: string, path: string, details: ErrorDetail[]): Measure | null {
  const measure = from.measures.get(name);
  if (measure) return measure;
  const known = from.dimensions.has(name)
    ? ` '${name}' is a dimension; list it under dimensions.`
    : suggestName(name, from.measures.keys());
  details.push({ field: path, message: `There is no measure '${name}' in '${from.dataset.name}'.${known}` });
  return null;
}

/** Names that a list has more than once are said once too often. */
export function refuseTwice(names: readonly string[], path: string, details: ErrorDetail[]): void {
  for (const [index, name] of names.entries()) {
    if (names.indexOf(name) < index) {
      details.push({ field: `${path}.${index}`, message: `'${name}' is listed twice. Leave one out.` });
    }
  }
}
