function distance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      row.push(Math.min(previous[j]! + 1, row[j - 1]! + 1, previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    }
    previous = row;
  }
  return previous[b.length]!;
}

/** The known name most similar to a misspelled one, or null if none is similar. */
export function nearestName(name: string, known: Iterable<string>): string | null {
  let best: string | null = null;
  let least = Math.max(2, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    const within = candidate.includes(name) || name.includes(candidate);
    // The edit distance is at least the difference in length.
    if (!within && Math.abs(candidate.length - name.length) >= least) continue;
    const steps = within ? 1 : distance(name, candidate);
    if (steps < least) {
      least = steps;
      best = candidate;
    }
  }
  return best;
}

/** ` Did you mean 'x'?` for the known name most similar to a misspelled one, or '' if none is similar. */
export function suggestName(name: string, known: Iterable<string>): string {
  const best = nearestName(name, known);
  return best === null ? '' : ` Did you mean '${best}'?`;
}
