/**
 * The results in a test runner's report: how many tests passed, and a line for each that did not. A skipped test is a
 * failure here, and so is a file that failed to load.
 * @typedef {{ passed: number, failed: string[] }} Result
 * @typedef {{ fullName: string, status: string }} UnitTest
 * @typedef {{ name: string, status: string, message: string, assertionResults: UnitTest[] }} UnitTestFile
 * @typedef {{ type?: string, stack?: string, message: string, cause?: string, file?: string, test?: string }}
 *   UnhandledError `test`: the last one that began
 * @typedef {{ file: string, title: string, tests: { status: string }[] }} Spec
 * @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite
 */

/**
 * @param {{ numPassedTests: number, testResults: UnitTestFile[], unhandledErrors: UnhandledError[] }} report Vitest's
 *   JSON report, with the errors outside tests
 * @param {(file: string) => string} nameOf
 * @returns {Result}
 */
export function unitTestsIn(report, nameOf) {
  const failed = report.testResults.flatMap((file) => {
    const tests = file.assertionResults
      .filter(({ status }) => status !== 'passed')
      .map(({ fullName, status }) => `${nameOf(file.name)}: ${fullName}${status === 'failed' ? '' : ` (${status})`}`);
    const explained = file.status !== 'failed' || file.assertionResults.some(({ status }) => status === 'failed');
    return explained ? tests : [...tests, `${nameOf(file.name)}: ${failureOf(file)}`];
  });
  const unhandled = report.unhandledErrors.map((error) => describeUnhandled(error, nameOf));
  return { passed: report.numPassedTests, failed: [...failed, ...unhandled] };
}

/**
 * An error outside all tests, with the whole stack: such an error is rare, and the summary the only trace of it.
 * @param {UnhandledError} error
 * @param {(file: string) => string} nameOf
 */
function describeUnhandled({ type = 'Unhandled Error', stack, message, cause, file, test }, nameOf) {
  const where = file === undefined ? 'outside all files' : `in ${nameOf(file)}`;
  const after = test === undefined ? '' : `, last test '${test}'`;
  const what = stack?.includes(message) ? stack : [message, stack].filter(Boolean).join('\n');
  return `${type} ${where}${after}: ${what}${cause === undefined ? '' : `\n    cause: ${cause}`}`;
}

/**
 * Why a file failed none of whose tests did: its hooks, or its imports.
 * @param {UnitTestFile} file
 */
function failureOf({ assertionResults, message }) {
  const reason = message.split('\n')[0];
  return assertionResults.length === 0 ? `could not be loaded: ${reason}` : `failed outside its tests: ${reason}`;
}

/**
 * @param {{ suites: Suite[], errors: { message?: string }[] }} report Playwright's JSON report
 * @returns {Result}
 */
export function journeysIn(report) {
  /** @type {(suite: Suite) => Spec[]} */
  const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
  const specs = report.suites.flatMap(specsOf);
  /** @type {(spec: Spec) => string | undefined} */
  const outcome = ({ tests }) => tests.map(({ status }) => status).find((status) => status !== 'expected');
  const failed = specs
    .filter(outcome)
    .map((spec) => `${spec.file}: ${spec.title}${outcome(spec) === 'unexpected' ? '' : ` (${outcome(spec)})`}`);
  const broken = report.errors.map(({ message }) => `journeys: ${String(message).split('\n')[0]}`);
  return { passed: specs.length - failed.length, failed: [...failed, ...broken] };
}
