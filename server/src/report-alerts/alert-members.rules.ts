import {
  judge,
  MAX_ALERT_MEMBERS,
  membersOf,
  type AlertCondition,
  type AlertStatus,
  type FigureCourse,
  type LocalizedText,
  type MemberFinding,
  type MemberStatus,
  type MemberSummary,
} from '@rise/contract';

/** Members that notices, mails and panels name. */
const SHOWN_MEMBERS = 20;

/** What is stored of each member of an alert on any member. */
export interface MemberState {
  readonly key: string;
  readonly label: LocalizedText;
  readonly status: MemberStatus;
  /** Whether it fired when it was last judged. */
  readonly isFiring: boolean;
  readonly value: number | null;
  readonly reference: number | null;
  readonly dataVersion: number;
  /** The value in the data version before. */
  readonly former: number | null;
  /** The status that the owner knows; `new` for one that they have not heard of. */
  readonly notified: MemberStatus;
}

export interface JudgedMembers {
  readonly status: Extract<AlertStatus, 'ok' | 'firing' | 'no-data'>;
  readonly states: readonly MemberState[];
}

/**
 * Judges each member of a course by itself, with what is known of it. Those that a data version no longer has are gone, and
 * start again when they are back. The first judgment reports no member as new.
 */
export function judgeMembers(
  condition: AlertCondition,
  course: FigureCourse,
  before: readonly MemberState[],
): JudgedMembers {
  const known = new Map(before.map((state) => [state.key, state]));
  const { dataVersion } = course;
  let judgedCount = 0;
  const present = membersOf(course).filter(({ isPresent }) => isPresent);
  const states = present.map(({ key, label, closed }): MemberState => {
    const state = known.get(key);
    const former = !state ? null : state.dataVersion < dataVersion ? (state.value ?? state.former) : state.former;
    const judgment = judge(condition, closed, { isFiring: state?.isFiring ?? false, formerVersion: former });
    const { value, reference } = judgment;
    if (judgment.status !== 'no-data') judgedCount += 1;
    // With too few periods it is not without a value.
    const status = judgment.status === 'no-data' && value !== null ? 'ok' : judgment.status;
    const isFiring = status === 'firing' || (judgment.status === 'no-data' && (state?.isFiring ?? false));
    const notified = state?.notified ?? (before.length === 0 ? 'ok' : 'new');
    return { key, label, status, isFiring, value, reference, dataVersion, former, notified };
  });
  const status = states.some((one) => one.status === 'firing') ? 'firing' : judgedCount > 0 ? 'ok' : 'no-data';
  return { status, states: [...states, ...gone(before, states)] };
}

/** One that came and went before anybody heard of it never was. */
function gone(before: readonly MemberState[], present: readonly MemberState[]): MemberState[] {
  const keys = new Set(present.map(({ key }) => key));
  return before
    .filter(({ key, notified }) => !keys.has(key) && notified !== 'new')
    .map((state) => ({
      ...state,
      status: 'gone' as const,
      isFiring: false,
      value: null,
      reference: null,
      former: null,
    }))
    .slice(0, MAX_ALERT_MEMBERS);
}

/** With what the owner knows by now of the members that were known at the beginning of the check. */
export function withKnown(states: readonly MemberState[], now: readonly MemberState[]): MemberState[] {
  const notified = new Map(now.map((state) => [state.key, state.notified]));
  return states.map((state) => ({ ...state, notified: notified.get(state.key) ?? state.notified }));
}

/** Those whose status the owner does not know. */
export const changesOf = (states: readonly MemberState[]): MemberState[] =>
  states.filter(({ status, notified }) => status !== notified);

/** What the owner knows once they have been notified. */
export const asNotified = (states: readonly MemberState[]): MemberState[] =>
  states.map((state) => ({ ...state, notified: state.status }));

/** Of members that are not normal. */
export const currentSummary = (states: readonly MemberState[]): MemberSummary =>
  summary(
    states,
    states.filter(({ status }) => status !== 'ok'),
  );

/** Of what has changed; of those that fire where nothing has, such as after a check that failed. */
export function changeSummary(states: readonly MemberState[]): MemberSummary {
  const changes = changesOf(states).map((state): MemberState => {
    const isNew = state.status === 'ok' && (state.notified === 'new' || state.notified === 'gone');
    return isNew ? { ...state, status: 'new' } : state;
  });
  return summary(states, changes.length > 0 ? changes : states.filter(({ status }) => status === 'firing'));
}

const ORDER: readonly MemberStatus[] = ['firing', 'ok', 'no-data', 'gone', 'new'];

function summary(states: readonly MemberState[], findings: readonly MemberState[]): MemberSummary {
  const sorted = findings.toSorted((left, right) => ORDER.indexOf(left.status) - ORDER.indexOf(right.status));
  return {
    total: states.filter(({ status }) => status !== 'gone').length,
    firing: states.filter(({ status }) => status === 'firing').length,
    findings: sorted
      .slice(0, SHOWN_MEMBERS)
      .map(({ label, status, value, reference }): MemberFinding => ({ label, status, value, reference })),
    more: Math.max(0, findings.length - SHOWN_MEMBERS),
  };
}
