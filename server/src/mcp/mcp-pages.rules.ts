/** Entries of a page, and rows of figures in one answer: a client's context is small. */
export const PAGE_SIZE = 25;
export const MOST_ROWS = 200;

/** One page of a list, with how many entries there are and whether some follow. */
export function pageOf<T>(name: string, all: readonly T[], page: number): Record<string, unknown> {
  const from = (page - 1) * PAGE_SIZE;
  return {
    [name]: all.slice(from, from + PAGE_SIZE),
    page,
    total: all.length,
    truncated: all.length > from + PAGE_SIZE,
  };
}

/** The rows that one answer still has room for. */
export class RowBudget {
  #left: number;
  #isExceeded = false;

  constructor(most: number = MOST_ROWS) {
    this.#left = Math.min(most, MOST_ROWS);
  }

  /** Whether rows were left out. */
  get isExceeded(): boolean {
    return this.#isExceeded;
  }

  take<T>(rows: readonly T[]): T[] {
    const taken = rows.slice(0, this.#left);
    this.#left -= taken.length;
    this.#isExceeded ||= taken.length < rows.length;
    return taken;
  }
}
