/** What the groups do alike to their lists of records. */
interface Identified {
  readonly id: string;
}

export function byIdIn<T extends Identified>(records: readonly T[], id: string): T | null {
  return records.find((record) => record.id === id) ?? null;
}

/** Takes a record out of its list; null where there is none. */
export function take<T extends Identified>(records: T[], id: string): T | null {
  const place = records.findIndex((record) => record.id === id);
  return place < 0 ? null : records.splice(place, 1)[0]!;
}

/** A line for each id that stands for more than one record. */
export function duplicates(kind: string, records: readonly Identified[]): string[] {
  const seen = new Set<string>();
  return records.flatMap(({ id }) => (seen.size < seen.add(id).size ? [] : [`two ${kind}s are called ${id}`]));
}

/** A line for each id that a record names and that nothing bears. */
export function dangling(what: string, named: readonly (string | null)[], records: readonly Identified[]): string[] {
  const known = new Set(records.map(({ id }) => id));
  return named.flatMap((id) => (id === null || known.has(id) ? [] : [`${what} names ${id}, which is not there`]));
}

/** Details of a refusal: each id of a request that names nothing. */
export function unknownIds(field: string, named: readonly string[] | undefined, records: readonly Identified[]) {
  const known = new Set(records.map(({ id }) => id));
  return (named ?? []).flatMap((id, place) =>
    known.has(id) ? [] : [{ field: `${field}.${place}`, message: `Nothing is called ${id}` }],
  );
}

/** The records by a text of theirs, as a language orders its letters. */
export function byTitle<T>(records: readonly T[], title: (record: T) => string, language: string): T[] {
  const { compare } = new Intl.Collator(language);
  return records.toSorted((one, other) => compare(title(one), title(other)));
}
