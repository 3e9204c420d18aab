import type { ConfluenceFailure } from '@rise/contract';
import { HOST_REFUSED } from '@rise/engine';

/** Why Confluence could not be read; for people, and for the run's record. Nothing that Confluence sent is in it. */
export class ConfluenceError extends Error {
  override name = 'ConfluenceError';
  readonly code: ConfluenceFailure;
  constructor(code: ConfluenceFailure) {
    super(`Confluence could not be read (${code})`);
    this.code = code;
  }
}

/** One answer is beyond what is read. */
export class AnswerTooLarge extends ConfluenceError {
  constructor() {
    super('protocol');
  }
}

/** By the code of a connection's failure. */
export function failureOfConnection(code: string): ConfluenceFailure {
  if (code === HOST_REFUSED) return 'address';
  if (code === 'DEADLINE') return 'timeout';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'name';
  return /CERT|SIGNATURE|ALTNAME|ISSUER/.test(code) ? 'certificate' : 'connection';
}

/** By the status of an answer that is no success. A redirect leads to a page for people, such as a sign-in. */
export function failureOfStatus(status: number): ConfluenceFailure {
  if (status === 401) return 'token';
  if (status === 403) return 'rights';
  if (status === 429) return 'busy';
  return status >= 500 ? 'server' : 'protocol';
}

/** Attempts of one request, the first included. */
export const ATTEMPTS = 5;
const LONGEST_WAIT_MS = 5 * 60_000;

/**
 * Until the next attempt, in milliseconds; null where there is none. `retryAfter`: the header, in seconds or as a date.
 * `attempt` counts from 1.
 */
export function waitBefore(
  status: number | null,
  retryAfter: string | null,
  attempt: number,
  now: Date,
): number | null {
  const isTransient = status === null || status === 429 || status >= 500;
  if (!isTransient || attempt >= ATTEMPTS) return null;
  const seconds = retryAfter === null ? Number.NaN : Number(retryAfter);
  const named = Number.isNaN(seconds) && retryAfter !== null ? Date.parse(retryAfter) - now.getTime() : seconds * 1000;
  if (named > LONGEST_WAIT_MS) return null;
  return Number.isNaN(named) ? 1000 * 2 ** (attempt - 1) : Math.max(0, named);
}
