import type { Alert } from '@rise/contract';

/** A field of a dataset with unmapped codes. */
export interface UnmappedField {
  dataset: string;
  field: string;
  /** Name of the mapping, or of the dimension whose labels are in the model. */
  type: string;
  codes: readonly string[];
}

/** One alert for each type: a code in two datasets counts once. */
export function toAlerts(fields: readonly UnmappedField[]): Alert[] {
  const codes = new Map<string, Set<string>>();
  for (const { type, codes: fieldCodes } of fields) {
    const known = codes.get(type) ?? new Set();
    for (const code of fieldCodes) known.add(code);
    codes.set(type, known);
  }
  return [...codes]
    .filter(([, known]) => known.size > 0)
    .map(([configuratorType, known]) => ({ configuratorType, unmappedCount: known.size }));
}
