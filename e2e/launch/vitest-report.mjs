import { JsonReporter } from 'vitest/node';

/** Vitest's JSON report, with what went wrong outside all tests: it ends a run with 1, and is no test's failure. */
export default class ReportWithErrors extends JsonReporter {
  /** @type {import('vitest').SerializedError[]} */
  #errors = [];

  async onTestRunEnd(testModules, unhandledErrors, reason) {
    this.#errors = unhandledErrors;
    await super.onTestRunEnd(testModules, unhandledErrors, reason);
  }

  async writeReport(report) {
    const unhandledErrors = this.#errors.map(({ type, stack, message, cause, ...at }) => ({
      type,
      stack,
      message,
      cause: cause?.message,
      file: at.VITEST_TEST_PATH,
      test: at.VITEST_TEST_NAME,
    }));
    await super.writeReport(JSON.stringify({ ...JSON.parse(report), unhandledErrors }));
  }
}
