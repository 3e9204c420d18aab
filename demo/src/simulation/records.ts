/** Anything with an id. */
interface Identified {
  readonly id: string;
}

export function byIdIn<T extends Identified>(records: readonly T[], id: string): T | null {
  return records.find((record) => record.id === id) ?? null;
}

/** Removes a record from its list and returns it; null if there is none. */
export function removeById<T extends Identified>(records: T[], id: string): T | null {
  const index = records.findIndex((record) => record.id === id);
  return index < 0 ? null : records.splice(index, 1)[0]!;
}

/** One issue for each duplicate id. */
export function duplicates(kind: string, records: readonly Identified[]): string[] {
  const seen = new Set<string>();
  return records.flatMap(({ id }) => (seen.size < seen.add(id).size ? [] : [`two ${kind}s are called ${id}`]));
}

/** One issue for each id that refers to a missing record. */
export function danglingReferences(
  what: string,
  named: readonly (string | null)[],
  records: readonly Identified[],
): string[] {
  const known = new Set(records.map(({ id }) => id));
  return named.flatMap((id) => (id === null || known.has(id) ? [] : [`${what} names ${id}, which is not there`]));
}

/** Error details for each id of a request that refers to a missing record. */
export function unknownIds(field: string, named: readonly string[] | undefined, records: readonly Identified[]) {
  const known = new Set(records.map(({ id }) => id));
  return (named ?? []).flatMap((id, index) =>
    known.has(id) ? [] : [{ field: `${field}.${index}`, message: `Nothing is called ${id}` }],
  );
}

/** Sorts records by a text with the collation of a language. */
export function byTitle<T>(records: readonly T[], title: (record: T) => string, language: string): T[] {
  const { compare } = new Intl.Collator(language);
  return records.toSorted((one, other) => compare(title(one), title(other)));
}
