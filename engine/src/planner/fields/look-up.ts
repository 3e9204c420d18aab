import type { ErrorDetail, Measure } from '@rise/contract';
import { QueryError } from '../../errors.ts';
import type { CompiledDataset, CompiledFact, CompiledModel } from '../../model/compiled-model.ts';
import { suggestName } from '../../expression/suggest-name.ts';

/** Throws `QueryError` with the nearest name if there is no such dataset. */
export function findDataset(model: CompiledModel, name: string): CompiledDataset {
  const from = model.datasets.get(name);
  if (from) return from;
  const message = `There is no dataset '${name}'.${suggestName(name, model.datasets.keys())}`;
  throw new QueryError([{ field: 'dataset', message }]);
}

/** The only fact of a dataset. Throws `QueryError` with `remedy` if it combines several. */
export function onlyFactOf({ facts, dataset: { name } }: CompiledDataset, remedy: string): CompiledFact {
  const [fact, ...others] = facts;
  if (others.length === 0) return fact!;
  const names = facts.map(({ dataset }) => `'${dataset.name}'`).join(', ');
  throw new QueryError([{ field: 'dataset', message: `'${name}' combines several facts, ${remedy}: ${names}.` }]);
}

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
