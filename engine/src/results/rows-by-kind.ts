/** Row indexes by kind; `kinds` has the kind of every row. */
export function rowsByKind(kinds: readonly number[]): Map<number, number[]> {
  const places = new Map<number, number[]>();
  for (const [row, kind] of kinds.entries()) {
    const known = places.get(kind);
    if (known) known.push(row);
    else places.set(kind, [row]);
  }
  return places;
}
