/** Numbers of the generated cases of a test: all of them in CI (RISE_SWEEP=full), otherwise a tenth of them. */
export function randomCases(count: number): number[] {
  const cases = Array.from({ length: count }, (_, index) => index);
  return process.env['RISE_SWEEP'] === 'full' ? cases : cases.slice(0, Math.ceil(count / 10));
}
