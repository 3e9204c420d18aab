/** Cleanup steps, run in reverse order. */
export class Closing {
  readonly #steps: (() => Promise<void>)[] = [];

  add(close: () => Promise<void>): void {
    this.#steps.push(close);
  }

  /** Runs all steps even where one fails; returns the errors. A second call does nothing. */
  async run(): Promise<unknown[]> {
    const errors: unknown[] = [];
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) {
      try {
        await step();
      } catch (error) {
        errors.push(error);
      }
    }
    return errors;
  }
}
