import { MAX_DELIVERY_ATTEMPTS, type DeliveryReason } from '@rise/contract';
import { HOST_REFUSED } from '@rise/engine';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Between the attempts of a delivery: about a day in all. */
export const WAITS_MS: readonly number[] = [
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
];

/** What became of an attempt. */
export interface Attempt {
  /** Null: the receiver has it. */
  readonly reason: DeliveryReason | null;
  readonly responseStatus: number | null;
  /** The receiver wants no more. */
  readonly isGone: boolean;
}

/** An attempt that got an answer, by its HTTP status. */
export function answered(status: number): Attempt {
  const isRedirect = status >= 300 && status < 400;
  const reason = status >= 200 && status < 300 ? null : isRedirect ? 'redirect' : 'status';
  return { reason, responseStatus: status, isGone: status === 410 };
}

/** An attempt without an answer, by the code of its failure. */
export function unanswered(code: string): Attempt {
  return { reason: reasonOf(code), responseStatus: null, isGone: false };
}

function reasonOf(code: string): DeliveryReason {
  if (code === HOST_REFUSED) return 'address';
  if (code === 'DEADLINE') return 'timeout';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'name';
  return /CERT|SIGNATURE|ALTNAME|ISSUER/.test(code) ? 'certificate' : 'connection';
}

/** Until the next attempt; null gives the delivery up. A test is sent once: someone looks at it. */
export function waitAfter(
  attempts: number,
  kind: 'test' | 'alert' | 'subscription',
  waitsMs: readonly number[],
): number | null {
  return kind === 'test' || attempts >= MAX_DELIVERY_ATTEMPTS ? null : (waitsMs[attempts - 1] ?? null);
}
