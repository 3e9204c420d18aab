/** What was opened, to be closed in the opposite order. */
export class Closing {
  readonly #steps: (() => Promise<void>)[] = [];

  add(close: () => Promise<void>): void {
    this.#steps.push(close);
  }

  /** Closes everything, also where a step fails; answers the errors. Once only: a second call has nothing left to do. */
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
