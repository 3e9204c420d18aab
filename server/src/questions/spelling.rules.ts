/** Letters that may differ: none in short words, one from four letters, two from eight. */
export const allowedMistakes = (length: number): number => (length < 4 ? 0 : length < 8 ? 1 : 2);

/**
 * The number of letters that differ between two words, two exchanged neighbors counting once (restricted
 * Damerau–Levenshtein); `most + 1` where they are more.
 */
export function distance(a: string, b: string, most: number): number {
  if (a === b) return 0;
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let value = Math.min(previous[column]! + 1, current[column - 1]! + 1, previous[column - 1]! + (same ? 0 : 1));
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (isSwap) value = Math.min(value, before[column - 2]! + 1);
      current.push(value);
      least = Math.min(least, value);
    }
    if (least > most) return most + 1;
    before = previous;
    previous = current;
  }
  return previous[b.length]!;
}
