/** The places of each kind's rows, where `kinds` are those of all rows. */
export function placesByKind(kinds: readonly number[]): Map<number, number[]> {
  const places = new Map<number, number[]>();
  for (const [row, kind] of kinds.entries()) {
    const known = places.get(kind);
    if (known) known.push(row);
    else places.set(kind, [row]);
  }
  return places;
}
