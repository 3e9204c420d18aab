import { MISSING_HOURS, PROOF_DAYS, type DomainCheckResult, type DomainState } from '@rise/contract';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Waits before the first scheduled checks of a new domain; those after them are six hours apart. */
const FIRST_WAITS = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR];
const WAIT = 6 * HOUR;
/** So many scheduled checks in a row have to miss the record, beside the hours. */
const MISSES = 3;

export interface CheckState {
  readonly state: DomainState;
  readonly stateSince: Date;
  /** Scheduled checks since the proof was started. */
  readonly checks: number;
  /** Scheduled checks in a row that missed the record of a verified domain. */
  readonly misses: number;
  readonly missingSince: Date | null;
  /** Null once it has expired. */
  readonly nextCheckAt: Date | null;
}

const after = (moment: Date, ms: number): Date => new Date(moment.getTime() + ms);

/** Of a proof that starts now. */
export const started = (now: Date): CheckState => ({
  state: 'pending',
  stateSince: now,
  checks: 0,
  misses: 0,
  missingSince: null,
  nextCheckAt: after(now, FIRST_WAITS[0]!),
});

/** When a domain expires unless its record is found; null where nothing is missing. */
export const expiryOf = ({ state, stateSince }: Pick<CheckState, 'state' | 'stateSince'>): Date | null =>
  state === 'pending' || state === 'failing' ? after(stateSince, PROOF_DAYS * DAY) : null;

/**
 * What a check makes of a domain. One that a person asks for beside the schedule can prove a domain and mend a failing one, but
 * counts neither as a miss nor towards an end. DNS without an answer is no miss.
 */
export function afterCheck(
  before: CheckState,
  result: DomainCheckResult,
  { now, isScheduled }: { now: Date; isScheduled: boolean },
): CheckState {
  if (before.state === 'expired') return before;
  if (result === 'found')
    return {
      ...before,
      state: 'verified',
      stateSince: before.state === 'verified' ? before.stateSince : now,
      misses: 0,
      missingSince: null,
      nextCheckAt: after(now, DAY),
    };
  if (!isScheduled) return before;
  const isOver = (expiryOf(before)?.getTime() ?? Infinity) <= now.getTime();
  if (before.state === 'pending') return isOver ? expired(before, now) : pendingAfter(before, now);
  if (result === 'unknown') return { ...before, nextCheckAt: after(now, WAIT) };
  if (before.state === 'failing') return isOver ? expired(before, now) : { ...before, nextCheckAt: after(now, WAIT) };
  const misses = before.misses + 1;
  const missingSince = before.missingSince ?? now;
  const isFailing = misses >= MISSES && now.getTime() - missingSince.getTime() >= MISSING_HOURS * HOUR;
  return isFailing
    ? { ...before, state: 'failing', stateSince: now, misses, missingSince, nextCheckAt: after(now, WAIT) }
    : { ...before, misses, missingSince, nextCheckAt: after(now, DAY) };
}

const expired = (before: CheckState, now: Date): CheckState => ({
  ...before,
  state: 'expired',
  stateSince: now,
  nextCheckAt: null,
});

/** The last check is at its end, and not hours later. */
function pendingAfter(before: CheckState, now: Date): CheckState {
  const checks = before.checks + 1;
  const next = after(now, FIRST_WAITS[checks] ?? WAIT);
  const end = expiryOf(before)!;
  return { ...before, checks, nextCheckAt: next < end ? next : end };
}
