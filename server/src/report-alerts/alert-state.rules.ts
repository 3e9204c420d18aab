import type { AlertStatus, QuietHours } from '@rise/contract';
import { quietUntil } from './quiet-hours.rules.ts';

/** What an alert said last, and what its owner knows. */
export interface AlertState {
  readonly status: AlertStatus;
  readonly isFiring: boolean;
  readonly notified: AlertStatus;
  /** When a notice is due that has not been sent. */
  readonly noticeAt: Date | null;
}

interface Hours {
  readonly quiet: QuietHours | null;
  readonly zone: string;
  readonly now: Date;
}

/** To their owner, one that was never judged and one that is normal are alike. */
const isSame = (left: AlertStatus, right: AlertStatus): boolean => left === right || (isCalm(left) && isCalm(right));
const isCalm = (status: AlertStatus): boolean => status === 'new' || status === 'ok';

/**
 * The state after a check. Only a status that differs from the one that the owner knows is worth a notice, at the end of
 * quiet hours: what came and went within them is none. Who may not open the report gets none. `hasMemberChanges`: members of
 * it have a status that the owner does not know, which is worth a notice, too.
 */
export function nextState(
  before: AlertState,
  status: AlertStatus,
  hours: Hours,
  hasMemberChanges = false,
): AlertState & { isChange: boolean } {
  const isFiring = status === 'firing' || (status !== 'ok' && before.isFiring);
  const known = isSame(status, before.notified);
  return {
    status,
    isFiring,
    isChange: status !== before.status || hasMemberChanges,
    notified: known ? status : before.notified,
    noticeAt: (known && !hasMemberChanges) || status === 'no-access' ? null : (before.noticeAt ?? noticeTime(hours)),
  };
}

/** Now, or when the quiet hours end. */
export const noticeTime = ({ quiet, zone, now }: Hours): Date => (quiet && quietUntil(quiet, zone, now)) ?? now;
