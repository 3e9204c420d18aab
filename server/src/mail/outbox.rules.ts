import { oneLine } from './mail-document.ts';

const FIRST_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 6 * 3_600_000;
/** About three days. */
const MOST_ATTEMPTS = 20;

/** Delay after a failed attempt, doubling each time; null when the mail is to be given up. */
export function waitAfter(attempts: number): number | null {
  return attempts >= MOST_ATTEMPTS ? null : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempts - 1));
}

/** A permanent rejection: the server does not know this recipient, or does not accept this text. */
export function isRefusedForGood(error: unknown): boolean {
  const { responseCode, command } = error as { responseCode?: number; command?: string };
  return responseCode !== undefined && responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA');
}

/** The error in one short line. */
export function reasonOf(error: unknown): string {
  return oneLine((error as Error).message || String((error as { code?: string }).code)).slice(0, 300);
}
