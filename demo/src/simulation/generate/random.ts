/** A seeded random generator: the same seed gives the same sequence. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** An integer, both ends included. */
  int(least: number, most: number): number;
  pick<T>(list: readonly T[]): T;
  /** `count` distinct items, in the list's order. */
  sample<T>(list: readonly T[], count: number): T[];
  /** True with the given probability, in [0, 1]. */
  chance(share: number): boolean;
  /** Between −1 and 1, more often near 0. */
  swing(): number;
  uuid(): string;
}

/** Mulberry32, seeded with a hash of the text: https://gist.github.com/tommyettinger/46a874533244883189143505d203312c */
export function createRandom(seed: string): Random {
  let state = 2166136261;
  for (const letter of seed) state = Math.imul(state ^ letter.codePointAt(0)!, 16777619);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const int = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    int,
    pick: (list) => list[int(0, list.length - 1)]!,
    sample: (list, count) => {
      const left = list.map((_, index) => index);
      while (left.length > count) left.splice(int(0, left.length - 1), 1);
      return left.map((index) => list[index]!);
    },
    chance: (share) => next() < share,
    swing: () => next() + next() - 1,
    uuid: () => {
      const hex = Array.from({ length: 32 }, () => int(0, 15).toString(16)).join('');
      const variant = '89ab'[int(0, 3)];
      return [
        hex.slice(0, 8),
        hex.slice(8, 12),
        `4${hex.slice(13, 16)}`,
        `${variant}${hex.slice(17, 20)}`,
        hex.slice(20),
      ].join('-');
    },
  };
}
