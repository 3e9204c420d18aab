/* oxlint-disable no-console -- the console is the log of the browser */

/** Logs a failure that needs investigation. */
export function logError(message: string, cause?: unknown): void {
  console.error(message, ...(cause === undefined ? [] : [cause]));
}

/** Logs a problem that the page could handle. */
export function logWarning(message: string, cause?: unknown): void {
  console.warn(message, ...(cause === undefined ? [] : [cause]));
}
