import type { Alert } from '@rise/contract';

/** Codes without a meaning that one field of a dataset is computed of. */
export interface Unlabelled {
  dataset: string;
  field: string;
  /** What is to be configured. */
  type: string;
  codes: readonly string[];
}

/** One alert for each type: the same codes in two datasets are to be configured once. */
export function alertsOf(found: readonly Unlabelled[]): Alert[] {
  const codes = new Map<string, Set<string>>();
  for (const { type, codes: these } of found) {
    const known = codes.get(type) ?? new Set();
    for (const code of these) known.add(code);
    codes.set(type, known);
  }
  return [...codes]
    .filter(([, known]) => known.size > 0)
    .map(([configuratorType, known]) => ({ configuratorType, unmappedCount: known.size }));
}
