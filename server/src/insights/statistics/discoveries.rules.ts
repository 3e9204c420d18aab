/** A hypothesis with the probability of what was seen, if nothing happened. */
export interface Tested {
  readonly p: number;
}

/** Hypotheses that are found together or not at all, such as one measure by all members of a dimension. */
export interface Family<T extends Tested> {
  readonly members: readonly T[];
}

/** How many of these ascending probabilities are discoveries at a rate (Benjamini–Hochberg). */
function discovered(ascending: readonly number[], rate: number): number {
  for (let place = ascending.length; place > 0; place--)
    if (ascending[place - 1]! <= (rate * place) / ascending.length) return place;
  return 0;
}

/** The members that are discoveries, the least probable first. */
function discoveriesIn<T extends Tested>(members: readonly T[], rate: number): T[] {
  const ordered = members.toSorted((a, b) => a.p - b.p);
  return ordered.slice(
    0,
    discovered(
      ordered.map(({ p }) => p),
      rate,
    ),
  );
}

/** Probability that a family has such members, if nothing happened in it (Simes). */
function ofFamily(members: readonly Tested[]): number {
  const ordered = Float64Array.from(members, ({ p }) => p).toSorted();
  return ordered.reduce((least, p, index) => Math.min(least, (p * ordered.length) / (index + 1)), 1);
}

/**
 * What is found at a rate of false discoveries: first the families, among all of them, then the members of those found,
 * at a rate that is as much smaller as fewer of them were found (Benjamini and Bogomolov 2014). Other work has its `turn`
 * between families.
 */
export async function findDiscoveries<T extends Tested>(
  families: readonly Family<T>[],
  rate: number,
  turn: () => Promise<void>,
): Promise<T[]> {
  const tested: (Family<T> & Tested)[] = [];
  for (const { members } of families) {
    if (members.length > 0) tested.push({ members, p: ofFamily(members) });
    await turn();
  }
  const found = discoveriesIn(tested, rate);
  const discoveries: T[] = [];
  for (const { members } of found) {
    discoveries.push(...discoveriesIn(members, (rate * found.length) / tested.length));
    await turn();
  }
  return discoveries;
}
