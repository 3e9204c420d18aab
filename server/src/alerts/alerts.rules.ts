import type { Alert } from '@rise/contract';

/** Codes of one dataset's dimension that the model does not label. */
export interface Unlabelled {
  dataset: string;
  dimension: string;
  codes: readonly string[];
}

/** One alert for each dimension name: the same codes in two datasets are to be configured once. */
export function alertsOf(found: readonly Unlabelled[]): Alert[] {
  const codes = new Map<string, Set<string>>();
  for (const { dimension, codes: these } of found) {
    const known = codes.get(dimension) ?? new Set();
    for (const code of these) known.add(code);
    codes.set(dimension, known);
  }
  return [...codes]
    .filter(([, known]) => known.size > 0)
    .map(([configuratorType, known]) => ({ configuratorType, unmappedCount: known.size }));
}
