/**
 * Why the program will not go on, told to its operator: each line says what is wrong and what to do about it.
 * It is printed without a stack, so it is thrown only where the cause is known to lie outside the code.
 */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly lines: readonly string[];
  constructor(lines: string | readonly string[], options?: { cause?: unknown }) {
    const all = typeof lines === 'string' ? [lines] : lines;
    super(all.join('\n'), options);
    this.lines = all;
  }
}
