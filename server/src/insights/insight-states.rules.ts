import type { Insight, InsightChange, InsightContent } from '@rise/contract';
import type { StateRow } from './insights.sql.ts';

const DAY_MS = 86_400_000;

/** An anomaly is of one period: another one is news. Other findings hold until they end. */
export const occasionOf = ({ kind, period }: InsightContent): string | null => (kind === 'anomaly' ? period : null);

/** A finding that nothing was done with. */
export const newState = (accountId: string, key: string): StateRow => ({
  accountId,
  key,
  status: 'open',
  snoozedUntil: null,
  reason: null,
  occasion: null,
  followedAt: null,
  signature: null,
  followed: null,
  known: null,
  isFound: true,
});

const OPEN = { status: 'open', snoozedUntil: null, reason: null, occasion: null } as const;

/** What a change makes of a finding's state. */
export function changed(
  state: StateRow,
  change: InsightChange,
  { content, signature, now }: { content: InsightContent; signature: string; now: Date },
): StateRow {
  switch (change.action) {
    case 'snooze':
      return {
        ...state,
        ...OPEN,
        status: 'snoozed',
        snoozedUntil: new Date(now.getTime() + change.days * DAY_MS),
        occasion: occasionOf(content),
      };
    case 'dismiss':
      return { ...state, ...OPEN, status: 'dismissed', reason: change.reason, occasion: occasionOf(content) };
    case 'reopen':
      return { ...state, ...OPEN };
    case 'follow':
      return { ...state, followedAt: now, signature, followed: content.sentence, known: content, isFound: true };
    case 'unfollow':
      return { ...state, followedAt: null, signature: null, followed: null, known: null };
  }
}

/** A finding with what a person did with it; what is over no longer hides it. */
export function withState(content: InsightContent, state: StateRow | undefined, now: Date, isFound = true): Insight {
  const isOver =
    !state ||
    (state.status === 'snoozed' && state.snoozedUntil !== null && state.snoozedUntil <= now) ||
    (state.occasion !== null && state.occasion !== content.period);
  const { followedAt, followed } = state ?? { followedAt: null, followed: null };
  return {
    ...content,
    isFound,
    state: {
      status: isOver ? 'open' : state.status,
      until: isOver ? null : (state.snoozedUntil?.toISOString() ?? null),
      reason: isOver ? null : state.reason,
      followed: followedAt && followed ? { since: followedAt.toISOString(), sentence: followed } : null,
    },
  };
}

/** Whether a followed finding says something else than what was known of it. */
export const isNews = ({ known, isFound }: StateRow, now: InsightContent | undefined): boolean =>
  (now !== undefined) !== isFound || (now !== undefined && now.sentence.en !== known?.sentence.en);
