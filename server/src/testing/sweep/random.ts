/** A seeded source of choices (mulberry32): the same seed makes the same choices. */
export class Random {
  #state: number;

  constructor(seed: number, turn = 0) {
    // Neighboring turns start far apart.
    this.#state = (seed ^ Math.imul(turn + 1, 0x9e37_79b1)) >>> 0;
  }

  /** In [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b_79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  /** True once in so many turns. */
  oneIn(count: number): boolean {
    return this.below(count) === 0;
  }

  pick<T>(options: readonly T[]): T {
    return options[this.below(options.length)]!;
  }
}
