/* oxlint-disable no-console -- the browser's console is where the pages' own faults are told */

/** Something did not work, and somebody should find out why. */
export function logError(message: string, cause?: unknown): void {
  console.error(message, ...(cause === undefined ? [] : [cause]));
}

/** Something is not as it should be, and the page went on without it. */
export function logWarning(message: string, cause?: unknown): void {
  console.warn(message, ...(cause === undefined ? [] : [cause]));
}
