/**
 * Why the program stops, for its operator: each line says what is wrong and what to do about it. Printed without a
 * stack, so it is only thrown where the cause is known to be outside the code.
 */
export class OperatorError extends Error {
  override name = 'OperatorError';
  readonly lines: readonly string[];
  constructor(lines: string | readonly string[], options?: { cause?: unknown }) {
    const all = typeof lines === 'string' ? [lines] : lines;
    super(all.join('\n'), options);
    this.lines = all;
  }
}
