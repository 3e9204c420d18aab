import type { Cell } from '@rise/contract';

// Funnels computed event by event in plain JavaScript.

/** A row; the time in microseconds, or in days. */
export interface FunnelEvent {
  key: string | number | null;
  time: number;
  member: Cell;
  /** Which steps it is. */
  steps: readonly boolean[];
  /** Whether the filter lets a funnel start with it. */
  starts: boolean;
}

export interface FunnelRules {
  steps: number;
  /** In the unit of the times. */
  within: number | null;
  sameTime: boolean;
  /** Units of time in a day. */
  unitsOfADay: number;
}

interface Attempt {
  member: Cell;
  times: number[];
}

/** Whether any rows at all, each after the one before, are the steps from `step` on up to `last`. */
function canReach(events: readonly FunnelEvent[], from: number, step: number, last: number, rules: FunnelRules) {
  const walk = (time: number, next: number): boolean =>
    next > last ||
    events.some(
      (event) =>
        event.steps[next] &&
        (rules.sameTime ? event.time >= time : event.time > time) &&
        (rules.within === null || event.time - from <= rules.within) &&
        walk(event.time, next + 1),
    );
  return walk(from, step);
}

/** The best attempt of a key: each row of the first step, followed by the next row of each step. */
function bestAttempt(events: readonly FunnelEvent[], rules: FunnelRules): Attempt | null {
  const attempts = events
    .filter(({ steps, starts }) => steps[0] && starts)
    .map(({ time: start, member }): Attempt => {
      const times = [start];
      for (let step = 1; step < rules.steps; step += 1) {
        const later = events
          .filter(
            (event) => event.steps[step] && (rules.sameTime ? event.time >= times.at(-1)! : event.time > times.at(-1)!),
          ) // prettier-ignore
          .map(({ time }) => time);
        const next = Math.min(...later);
        if (later.length === 0 || (rules.within !== null && next - start > rules.within)) break;
        times.push(next);
      }
      // No choice of other rows leads further than the next ones.
      if (times.length < rules.steps && canReach(events, start, 1, times.length, rules))
        throw new Error('The next row of each step does not lead furthest');
      return { member, times };
    });
  const [first] = attempts.toSorted(
    (one, other) => other.times.length - one.times.length || one.times[0]! - other.times[0]! || compare(one.member, other.member), // prettier-ignore
  );
  return first ?? null;
}

/** Nulls last. */
function compare(one: Cell, other: Cell): number {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? 1 : -1;
  return one < other ? -1 : 1;
}

function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((one, other) => one - other);
  const half = (sorted.length - 1) / 2;
  return (sorted[Math.floor(half)]! + sorted[Math.ceil(half)]!) / 2;
}

/** Rows of each member and step: the member, the step's place, keys, shares of the first and previous step, median days. */
export function funnelOf(events: readonly FunnelEvent[], rules: FunnelRules, isBrokenDown: boolean): Cell[][] {
  const keys = [...new Set(events.map(({ key }) => key))].filter((key) => key !== null);
  const best = keys
    .map((key) =>
      bestAttempt(
        events.filter((event) => event.key === key),
        rules,
      ),
    ) // prettier-ignore
    .filter((attempt) => attempt !== null);
  const members = isBrokenDown ? [...new Set(best.map(({ member }) => member))].toSorted(compare) : [null];
  return members.flatMap((member) => {
    const own = best.filter((attempt) => !isBrokenDown || attempt.member === member);
    const reached = Array.from(
      { length: rules.steps },
      (_, step) => own.filter(({ times }) => times.length > step).length,
    );
    const share = (part: number, whole: number) => (whole === 0 ? null : part / whole);
    return reached.map((count, step) => {
      const waits = own.flatMap(({ times }) =>
        step > 0 && times.length > step ? [(times[step]! - times[step - 1]!) / rules.unitsOfADay] : [],
      );
      const previous = step === 0 ? null : share(count, reached[step - 1]!);
      return [...(isBrokenDown ? [member] : []), `step ${step}`, count, share(count, reached[0]!), previous, median(waits)]; // prettier-ignore
    });
  });
}
