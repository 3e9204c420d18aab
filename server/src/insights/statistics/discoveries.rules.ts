/** A hypothesis with the probability of what was seen, if nothing happened. */
export interface Tested {
  readonly p: number;
}

/** Hypotheses that are found together or not at all, such as one measure by all members of a dimension. */
export interface Family<T extends Tested> {
  readonly members: readonly T[];
  /** How many more were tested that are too probable to be found: each as much as `TOO_PROBABLE`, or more. */
  readonly others?: number;
}

/** Above each rate at which discoveries are looked for: a less probable one may be found, another one only counts. */
export const TOO_PROBABLE = 0.05;

export const testsOf = ({ members, others = 0 }: Family<Tested>): number => members.length + others;

/** How many of these ascending probabilities, the least of so many tested, are discoveries at a rate (Benjamini–Hochberg). */
function discovered(ascending: readonly number[], tests: number, rate: number): number {
  for (let place = ascending.length; place > 0; place--)
    if (ascending[place - 1]! <= (rate * place) / tests) return place;
  return 0;
}

/** The members that are discoveries, the least probable first. */
function discoveriesIn<T extends Tested>(family: Family<T>, rate: number): T[] {
  const ordered = family.members.toSorted((a, b) => a.p - b.p);
  const ascending = ordered.map(({ p }) => p);
  return ordered.slice(0, discovered(ascending, testsOf(family), rate));
}

/** Probability that a family has such members, if nothing happened in it (Simes); exact where it is below `TOO_PROBABLE`. */
function probabilityOf(family: Family<Tested>): number {
  const ordered = Float64Array.from(family.members, ({ p }) => p).toSorted();
  return ordered.reduce((least, p, index) => Math.min(least, (p * testsOf(family)) / (index + 1)), 1);
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
  for (const family of families) {
    if (testsOf(family) > 0) tested.push({ ...family, p: probabilityOf(family) });
    await turn();
  }
  const found = discoveriesIn({ members: tested }, rate);
  const discoveries: T[] = [];
  for (const family of found) {
    discoveries.push(...discoveriesIn(family, (rate * found.length) / tested.length));
    await turn();
  }
  return discoveries;
}
